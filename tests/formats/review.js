// The review page in a browser, as those who decide use it: by keyboard, in two tabs, with hostile documents, on small screens.
// Usage: node review.js BINARY FOLDER; screenshots are put into the folder.
"use strict";

const assert = require("node:assert");
const { execFileSync, spawn, spawnSync } = require("node:child_process");
const fs = require("node:fs");
const http = require("node:http");
const os = require("node:os");
const path = require("node:path");
const readline = require("node:readline");
const { chromium } = require("playwright-core");

const binary = path.resolve(process.argv[2]);
const shots = path.resolve(process.argv[3]);
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

const CONFLICT = {
  "docs/a.md": "# Kettles\n\n- Top pick: Heron kettle\n\n### TOP 1: Heron kettle\n\nFast.\n\n### TOP 2: Egret kettle\n\nSmall.\n",
  "docs/b.md": "# Kettles\n\n- Top pick: Egret kettle\n\n### TOP 1: Egret kettle\n\nSmall.\n\n### TOP 2: Heron kettle\n\nFast.\n",
};
const PRICE = (price) => `# Kettles\n\nThe Heron costs 40 EUR.\n\n## Summary\n\nThe Heron costs ${price} EUR.\n`;

function folder(files) {
  const made = fs.mkdtempSync(path.join(os.tmpdir(), "claimlint-review-"));
  for (const [name, text] of Object.entries(files)) {
    fs.mkdirSync(path.dirname(path.join(made, name)), { recursive: true });
    fs.writeFileSync(path.join(made, name), text);
  }
  return made;
}
const decisions = (where) => fs.readFileSync(path.join(where, "claims/decisions.csv"), "utf8");
const audit = (where) => spawnSync(binary, ["audit", "docs"], { cwd: where }).status;

// Starts the page on a folder, hands its link to `act`, and ends it as Ctrl-C does.
async function served(where, args, act) {
  const child = spawn(binary, ["review", ...args], { cwd: where, stdio: ["ignore", "pipe", "pipe"] });
  let errors = "";
  child.stderr.on("data", (data) => { errors += data; });
  const ended = new Promise((done) => child.on("exit", done));
  try {
    const link = await new Promise((found, failed) => {
      readline.createInterface({ input: child.stdout }).once("line", found);
      child.once("exit", (code) => failed(new Error(`ended with ${code}: ${errors}`)));
    });
    await act(link);
  } finally {
    errors = "";
    child.kill("SIGINT");
    await ended;
  }
  assert.strictEqual(errors, "", "Ctrl-C ends it without a word");
}

async function open(browser, link, options) {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 }, ...options });
  page.faults = [];
  page.on("pageerror", (error) => page.faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && !message.text().includes("409") && page.faults.push(message.text()));
  page.on("request", (request) => request.url().startsWith(new URL(link).origin) || page.faults.push(`loads ${request.url()}`));
  page.on("dialog", (dialog) => { page.faults.push(`a dialog: ${dialog.message()}`); dialog.dismiss(); });
  await page.goto(link);
  await page.waitForSelector("article.card, .done");
  return page;
}
const title = (page) => page.textContent("#card-title");
const counts = (page, text) => page.waitForFunction((text) => document.getElementById("counts").textContent.includes(text), text);

async function decide(page, key, reason, submit = "Enter") {
  await page.keyboard.press(key);
  await page.waitForSelector("#ask[open]");
  await page.keyboard.type(reason);
  await page.keyboard.press(submit);
  await page.waitForSelector("#ask", { state: "hidden" });
}

async function keyboard(browser) {
  const where = folder(CONFLICT);
  assert.strictEqual(audit(where), 1);
  await served(where, ["docs", "--lang", "en", "--author", "Ada"], async (link) => {
    const page = await open(browser, link);
    assert.ok(!page.url().includes("token"), "the token stays in the address bar");
    await counts(page, "3 to decide");
    const first = await title(page);

    // Without a reason nothing is saved, and Esc leaves all as it was.
    await page.keyboard.press("a");
    await page.waitForSelector("#ask[open]");
    assert.strictEqual(await page.evaluate(() => document.activeElement.id), "reason");
    await page.keyboard.press("Enter");
    await page.waitForFunction(() => document.getElementById("reason-fault").textContent !== "");
    assert.strictEqual(await page.getAttribute("#reason", "aria-invalid"), "true");
    await page.keyboard.press("Escape");
    await page.waitForSelector("#ask", { state: "hidden" });
    assert.ok(!fs.existsSync(path.join(where, "claims/decisions.csv")));

    // There and back.
    await page.keyboard.press("n");
    await page.waitForFunction((first) => document.getElementById("card-title").textContent !== first, first);
    await page.keyboard.press("k");
    await page.waitForFunction((first) => document.getElementById("card-title").textContent === first, first);
    assert.strictEqual(await page.evaluate(() => document.activeElement.id), "card-title");

    // Three findings by keyboard alone; each decision leads to the next one.
    await decide(page, "c", "mend the second article");
    await counts(page, "2 to decide · 1 confirmed");
    await page.waitForFunction((first) => document.getElementById("card-title").textContent !== first, first);
    await decide(page, "a", "two editions", "Control+Enter");
    await counts(page, "1 to decide · 1 confirmed · 1 accepted");
    await decide(page, "f", "not the same kettle");
    await counts(page, "0 to decide · 1 confirmed · 1 accepted · 1 false positive");
    assert.ok((await page.textContent("#said")).startsWith("false positive: "), await page.textContent("#said"));
    await page.waitForSelector(".done");
    await page.screenshot({ path: path.join(shots, "review-done.png") });
    const rows = decisions(where).trim().split("\n").slice(1);
    assert.strictEqual(rows.length, 3);
    for (const [verdict, reason] of [["confirmed", "mend the second article"], ["accepted", "two editions"], ["false_positive", "not the same kettle"]]) {
      assert.strictEqual(rows.filter((row) => row.includes(`,${verdict},`) && row.includes(`,${reason},Ada,`)).length, 1, rows.join("\n"));
    }
    assert.strictEqual(audit(where), 1, "what is confirmed is still open");

    // The same after loading it anew.
    await page.reload();
    await counts(page, "0 to decide · 1 confirmed · 1 accepted · 1 false positive");
    await page.check("[name=show][value=decided]", { force: true });
    await page.waitForSelector(".note-box");
    assert.strictEqual(await page.locator("#list button").count(), 3);
    while (!(await page.textContent(".note-box")).includes("confirmed")) {
      const before = await title(page);
      await page.keyboard.press("n");
      await page.waitForFunction((before) => document.getElementById("card-title").textContent !== before, before);
    }
    await decide(page, "a", "it may stay after all");
    await counts(page, "0 to decide · 0 confirmed · 2 accepted");
    assert.strictEqual(audit(where), 0);

    // And taken back.
    await page.keyboard.press("u");
    await counts(page, "0 to decide · 1 confirmed · 1 accepted");
    assert.strictEqual(audit(where), 1);
    assert.deepStrictEqual(page.faults, []);
    await page.close();
  });
}

async function tabs(browser) {
  const where = folder(CONFLICT);
  await served(where, ["docs", "--lang", "en", "--author", "Ada"], async (link) => {
    const context = await browser.newContext();
    const [one, two] = [await open(context, link), await open(context, link)];
    assert.strictEqual(await title(one), await title(two));
    const same = await title(two);
    await decide(one, "a", "by the first tab");
    await counts(one, "2 to decide");

    // The second tab has not heard of it, and is told before anything is lost.
    await decide(two, "f", "by the second tab");
    await two.waitForSelector("#banner-decided");
    assert.ok((await two.textContent("#banner-decided")).includes("by the first tab"));
    assert.ok(decisions(where).includes("by the first tab") && !decisions(where).includes("by the second tab"));
    assert.strictEqual(await title(two), same);
    await two.screenshot({ path: path.join(shots, "review-two-tabs.png") });

    // On different findings both hold; the first tab hears of the other within moments.
    await two.keyboard.press("n");
    await two.waitForFunction((same) => document.getElementById("card-title").textContent !== same, same);
    await decide(two, "f", "by the second tab");
    await one.waitForSelector("#banner-disk");
    await one.click("#reload");
    await counts(one, "1 to decide · 0 confirmed · 1 accepted · 1 false positive");
    assert.ok(decisions(where).includes("by the first tab") && decisions(where).includes("by the second tab"));

    // Each takes back its own.
    await one.keyboard.press("u");
    await counts(one, "2 to decide · 0 confirmed · 0 accepted · 1 false positive");
    assert.ok(!decisions(where).includes("by the first tab") && decisions(where).includes("by the second tab"));
    assert.deepStrictEqual([...one.faults, ...two.faults], []);
    await context.close();
  });
}

async function disk(browser) {
  const where = folder({ "docs/a.md": PRICE("60") });
  await served(where, ["docs", "--lang", "en", "--author", "Ada"], async (link) => {
    const page = await open(browser, link);
    await decide(page, "a", "two models");
    await counts(page, "0 to decide");
    fs.writeFileSync(path.join(where, "docs/a.md"), PRICE("75.5"));
    await page.waitForSelector("#banner-disk");
    assert.ok((await page.textContent("#banner-disk")).includes("docs/a.md"));
    await page.click("#reload");
    await counts(page, "1 to decide");
    const lapsed = await page.textContent(".note-box.lapsed");
    assert.ok(lapsed.includes("60 EUR") && lapsed.includes("75.5 EUR") && lapsed.includes("two models"), lapsed);
    assert.strictEqual(await page.locator("#banner-disk").count(), 0);
    await page.screenshot({ path: path.join(shots, "review-lapsed.png") });

    // A file that cannot be read lets nothing be decided.
    fs.appendFileSync(path.join(where, "claims/decisions.csv"), "<<<<<<< ours\n");
    await page.waitForSelector("#reload");
    await page.click("#reload");
    await page.waitForSelector("#banner-broken");
    assert.ok((await page.textContent("#banner-broken")).includes("claims/decisions.csv:3"));
    assert.strictEqual(await page.locator("[data-verdict]:disabled").count(), 3);
    await page.screenshot({ path: path.join(shots, "review-broken.png") });
    assert.deepStrictEqual(page.faults, []);
    await page.close();
  });
}

async function hostile(browser) {
  const evil = `</script><img src=x onerror="window.hacked=1"><svg onload="window.hacked=2">\u202eevil`;
  // The passage that stands twice is the hostile one.
  const where = folder({ "docs/<img src=x onerror=window.hacked=3>.txt": `Kettles\n\n${evil}\n\nThe Heron costs 40 EUR.\n\n${evil}\n` });
  await served(where, ["docs", "--lang", "en", "--author", `Ada "<b>`], async (link) => {
    const context = await browser.newContext();
    const page = await open(context, link);
    await page.keyboard.press("a");
    await page.waitForSelector("#ask[open]");
    await page.keyboard.type(`<img src=x onerror="window.hacked=4"> =1+1`);
    await page.keyboard.press("Enter");
    await counts(page, "1 accepted");
    await page.reload();
    await page.waitForSelector("article.card, .done");
    await page.check("[name=show][value=decided]", { force: true });
    await page.waitForSelector(".note-box");
    assert.ok((await page.textContent(".note-box")).includes("onerror"));
    assert.strictEqual(await page.locator("img, svg, #card script, b:not([id])").count(), 0);
    assert.strictEqual(await page.evaluate(() => window.hacked), undefined);
    assert.ok(!(await page.textContent("body")).includes("\u202e"));
    await page.screenshot({ path: path.join(shots, "review-hostile.png") });
    assert.deepStrictEqual(page.faults, []);

    // A page of another port of this computer, which the cookie is sent to as well.
    const other = http.createServer((_, response) => response.end("<!doctype html><title>other</title>"));
    await new Promise((ready) => other.listen(0, "127.0.0.1", ready));
    const foreign = await context.newPage();
    await foreign.goto(`http://127.0.0.1:${other.address().port}/`);
    const reached = await foreign.evaluate(async (origin) => {
      const init = { method: "POST", mode: "no-cors", credentials: "include", body: "{}" };
      const tries = [fetch(`${origin}/queue`, { credentials: "include" }), fetch(`${origin}/reload`, init)];
      return Promise.all(tries.map((one) => one.then((answer) => answer.type === "opaque" ? "sent" : "read", () => "refused")));
    }, new URL(link).origin);
    assert.deepStrictEqual(reached, ["refused", "refused"]);
    await foreign.close();
    other.close();
    await context.close();
  });
}

async function looks(browser) {
  const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  const where = folder({});
  fs.cpSync("claims/articles", path.join(where, "docs"), { recursive: true });
  for (const lang of ["en", "zh"]) {
    await served(where, ["docs", "--lang", lang, "--author", "Ada"], async (link) => {
      for (const [colorScheme, width] of [["light", 1280], ["dark", 1280], ["light", 390], ["dark", 390]]) {
        // The page's policy allows no script but its own; the checker comes from outside.
        const page = await open(browser, link, { colorScheme, viewport: { width, height: width > 500 ? 900 : 844 }, bypassCSP: true });
        const check = async (name) => {
          const wide = await page.evaluate(() => document.documentElement.scrollWidth);
          assert.ok(wide <= width, `${name}: ${wide} pixels wide on a screen of ${width}`);
          await page.screenshot({ path: path.join(shots, `review-${lang}-${width}-${colorScheme}-${name}.png`) });
          const { violations } = await page.evaluate(() => axe.run());
          assert.deepStrictEqual(violations.map((violation) => `${name}: ${violation.id}: ${violation.nodes[0].html}`), []);
        };
        await page.evaluate(axe);
        await check("card");
        await page.click("#more-filters summary");
        await check("filters");
        await page.click("[data-verdict=accepted]");
        await check("ask");
        await page.keyboard.press("Escape");
        await page.click("#help-open");
        await check("help");
        assert.deepStrictEqual(page.faults, []);
        await page.close();
      }
    });
  }
}

(async () => {
  execFileSync(binary, ["--version"]);
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: flags });
  try {
    for (const check of [keyboard, tabs, disk, hostile, looks]) {
      await check(browser);
      console.log(`review: ${check.name} passed`);
    }
  } finally {
    await browser.close();
  }
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
