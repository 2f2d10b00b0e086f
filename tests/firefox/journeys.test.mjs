/**
 * The main user journeys in Firefox: play, solve, share, an embedded frame, offline, on a phone. The tests run in this
 * order, because they share one Firefox and one start of Python. Skipped without Firefox (FIREFOX=/path/to/firefox sets
 * its path).
 */
import assert from "node:assert/strict";
import { execFileSync, spawn } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { createServer } from "node:net";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { deflateRawSync } from "node:zlib";
import puppeteer from "puppeteer-core";

const root = fileURLToPath(new URL("../../", import.meta.url));
const firefox = process.env.FIREFOX ?? ["firefox-esr", "firefox"].map(find).find(Boolean);
const skip = !firefox
  ? "there is no Firefox here: apt install firefox-esr, or FIREFOX=/path/to/firefox"
  : !existsSync(`${root}dist/index.html`) && "there is no dist/ yet: ./build.sh makes it";

const LOOP = { kind: "slitherlink", grid: ["4"] };
const PICTURE = {
  kind: "nonogram",
  rows: [[1, 1], [5], [5], [3], [1]],
  cols: [[2], [4], [4], [4], [2]],
  title: "Heart",
};
const NUMBERS = { kind: "minesweeper", grid: ["1211", "...."] };
const LONG = 60_000; // in ms; Python may start slowly on a busy machine

let browser, page, server, url;
let leaving = false;
const errors = [];

/** @param {string} name */
function find(name) {
  try {
    return execFileSync("which", [name], { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] }).trim();
  } catch {
    return undefined;
  }
}

const packed = (document) => `#p=${deflateRawSync(JSON.stringify(document)).toString("base64url")}`;

const freePort = () =>
  new Promise((resolve) => {
    const probe = createServer().listen(0, "127.0.0.1", () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });

async function serve() {
  const port = await freePort();
  const python = existsSync(`${root}.venv/bin/python`) ? `${root}.venv/bin/python` : "python3";
  const started = spawn(python, [`${root}tools/serve.py`, "--port", String(port)], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  await new Promise((resolve) => started.stdout.once("data", resolve));
  return { started, url: `http://127.0.0.1:${port}/` };
}

/** Waits until a condition holds on the page. @param {(argument: any) => any} what @param {any} [argument] */
const until = (what, argument) => page.waitForFunction(what, { timeout: LONG, polling: 100 }, argument);

/** @param {string} selector @param {string} part */
const says = (selector, part) =>
  until(([where, text]) => document.querySelector(where)?.textContent.includes(text), [selector, part]);

/**
 * Opens an address that replaces a page. Firefox reports requests that this cancels as errors of the page, which they
 * are not.
 */
async function leaveFor(address) {
  leaving = true;
  await page.goto(address);
  leaving = false;
}

async function open(document) {
  await leaveFor("about:blank");
  await page.goto(url + (document ? packed(document) : ""));
  await page.waitForSelector(document ? "#canvas" : "#samples canvas", { visible: true });
}

before(async () => {
  if (skip) return;
  ({ started: server, url } = await serve());
  browser = await puppeteer.launch({
    browser: "firefox",
    executablePath: firefox,
    headless: true,
    extraPrefsFirefox: { "intl.accept_languages": "en-GB" },
  });
  page = await browser.newPage();
  await page.setViewport({ width: 1280, height: 860 });
  const report = (text) => leaving || errors.push(text);
  page.on("pageerror", (error) => report(String(error)));
  page.on("console", (message) => message.type() === "error" && report(message.text()));
});

after(async () => {
  await browser?.close();
  server?.kill();
});

test("the first page shows its boards", { skip }, async () => {
  await open(null);
  const kinds = readdirSync(new URL("../../web/puzzles", import.meta.url));
  assert.equal((await page.$$("#samples canvas")).length, Math.min(4, kinds.length));
});

test("a loop is drawn with the keyboard, and the finish is told", { skip }, async () => {
  await open(LOOP);
  await page.focus("#board");
  for (const key of ["Enter", "ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp", "Enter"])
    await page.keyboard.press(key);
  await says("#sentence", "Solved in");
});

test("cells are filled with the mouse and taken back", { skip }, async () => {
  await open(PICTURE);
  const { x, y, width, height } = await (await page.$("#canvas")).boundingBox();
  const before = await page.$eval("#progress dd", (fact) => fact.textContent);
  // The page follows the board in a later task.
  const filled = (isBefore) =>
    until(([text, same]) => (document.querySelector("#progress dd").textContent === text) === same, [before, isBefore]);
  await page.mouse.move(x + width - 20, y + height - 20);
  await page.mouse.down();
  await page.mouse.move(x + width - 20, y + height - 100, { steps: 5 });
  await page.mouse.up();
  await filled(false);
  await page.click("#undo");
  await filled(true);
});

test("the solver decides, hints and explains", { skip }, async () => {
  await open(PICTURE);
  await says("#verdict", "Unique");
  await page.click("#hint-button");
  await says("#caption", "Hint");
  await page.click("#mode-analyse");
  await page.waitForSelector("#step-list li", { timeout: LONG });
  await page.click("#mode-play");
});

test("the Share panel fits, and its link opens the same puzzle", { skip }, async () => {
  await open(NUMBERS);
  await page.click("#share-button");
  await page.waitForSelector("#panel-share button", { visible: true });
  const beside = await page.$$eval("#panel-share :is(button, input, textarea)", (all) =>
    all
      .filter((one) => one.checkVisibility() && one.getBoundingClientRect().right > innerWidth)
      .map((one) => one.id || one.textContent),
  );
  assert.deepEqual(beside, []);
  const link = await page.$eval("#panel-share", (panel) =>
    [...panel.querySelectorAll("input, textarea, output, p, code")]
      .map((one) => one.value || one.textContent)
      .find((text) => /^\S*#p=\S+$/.test(text.trim())),
  );
  assert.ok(link?.includes("#p="), link);
  await leaveFor("about:blank");
  await page.goto(link.trim());
  await says("#size", "4 wide × 2 high");
});

test("a board stands in a frame", { skip }, async () => {
  await leaveFor("about:blank");
  // The page replaces itself by that of the frame.
  await leaveFor(`${url}#embed&lang=en&p=${packed(NUMBERS).slice(3)}`);
  await page.waitForSelector("#tools:not([hidden])");
  await page.click("#hint-button");
  await says("#hint-button", "Do it");
});

test("on a phone nothing is wider than the window", { skip }, async () => {
  await page.setViewport({ width: 390, height: 844 });
  for (const document of [null, PICTURE]) {
    await open(document);
    assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 390);
  }
  await page.setViewport({ width: 1280, height: 860 });
});

test("after one visit everything works without the server", { skip }, async () => {
  await open(NUMBERS);
  await says("#verdict", "Unique");
  await until(() => navigator.serviceWorker.ready.then(({ active }) => active?.state === "activated"));
  server.kill();
  await open({ ...LOOP, title: "Offline" });
  await says("#title", "Offline");
  await says("#verdict", "Unique");
  await page.click("#mode-draw");
  await page.waitForSelector("#draw-title", { visible: true, timeout: LONG });
});

test("the console shows no error", { skip }, () => assert.deepEqual(errors, []));
