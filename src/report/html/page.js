(() => {
  const data = JSON.parse(document.getElementById("data").textContent);
  const { words, findings, claims, documents, rules } = data;
  const STEP = 100;
  const $ = (id) => document.getElementById(id);

  const name = (d) => (typeof d === "number" ? documents[d].name : d);
  const at = (passage) => name(passage.d) + (passage.l ? `:${passage.l}:${passage.c}` : "");

  // The passage in its block, cut to a readable length around it.
  const AROUND = 160;
  const quote = (passage, severity) => {
    const block = passage.b === undefined ? undefined : documents[passage.d].blocks[passage.b];
    const hit = (text) => el("mark", { class: `hit ${severity}` }, text);
    if (!block) return passage.q ? el("blockquote", {}, hit(passage.q)) : undefined;
    const from = Math.max(0, passage.s - AROUND), to = Math.min(block.t.length, passage.e + AROUND);
    const stretch = { s: passage.s - from, e: passage.e - from, make: hit };
    const inner = marked(block.t.slice(from, to), [stretch]);
    const headers = (block.head || []).filter((head) => head).join(" · ");
    return el("blockquote", {}, headers && el("span", { class: "where" }, headers + ": "), from > 0 ? "…" : "", ...inner, to < block.t.length ? "…" : "");
  };

  const side = (passage, severity, first) => {
    const role = passage.r || (first ? words["mend-here"] : words.elsewhere);
    const shown = passage.b === undefined ? undefined
      : el("a", { href: `#d${passage.d}-b${passage.b}`, "data-s": passage.s }, words["show-in-document"]);
    return el("div", { class: "side" },
      el("div", { class: "where" }, el("span", { class: "role" }, role), el("span", {}, at(passage)), passage.l ? "" : el("span", {}, words["whole-file"]), shown),
      quote(passage, severity));
  };

  const card = (finding, index) => {
    const rule = rules[finding.r] || {};
    const facts = el("dl", {});
    if (finding.a) facts.append(el("dt", {}, words.arithmetic), el("dd", { class: "sum" }, finding.a));
    if (finding.h) facts.append(el("dt", {}, words.help), el("dd", {}, finding.h));
    return el("article", { class: `found ${finding.s}`, id: `f${index}`, tabindex: "-1", "aria-labelledby": `f${index}-title` },
      el("div", { class: "head" }, el("span", { class: `pill ${finding.s}` }, words[finding.s]), el("span", {}, finding.r),
        finding.w ? el("span", { class: "pill" }, finding.w) : "",
        finding.c === "high" ? "" : el("span", {}, `${words.confidence}: ${words[finding.c]}`)),
      el("h3", { id: `f${index}-title` }, finding.m),
      el("div", { class: "sides" }, ...finding.p.map((passage, n) => side(passage, finding.s, n === 0))),
      facts,
      rule.e ? el("details", { class: "rule" }, el("summary", {}, words["about-rule"]), el("p", {}, rule.e)) : "");
  };

  // A list that shows some of what matches and more on demand.
  const listing = ({ all, matches, show, tally, more, none }) => {
    let chosen = [], shown = 0;
    const grow = (to) => {
      const next = chosen.slice(shown, to);
      shown += next.length;
      show(next, false);
      more.hidden = shown >= chosen.length;
    };
    const refresh = () => {
      const match = matches();
      chosen = [];
      for (let i = 0; i < all.length; i++) if (match(i)) chosen.push(i);
      shown = 0;
      show([], true);
      grow(STEP);
      tally.textContent = all.length === 0 ? none : chosen.length === 0 ? words["none-match"]
        : fill(words.of, { shown: chosen.length, all: all.length });
    };
    more.addEventListener("click", () => grow(shown + STEP));
    return { refresh, grow, reach: (index) => { const place = chosen.indexOf(index); if (place >= shown) grow(place + STEP); return place >= 0; },
      sort: (order) => { chosen.sort(order); shown = 0; show([], true); grow(STEP); } };
  };
  // Findings.
  const haystack = findings.map((f) => [f.m, f.r, f.a, f.h, f.w || "", ...f.p.flatMap((p) => [at(p), p.q || ""])].join("\n").toLowerCase());
  const list = $("finding-list");
  const found = listing({
    all: findings, tally: $("finding-tally"), more: $("finding-more"), none: words["no-findings"],
    matches: () => {
      const needle = $("finding-search").value.trim().toLowerCase();
      const levels = new Set([...document.querySelectorAll("[name=severity]:checked")].map((box) => box.value));
      const rule = $("finding-rule").value, where = $("finding-document").value;
      return (i) => levels.has(findings[i].s) && (!rule || findings[i].r === rule)
        && (!where || findings[i].p.some((p) => name(p.d) === where)) && (!needle || haystack[i].includes(needle));
    },
    show: (indexes, empty) => { if (empty) list.replaceChildren(); list.append(...indexes.map((i) => card(findings[i], i))); },
  });
  options($("finding-rule"), words["all-rules"], distinct(findings.map((f) => f.r)));
  options($("finding-document"), words["all-documents"], distinct(findings.flatMap((f) => f.p.map((p) => name(p.d)))));
  const form = $("finding-filters");
  form.addEventListener("submit", (event) => event.preventDefault());
  form.addEventListener("input", later(found.refresh));
  form.addEventListener("reset", () => setTimeout(found.refresh));

  // Claims.
  const place = (c) => `${name(c.d)}:${c.l}:${c.c}`;
  const fields = { kind: (c) => words[c.k] || c.k, subject: (c) => c.n || "", metric: (c) => c.m || "", quote: (c) => c.q };
  const body = $("claim-table").tBodies[0];
  const row = (i) => {
    const c = claims[i];
    const link = c.b === undefined ? place(c) : el("a", { href: `#d${c.d}-b${c.b}`, "data-s": c.s }, place(c));
    return el("tr", {}, el("td", {}, link), el("td", {}, fields.kind(c)), el("td", {}, fields.subject(c)), el("td", {}, fields.metric(c)), el("td", {}, c.q), el("td", {}, c.o || ""));
  };
  const claimHaystack = claims.map((c) => [place(c), fields.kind(c), c.n, c.m, c.q, c.o].join("\n").toLowerCase());
  let order;
  const claimed = listing({
    all: claims, tally: $("claim-tally"), more: $("claim-more"), none: fill(words.of, { shown: 0, all: 0 }),
    matches: () => {
      const needle = $("claim-search").value.trim().toLowerCase(), kind = $("claim-kind").value, where = $("claim-document").value;
      return (i) => (!kind || claims[i].k === kind) && (!where || name(claims[i].d) === where) && (!needle || claimHaystack[i].includes(needle));
    },
    show: (indexes, empty) => { if (empty) body.replaceChildren(); body.append(...indexes.map(row)); },
  });
  options($("claim-kind"), words["all-kinds"], distinct(claims.map((c) => c.k)), (kind) => words[kind] || kind);
  options($("claim-document"), words["all-documents"], distinct(claims.map((c) => name(c.d))));
  const claimForm = $("claim-filters");
  const again = () => { claimed.refresh(); if (order) claimed.sort(order); };
  claimForm.addEventListener("submit", (event) => event.preventDefault());
  claimForm.addEventListener("input", later(again));
  claimForm.addEventListener("reset", () => setTimeout(again));
  $("claim-table").tHead.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    const head = button.closest("th"), up = head.getAttribute("aria-sort") !== "ascending", get = fields[button.dataset.sort];
    for (const other of document.querySelectorAll("[aria-sort]")) other.removeAttribute("aria-sort");
    head.setAttribute("aria-sort", up ? "ascending" : "descending");
    const compare = get ? (a, b) => get(claims[a]).localeCompare(get(claims[b]), data.lang, { numeric: true }) : (a, b) => a - b;
    order = (a, b) => (up ? 1 : -1) * (compare(a, b) || a - b);
    claimed.sort(order);
  });

  // Documents, each made when it is opened.
  const inBlock = new Map();
  const note = (d, b, stretch) => { const key = `${d}-${b}`; if (!inBlock.has(key)) inBlock.set(key, []); inBlock.get(key).push(stretch); };
  findings.forEach((finding, i) => finding.p.forEach((p) => {
    if (p.b !== undefined) note(p.d, p.b, { s: p.s, e: p.e, make: (text) => el("mark", { class: `finding ${finding.s}`, "data-f": i, "data-at": p.s, title: finding.m, tabindex: "0", role: "link" }, text) });
  }));
  claims.forEach((c) => {
    if (c.b !== undefined) note(c.d, c.b, { s: c.s, e: c.e, make: (text) => el("mark", { class: "claim", "data-at": c.s, title: [fields.kind(c), c.n, c.m].filter(Boolean).join(" · ") }, text) });
  });
  const content = (d, b) => marked(documents[d].blocks[b].t, inBlock.get(`${d}-${b}`) || []);
  const render = (d) => written(documents[d], words, (b) => content(d, b), (b) => ({ id: `d${d}-b${b}` }));
  const opened = documents.map((doc, d) => {
    const details = el("details", { class: "document", id: `d${d}` }, el("summary", {}, doc.name, el("span", {}, doc.note)));
    const open = () => { if (!details.dataset.made) { details.dataset.made = "1"; details.append(render(d)); } };
    details.addEventListener("toggle", () => { if (details.open) open(); });
    $("document-list").append(details);
    return { details, open };
  });
  const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
  const into = (element) => element.scrollIntoView({ block: "center", behavior: still ? "auto" : "instant" });

  // Links between findings, claims and documents.
  const toFinding = (i) => {
    if (!found.reach(i)) { form.reset(); found.refresh(); found.reach(i); }
    const target = $(`f${i}`);
    for (const other of document.querySelectorAll(".at")) other.classList.remove("at");
    target.classList.add("at"); into(target); target.focus({ preventScroll: true });
  };
  const toBlock = (d, b, s) => {
    opened[d].details.open = true; opened[d].open();
    const target = $(`d${d}-b${b}`);
    if (!target) return;
    for (const other of document.querySelectorAll(".flash")) other.classList.remove("flash");
    const mark = s === undefined ? null : target.querySelector(`mark[data-at="${s}"]`);
    if (mark) mark.classList.add("flash");
    into(mark || target);
  };
  const follow = () => {
    const block = /^#d(\d+)-b(\d+)$/.exec(location.hash), one = /^#f(\d+)$/.exec(location.hash);
    if (block && documents[block[1]]) toBlock(Number(block[1]), Number(block[2]));
    if (one && findings[one[1]]) toFinding(Number(one[1]));
  };
  document.addEventListener("click", (event) => {
    const link = event.target.closest("a[data-s]"), mark = event.target.closest("mark[data-f]");
    if (link) {
      const [, d, b] = /^#d(\d+)-b(\d+)$/.exec(link.getAttribute("href"));
      event.preventDefault(); history.pushState(null, "", link.getAttribute("href")); toBlock(Number(d), Number(b), link.dataset.s);
    } else if (mark) { history.pushState(null, "", `#f${mark.dataset.f}`); toFinding(Number(mark.dataset.f)); }
  });
  addEventListener("hashchange", follow);
  document.addEventListener("keydown", (event) => {
    if (event.key === "Enter" && event.target.matches("mark[data-f]")) { toFinding(Number(event.target.dataset.f)); return; }
    if (event.target.closest("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "/") { event.preventDefault(); $("finding-search").focus(); return; }
    if (event.key !== "j" && event.key !== "k") return;
    const cards = [...list.children], now = cards.findIndex((one) => one.classList.contains("at"));
    const next = cards[now + (event.key === "j" ? 1 : -1)] || (now < 0 ? cards[0] : undefined);
    if (next) toFinding(Number(next.id.slice(1)));
  });
  addEventListener("beforeprint", () => found.grow(2000));

  found.refresh();
  claimed.refresh();
  follow();
})();
