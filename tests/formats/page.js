// The page of the HTML report in a browser, as its readers use it: filters, links into documents, keys, accessibility, size.
// Usage: node page.js FOLDER, which holds en.html, zh.html and many.html; screenshots are put beside them.
"use strict";

const assert = require("node:assert");
const fs = require("node:fs");
const path = require("node:path");
const { chromium } = require("playwright-core");

const folder = path.resolve(process.argv[2]);
const address = (name) => `file://${folder}/${name}.html`;
const flags = ["--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking", "--disable-component-update", "--disable-sync"];

async function open(browser, name, options) {
  const page = await browser.newPage(options);
  const faults = [];
  page.on("pageerror", (error) => faults.push(error.message));
  page.on("console", (message) => message.type() === "error" && faults.push(message.text()));
  page.on("request", (request) => request.url().startsWith("file:") || faults.push(`loads ${request.url()}`));
  await page.goto(address(name));
  return { page, faults };
}

async function looks(browser) {
  for (const [name, colorScheme, width] of [["en", "light", 1280], ["en", "dark", 390], ["zh", "dark", 1280], ["zh", "light", 390]]) {
    const { page, faults } = await open(browser, name, { colorScheme, viewport: { width, height: 1400 } });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    assert.ok(wide <= width, `${name} is ${wide} pixels wide on a screen of ${width}`);
    await page.screenshot({ path: path.join(folder, `${name}-${width}-${colorScheme}.png`) });
    assert.deepStrictEqual(faults, []);
    await page.close();
  }
}

async function filters(browser) {
  const { page, faults } = await open(browser, "en", { viewport: { width: 1280, height: 900 } });
  const cards = () => page.locator("article.found").count();
  const all = await cards();
  assert.ok(all > 10, `${all} findings`);
  const errors = await page.locator("article.found.error").count();
  await page.uncheck("[name=severity][value=warning]");
  await page.uncheck("[name=severity][value=note]");
  await page.waitForFunction((n) => document.querySelectorAll("article.found").length === n, errors);
  await page.fill("#finding-search", "no such words anywhere");
  await page.waitForFunction(() => document.querySelectorAll("article.found").length === 0);
  assert.strictEqual(await page.textContent("#finding-tally"), "Nothing matches these filters.");
  await page.click("#finding-filters button[type=reset]");
  await page.waitForFunction((n) => document.querySelectorAll("article.found").length === n, all);
  await page.selectOption("#finding-rule", "rank-conflict");
  await page.waitForFunction(() => [...document.querySelectorAll("article.found .head span:nth-child(2)")].every((rule) => rule.textContent === "rank-conflict"));

  // From a finding to its place in the document, and back by its mark.
  const quote = await page.locator("article.found mark.hit").first().textContent();
  await page.locator("article.found a[data-s]").first().click();
  const mark = page.locator("mark.flash");
  assert.strictEqual(await mark.textContent(), quote);
  assert.ok(await mark.isVisible());
  await page.screenshot({ path: path.join(folder, "document.png") });
  await mark.click();
  assert.ok((await page.locator("article.at").count()) === 1);

  // Keys.
  await page.keyboard.press("j");
  await page.keyboard.press("/");
  assert.strictEqual(await page.evaluate(() => document.activeElement.id), "finding-search");

  // Claims sort both ways.
  const column = () => page.$$eval("#claim-table tbody tr td:nth-child(2)", (cells) => cells.map((cell) => cell.textContent));
  await page.click("#claim-table [data-sort=kind]");
  const up = await column();
  assert.deepStrictEqual(up, up.slice().sort((a, b) => a.localeCompare(b, "en")));
  await page.click("#claim-table [data-sort=kind]");
  const down = await column();
  assert.deepStrictEqual(down, down.slice().sort((a, b) => b.localeCompare(a, "en")));
  assert.notDeepStrictEqual(up, down);
  assert.deepStrictEqual(faults, []);
  await page.close();
}

async function accessible(browser) {
  const axe = fs.readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
  for (const colorScheme of ["light", "dark"]) {
    // The page's policy allows no script but its own; the checker comes from outside.
    const page = await browser.newPage({ bypassCSP: true, colorScheme });
    await page.goto(address("zh"));
    await page.locator("article.found a[data-s]").first().click();
    await page.evaluate(axe);
    const { violations } = await page.evaluate(() => axe.run());
    const told = violations.map((violation) => `${violation.id}: ${violation.nodes[0].html}`);
    assert.deepStrictEqual(told, []);
    await page.close();
  }
}

async function many(browser) {
  const size = fs.statSync(path.join(folder, "many.html")).size;
  assert.ok(size < 30e6, `${size} bytes`);
  const start = Date.now();
  const { page, faults } = await open(browser, "many");
  await page.waitForSelector("article.found");
  const opened = Date.now() - start;
  const all = Number((await page.textContent("#finding-tally")).match(/of (\d+)/)[1]);
  assert.ok(all >= 20000, `${all} findings`);
  const filtered = await page.evaluate(async () => {
    const from = performance.now();
    const search = document.getElementById("finding-search");
    search.value = "d150.md";
    search.dispatchEvent(new Event("input", { bubbles: true }));
    const before = document.getElementById("finding-tally").textContent;
    while (document.getElementById("finding-tally").textContent === before) await new Promise((next) => setTimeout(next, 5));
    return performance.now() - from;
  });
  assert.deepStrictEqual(faults, []);
  console.log(`${all} findings: ${(size / 1e6).toFixed(1)} MB, opened in ${opened} ms, filtered in ${Math.round(filtered)} ms`);
  await page.close();
}

(async () => {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM || "/usr/bin/chromium", args: flags });
  try {
    for (const check of [looks, filters, accessible, many]) {
      await check(browser);
      console.log(`page: ${check.name} passed`);
    }
  } finally {
    await browser.close();
  }
})().catch((error) => {
  console.error(error);
  process.exit(1);
});
