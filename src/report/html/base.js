"use strict";
// What the report and the review page share: elements, texts with marks, documents from their blocks.

// An element: tag, attributes, children; a text child stays text.
const el = (tag, attributes, ...children) => {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes || {})) if (value !== undefined) made.setAttribute(name, value);
  made.append(...children.filter((child) => child !== undefined && child !== ""));
  return made;
};

const fill = (text, values) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name] ?? whole);

// A text with marked stretches; stretches may not cross, the longer one wins.
const marked = (text, stretches) => {
  const parts = [];
  let from = 0;
  for (const { s, e, make } of stretches.slice().sort((a, b) => a.s - b.s || b.e - a.e)) {
    if (s < from || e <= s || e > text.length) continue;
    parts.push(text.slice(from, s), make(text.slice(s, e)));
    from = e;
  }
  parts.push(text.slice(from));
  return parts.filter((part) => part !== "");
};

const options = (select, first, values, label) => {
  select.append(el("option", { value: "" }, first), ...values.map((value) => el("option", { value }, label ? label(value) : value)));
};
const distinct = (values) => [...new Set(values)].sort();
const later = (act) => { let timer; return () => { clearTimeout(timer); timer = setTimeout(act, 80); }; };

// The text of a document: `content` gives the children of a block by its number, `id` its attributes. Rows of `gaps` follow on others
// that are left out.
const written = ({ blocks, tables }, words, content, id) => {
  const text = el("div", { class: "text" });
  const made = new Set();
  let current;
  blocks.forEach((block, b) => {
    if (block.k === "item") {
      if (!current || current.dataset.list !== String(block.list)) {
        current = el(block.o ? "ol" : "ul", { "data-list": block.list, class: block.n ? `n${Math.min(block.n, 2)}` : undefined });
        text.append(current);
      }
      current.append(el("li", { ...id(b), value: block.o }, ...content(b)));
      return;
    }
    current = undefined;
    if (block.k === "cell") {
      if (made.has(block.table)) return;
      made.add(block.table);
      const { rows, head, gaps } = tables[block.table];
      const seen = new Set();
      const lines = rows.flatMap((cells, r) => {
        const line = el("tr", {}, ...cells.map((cell) => {
          const first = cell !== null && !seen.has(cell);
          if (first) seen.add(cell);
          return el(r < head ? "th" : "td", first ? id(cell) : {}, ...(cell === null ? [] : content(cell)));
        }));
        return (gaps || []).includes(r) ? [el("tr", { class: "gap" }, el("td", { colspan: cells.length }, "⋮")), line] : [line];
      });
      text.append(el("div", { class: "scroll", tabindex: "0", role: "region", "aria-label": words.table }, el("table", {}, ...lines)));
    } else if (block.k === "heading") text.append(el("p", { ...id(b), class: `heading h${Math.min(block.level, 3)}`, role: "heading", "aria-level": Math.min(block.level + 2, 6) }, ...content(b)));
    else if (block.k === "question") text.append(el("p", id(b), el("strong", {}, ...content(b))));
    else if (block.k === "output") text.append(el("p", { ...id(b), class: "output" }, ...content(b)));
    else if (block.k === "alt" || block.k === "meta") text.append(el("p", { ...id(b), class: "quiet" }, ...content(b)));
    else text.append(el("p", id(b), ...content(b)));
  });
  return text;
};
