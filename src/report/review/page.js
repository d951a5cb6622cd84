(() => {
  const words = JSON.parse(document.getElementById("data").textContent);
  const $ = (id) => document.getElementById(id);
  const STEP = 100, PULSE = 3000, RECENT = 4;
  const VERDICTS = {
    confirmed: { title: words["ask-confirm"], means: words["confirm-means"] },
    accepted: { title: words["ask-accept"], means: words["accept-means"] },
    false_positive: { title: words["ask-reject"], means: words["reject-means"] },
  };
  const FAULTS = { reason: words["fault-reason"], author: words["fault-author"], expires: words["fault-expires"] };

  // The queue as the server gave it, the entries that the filters leave, the finding that is shown, decisions that can be taken back.
  let queue = { findings: [] }, chosen = [], shown = 0, card = null, at = null;
  const steps = [], recent = [];

  // Asks the server. What it refuses comes back with `error`; what never arrives is told on the page.
  const ask = async (path, body) => {
    const init = body === undefined ? {} : { method: "POST", headers: { "content-type": "application/json" }, body: JSON.stringify(body) };
    try {
      const response = await fetch(path, { ...init, cache: "no-store", credentials: "same-origin" });
      banner("gone");
      if (response.status === 403) { banner("stranger", words["link-needed"], "bad"); return { error: "stranger" }; }
      if ((response.headers.get("content-type") || "").includes("json")) return await response.json();
      return { error: "failed", detail: await response.text() };
    } catch {
      banner("gone", words["server-gone"], "bad");
      return { error: "gone" };
    }
  };

  // Messages above the page, one of each name; without a text it goes away.
  const banner = (name, text, kind, ...buttons) => {
    const old = $(`banner-${name}`);
    if (!text) { if (old) old.remove(); return; }
    if (old && old.dataset.text === text) return;
    const made = el("div", { class: `notice ${kind || ""}`, id: `banner-${name}`, "data-text": text }, el("p", {}, text), ...buttons);
    if (old) old.replaceWith(made); else $("banners").append(made);
  };
  const button = (text, act, attributes) => {
    const made = el("button", { type: "button", ...attributes }, text);
    made.addEventListener("click", act);
    return made;
  };
  // The line that screen readers speak is always there, if empty.
  const say = (text) => { $("said").textContent = text; $("toast").classList.toggle("idle", !text); $("undo").hidden = steps.length === 0; };

  // What is to be typed stands between grave accents.
  const prose = (text) => text.split("`").map((part, n) => (n % 2 ? el("code", {}, part) : part));

  // The queue and its filters.
  const undecided = (finding) => !finding.verdict;
  const left = () => queue.findings.filter(undecided).length;
  const haystack = (finding) => [finding.message, finding.rule, finding.place, ...finding.documents].join("\n").toLowerCase();
  const refill = (select, first, values, label) => {
    const was = select.value;
    select.replaceChildren();
    options(select, first, values, label);
    select.value = values.includes(was) ? was : "";
  };
  const filter = () => {
    const show = document.querySelector("[name=show]:checked").value, needle = $("search").value.trim().toLowerCase();
    const levels = new Set([...document.querySelectorAll("[name=severity]:checked")].map((box) => box.value));
    const rule = $("rule").value, where = $("document").value, status = $("status").value;
    chosen = queue.findings.filter((finding) => levels.has(finding.severity)
      && (show === "all" || undecided(finding) === (show === "open"))
      && (!rule || finding.rule === rule) && (!where || finding.documents.includes(where)) && (!status || finding.status === status)
      && (!needle || haystack(finding).includes(needle)));
    const set = [levels.size < 3, rule, where, status, needle].filter(Boolean).length;
    $("filtered").textContent = set ? `(${set})` : "";
    shown = 0;
    $("list").replaceChildren();
    grow(Math.max(STEP, chosen.findIndex((finding) => finding.id === at) + 1));
    // Without further filters the count stands above.
    $("tally").textContent = set === 0 ? "" : chosen.length === 0 ? words["none-match"] : fill(words.of, { shown: chosen.length, all: queue.findings.length });
  };
  const pills = (finding) => [
    finding.verdict ? el("span", { class: "pill" }, words[finding.verdict]) : "",
    finding.lapsed ? el("span", { class: "pill warning" }, words.lapsed) : "",
    finding.status === "open" ? "" : el("span", { class: "pill" }, words[finding.status]),
  ];
  const grow = (to) => {
    const next = chosen.slice(shown, to);
    shown += next.length;
    $("list").append(...next.map((finding) => {
      const made = button("", () => open(finding.id, true), { "data-id": finding.id, "aria-current": finding.id === at ? "true" : undefined });
      made.append(el("span", { class: "said" }, finding.message),
        el("span", { class: "under" }, el("span", {}, words[finding.severity]), el("span", {}, finding.place), ...pills(finding)));
      return el("li", { class: finding.severity }, made);
    }));
    $("more").hidden = shown >= chosen.length;
  };
  const count = () => {
    const all = queue.findings.length, open = left(), of = (verdict) => queue.findings.filter((finding) => finding.verdict === verdict).length;
    $("n-open").textContent = open; $("n-decided").textContent = all - open; $("n-all").textContent = all;
    $("progress").max = Math.max(all, 1);
    $("progress").value = all - open;
    $("counts").textContent = fill(words.counts, { open, confirmed: of("confirmed"), accepted: of("accepted"), rejected: of("false_positive") });
    document.title = `(${open}) claimlint: ${words["review-title"]}`;
  };
  const load = async () => {
    const answer = await ask("/queue");
    if (answer.error) { if (answer.detail) banner("failed", answer.detail, "bad"); return false; }
    queue = answer;
    refill($("rule"), words["all-rules"], distinct(queue.findings.map((finding) => finding.rule)));
    refill($("document"), words["all-documents"], distinct(queue.findings.flatMap((finding) => finding.documents)));
    const stands = distinct(queue.findings.map((finding) => finding.status));
    refill($("status"), words["all-status"], stands, (status) => words[status]);
    $("status-label").hidden = stands.length < 2;
    if (queue.author && !$("author").value) $("author").value = queue.author;
    banner("broken", queue.broken && `${words["read-only"]} ${queue.broken}`, "bad");
    banner("notes", queue.notes.length ? fill(words.notes, { n: queue.notes.length, first: queue.notes[0] }) : "");
    for (const verdict of document.querySelectorAll("[data-verdict]")) verdict.disabled = Boolean(queue.broken);
    count();
    filter();
    return true;
  };

  // One finding.
  const side = (passage, finding, n) => {
    const mark = (kind) => (text) => el("mark", { class: `${kind} ${finding.severity}` }, text);
    const place = passage.document + (passage.line ? `:${passage.line}:${passage.column}` : "");
    const role = n === 0 ? words["side-here"] : words["side-elsewhere"];
    const made = el("section", { class: n === 0 ? "side first" : "side", "aria-labelledby": `side-${n}` },
      el("div", { class: "top" }, el("h3", { id: `side-${n}` }, role), passage.role ? el("span", { class: "where" }, passage.role) : ""),
      el("div", { class: "where" }, el("span", {}, place), passage.line ? "" : el("span", {}, words["whole-file"])));
    const { excerpt } = passage;
    if (!excerpt || !excerpt.at) {
      if (excerpt) made.append(written(excerpt, words, (b) => [excerpt.blocks[b].t], () => ({})));
      else if (passage.quote) made.append(el("blockquote", {}, mark("hit")(passage.quote)));
      return made;
    }
    if (excerpt.path.length) made.append(el("p", { class: "path" }, excerpt.path.join(" › ")));
    const content = (b) => marked(excerpt.blocks[b].t, [
      ...(excerpt.at.b === b ? [{ ...excerpt.at, make: mark("hit") }] : []),
      ...excerpt.also.filter((other) => other.b === b).map((other) => ({ ...other, make: mark("also") })),
    ]);
    const text = written(excerpt, words, content, (b) => (excerpt.at.b === b ? { class: "own" } : {}));
    // The text scrolls as a whole, so that the head of a table stays in sight.
    for (const box of text.querySelectorAll(".scroll")) for (const name of ["tabindex", "role", "aria-label"]) box.removeAttribute(name);
    text.setAttribute("tabindex", "0");
    text.setAttribute("role", "group");
    text.setAttribute("aria-label", `${role}: ${place}`);
    made.append(text);
    return made;
  };
  const decisionBox = (finding) => {
    const { decision } = finding;
    if (!decision) return "";
    const line = fill(words["decided-by"], { verdict: words[decision.verdict], author: decision.author, date: decision.date, reason: decision.reason });
    const why = fill(words["decided-then"], { author: decision.author, reason: decision.reason });
    const until = decision.expires ? ` ${fill(words["decided-until"], { date: decision.expires })}` : "";
    if (finding.lapse) return el("div", { class: "note-box lapsed" }, el("p", {}, el("strong", {}, words["decide-again"]), " ", finding.lapse), el("p", {}, why));
    const back = button(words.withdraw, () => decide({ verdict: null }));
    back.disabled = Boolean(queue.broken);
    return el("div", { class: "note-box" }, el("p", {}, line + until), back);
  };
  const render = (focus) => {
    const finding = card;
    const place = chosen.findIndex((one) => one.id === finding.id);
    const facts = el("dl", {});
    if (finding.arithmetic) facts.append(el("dt", {}, words.arithmetic), el("dd", { class: "sum" }, finding.arithmetic));
    if (finding.help) facts.append(el("dt", {}, words.help), el("dd", {}, finding.help));
    if (finding.before) facts.append(el("dt", {}, words.before), el("dd", {}, finding.before));
    const title = el("h2", { tabindex: "-1", id: "card-title" }, finding.message);
    const made = el("article", { class: `card ${finding.severity}`, "aria-labelledby": "card-title" },
      el("div", { class: "head" }, el("span", { class: `pill ${finding.severity}` }, words[finding.severity]), ...pills(finding),
        el("code", {}, finding.rule), finding.confidence === "high" ? "" : el("span", {}, `${words.confidence}: ${words[finding.confidence]}`),
        place < 0 ? "" : el("span", {}, fill(words.position, { n: place + 1, all: chosen.length }))),
      title, finding.summary ? el("p", { class: "why" }, finding.summary) : "",
      decisionBox(finding),
      el("div", { class: "sides" }, ...finding.sides.map((passage, n) => side(passage, finding, n))),
      facts,
      el("details", { class: "rule" }, el("summary", {}, words["about-rule"]), el("p", {}, finding.explanation)));
    $("card").replaceChildren(made);
    $("bar").hidden = false;
    for (const verdict of document.querySelectorAll("[data-verdict]")) verdict.setAttribute("aria-pressed", String(finding.verdict === verdict.dataset.verdict));
    // Each document at its passage, in both directions.
    for (const mark of made.querySelectorAll("mark.hit")) {
      const box = mark.closest(".text");
      if (!box) continue;
      const inner = mark.getBoundingClientRect(), outer = box.getBoundingClientRect();
      if (box.scrollHeight > box.clientHeight) box.scrollTop += inner.top - outer.top - outer.height / 2 + inner.height / 2;
      if (inner.right > outer.right) box.scrollLeft += inner.left - outer.left - outer.width / 2 + inner.width / 2;
    }
    if (focus) {
      title.focus({ preventScroll: true });
      const top = made.getBoundingClientRect().top;
      if (top < 0 || top > innerHeight / 3) made.scrollIntoView({ block: "start" });
    }
  };
  const done = (focus) => {
    at = null; card = null;
    history.replaceState(null, "", location.pathname);
    const open = left(), all = queue.findings.length;
    const title = el("h2", { tabindex: "-1" }, all === 0 ? words["no-findings-here"] : open === 0 ? words["all-decided"] : words["none-match"]);
    const made = el("div", { class: "done" }, title);
    if (open === 0 && all > 0) made.append(el("p", {}, $("counts").textContent), el("ul", {}, ...[words["then-mend"], words["then-commit"], words["then-audit"]].map((text) => el("li", {}, ...prose(text)))));
    $("card").replaceChildren(made);
    $("bar").hidden = true;
    if (focus) title.focus({ preventScroll: true });
  };
  const current = () => {
    for (const other of document.querySelectorAll("#list [aria-current]")) other.removeAttribute("aria-current");
    const here = document.querySelector(`#list [data-id="${at}"]`);
    if (!here) return;
    here.setAttribute("aria-current", "true");
    const box = $("queue");
    if (box.scrollHeight > box.clientHeight) here.scrollIntoView({ block: "nearest" });
  };
  let asked = 0;
  const open = async (id, focus) => {
    const turn = ++asked;
    const answer = await ask(`/finding?id=${encodeURIComponent(id)}`);
    // Another one was asked for in the meantime.
    if (turn !== asked) return;
    if (answer.error === "changed") { await load(); done(focus); return; }
    if (answer.error) { if (answer.detail) banner("failed", answer.detail, "bad"); return; }
    at = id; card = answer;
    history.replaceState(null, "", `${location.pathname}#${id}`);
    if (chosen.findIndex((finding) => finding.id === id) >= shown) grow(chosen.length);
    render(focus);
    current();
  };
  // The entry after or before the present one in the order of the queue, also where that one is filtered out.
  const beside = (way) => {
    if (chosen.length === 0) return undefined;
    const order = new Map(queue.findings.map((finding, n) => [finding.id, n]));
    const here = order.get(at) ?? -1;
    const later = chosen.filter((finding) => (way > 0 ? order.get(finding.id) > here : order.get(finding.id) < here));
    return way > 0 ? later[0] : later[later.length - 1];
  };
  const step = (way) => {
    const next = beside(way);
    if (next) open(next.id, true); else if (chosen.length === 0) done(true); else say(way > 0 ? words["at-end"] : words["at-start"]);
  };

  // Decisions.
  let verdict = null;
  const dialog = $("ask");
  const begin = (word) => {
    if (!card || queue.broken || dialog.open) return;
    verdict = word;
    $("ask-title").textContent = VERDICTS[word].title;
    $("ask-means").textContent = VERDICTS[word].means;
    $("ask-about").textContent = card.message;
    $("reason").value = card.decision ? card.decision.reason : "";
    $("expires").value = "";
    $("expires-label").hidden = word !== "accepted";
    wrong();
    const known = recent.filter((one) => one !== $("reason").value).slice(0, RECENT);
    $("reasons").replaceChildren(...known.map((reason) => button(reason, () => { $("reason").value = reason; $("reason").focus(); }, { title: reason })));
    dialog.showModal();
    $("reason").focus();
    $("reason").select();
  };
  const wrong = (field, text) => {
    for (const name of ["reason", "author", "expires"]) $(name).setAttribute("aria-invalid", String(name === field));
    $("reason-fault").textContent = text || "";
    if (field && $(field)) $(field).focus();
  };
  let busy = false;
  const decide = async ({ verdict, reason, expires, author }) => {
    if (busy) return;
    busy = true;
    const id = at;
    const answer = await ask("/decide", { id, verdict, reason: reason || "", expires: expires || null, author: author || null, seen: card.seen, was: card.was, decisions: queue.decisions });
    busy = false;
    if (answer.error) { await refused(answer, id); return; }
    steps.push(answer.undo);
    if (reason) { if (recent.includes(reason)) recent.splice(recent.indexOf(reason), 1); recent.unshift(reason); }
    if (dialog.open) dialog.close();
    const before = queue.findings.find((finding) => finding.id === id);
    await noted(answer, id);
    const text = fill(verdict ? words["said-decided"] : words["said-withdrawn"], { verdict: words[verdict], rule: before.rule, place: before.place, left: left() });
    say(answer.merged ? `${text} ${words["said-merged"]}` : text);
    if (!verdict) { await open(id, true); return; }
    const next = beside(1) || chosen.find((finding) => finding.id !== id);
    if (next) await open(next.id, true);
    else if (chosen.some((finding) => finding.id === id)) await open(id, true);
    else done(true);
  };
  const refused = async (answer, id) => {
    if (FAULTS[answer.error] && dialog.open) { wrong(answer.error, FAULTS[answer.error]); return; }
    if (dialog.open && !["decided", "changed", "broken"].includes(answer.error)) { wrong(null, answer.detail || words["server-gone"]); return; }
    if (dialog.open) dialog.close();
    await load();
    if (answer.error === "decided") {
      const other = answer.decision;
      banner("decided", other ? fill(words["other-decided"], { verdict: words[other.verdict], author: other.author, reason: other.reason }) : words["other-withdrew"], "",
        button(words.close, () => banner("decided")));
    } else if (answer.error === "changed") banner("changed", words["other-figures"], "", button(words.close, () => banner("changed")));
    else if (answer.detail) banner("failed", answer.detail, "bad", button(words.close, () => banner("failed")));
    if (queue.findings.some((finding) => finding.id === id)) await open(id, true); else done(true);
  };
  // Puts what the server wrote into the queue; where others wrote too, all of it is fetched again.
  const noted = async (answer, id) => {
    if (answer.merged) { await load(); return; }
    queue.decisions = answer.decisions;
    const n = queue.findings.findIndex((finding) => finding.id === id);
    if (n >= 0 && answer.entry) queue.findings[n] = answer.entry;
    count();
    filter();
  };
  const undo = async () => {
    if (busy) return;
    if (steps.length === 0) { say(words["nothing-to-undo"]); return; }
    busy = true;
    const last = steps.pop();
    const answer = await ask("/undo", { undo: last, decisions: queue.decisions });
    busy = false;
    if (["gone", "failed", "broken"].includes(answer.error)) steps.push(last);
    if (answer.error) { await refused(answer, answer.id || at); return; }
    await noted(answer, answer.entry && answer.entry.id);
    say(fill(words["said-undone"], { left: left() }));
    if (answer.entry) await open(answer.entry.id, true);
  };

  // What changed on the disk.
  const reload = async () => {
    const answer = await ask("/reload", {});
    if (answer.error) { banner("disk", answer.detail || words["server-gone"], "bad", button(words.reload, reload)); return; }
    for (const name of ["disk", "decided", "changed", "failed"]) banner(name);
    say("");
    const id = at || location.hash.slice(1);
    if (!(await load())) return;
    await start(id, false);
  };
  const start = async (id, focus) => {
    if (id && queue.findings.some((finding) => finding.id === id)) { await open(id, focus); return; }
    if (chosen.length) await open(chosen[0].id, focus); else done(focus);
  };
  const pulse = async () => {
    if (document.hidden || dialog.open) return;
    const answer = await ask("/pulse");
    if (answer.error) return;
    const texts = [];
    if (answer.fault) texts.push(answer.fault);
    if (answer.files.length) texts.push(fill(words["files-changed"], { n: answer.files.length, files: answer.files.slice(0, 3).join(", ") + (answer.files.length > 3 ? ", …" : "") }));
    else if (answer.audit !== queue.audit) texts.push(words["audited-again"]);
    if (answer.decisions !== queue.decisions) texts.push(words["decisions-changed"]);
    if (texts.length) banner("disk", texts.join(" "), "", button(words.reload, reload, { id: "reload" }));
    else banner("disk");
  };

  // Keys and buttons. An input method reports a letter as `Process`; its key is then told by its place.
  const actions = { c: () => begin("confirmed"), a: () => begin("accepted"), f: () => begin("false_positive"), n: () => step(1), j: () => step(1), p: () => step(-1), k: () => step(-1), u: undo,
    "/": () => { $("more-filters").open = true; $("search").focus(); }, "?": () => { if (!$("help").open) $("help").showModal(); } };
  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]") || !$("keys-on").checked) return;
    if (event.target.closest("input:not([type=radio], [type=checkbox]), select, textarea")) return;
    const key = event.key === "Process" && event.code.startsWith("Key") ? event.code.slice(3) : event.key;
    const action = actions[key.toLowerCase()];
    if (!action || event.repeat && !"njpk".includes(key.toLowerCase())) return;
    event.preventDefault();
    action();
  });
  for (const one of document.querySelectorAll("[data-verdict]")) one.addEventListener("click", () => begin(one.dataset.verdict));
  $("next").addEventListener("click", () => step(1));
  $("previous").addEventListener("click", () => step(-1));
  $("undo").addEventListener("click", undo);
  $("toast-close").addEventListener("click", () => say(""));
  $("more").addEventListener("click", () => grow(shown + STEP));
  $("help-open").addEventListener("click", () => $("help").showModal());
  $("help-close").addEventListener("click", () => $("help").close());
  $("ask-cancel").addEventListener("click", () => dialog.close());
  $("reason").addEventListener("keydown", (event) => {
    if (event.key === "Enter" && !event.shiftKey && !event.isComposing) { event.preventDefault(); $("ask-form").requestSubmit(); }
  });
  $("ask-form").addEventListener("submit", (event) => {
    event.preventDefault();
    const reason = $("reason").value.trim().replace(/\s+/g, " "), author = $("author").value.trim();
    if (!reason) { wrong("reason", FAULTS.reason); return; }
    if (!author) { wrong("author", FAULTS.author); return; }
    decide({ verdict, reason, author, expires: $("expires-label").hidden ? null : $("expires").value });
  });
  $("filters").addEventListener("submit", (event) => event.preventDefault());
  const refilter = () => { filter(); if (card && chosen.some((finding) => finding.id === at)) { render(false); return; } start(undefined, false); };
  $("filters").addEventListener("input", later(refilter));
  $("filters").addEventListener("reset", () => setTimeout(refilter));

  // The token has done its work: it leaves the address bar.
  history.replaceState(null, "", location.pathname + location.hash);
  reload();
  setInterval(pulse, PULSE);
  document.addEventListener("visibilitychange", pulse);
})();
