// One server and one browser for a file of tests.
//   MPART_URL       a server that runs already (default: the mock is started)
//   MPART_TOKEN     its token
//   MPART_FEATURES  how many values its samples have (default 4)
//   MPART_SHOTS     a folder for screenshots (default: none are taken)
//   CHROMIUM        the browser (default /usr/bin/chromium)

import assert from "node:assert/strict";
import { after, before } from "node:test";
import { mkdirSync } from "node:fs";
import { chromium } from "playwright-core";
import { startMock } from "../mock/server.mjs";
import { invent, markup } from "../mock/samples.mjs";

export { markup };
export const mocked = !process.env.MPART_URL;
export const onlyMocked = { skip: mocked ? false : "needs the mock server" };
export const desktop = { width: 1280, height: 800 };
export const phone = { width: 390, height: 844 };

const features = Number(process.env.MPART_FEATURES ?? 4);
let mock;
let browser;
let url;
let fed = 1000;

export function setUp() {
  before(async () => {
    mock = mocked ? await startMock() : null;
    url = mock?.url ?? process.env.MPART_URL.replace(/\/*$/, "/");
    browser = await chromium.launch({
      executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium",
      args: ["--no-sandbox"],
    });
  });
  after(async () => {
    await browser?.close();
    await mock?.close();
  });
}

async function request(method, path, body) {
  const headers = { "Content-Type": "application/json" };
  if (process.env.MPART_TOKEN) headers.Authorization = `Bearer ${process.env.MPART_TOKEN}`;
  const response = await fetch(url + path, { method, headers, body: body && JSON.stringify(body) });
  assert.ok(response.ok, `${method} ${path}: ${response.status}`);
  if (response.status === 204) return null;
  return response.headers.get("Content-Type").includes("json") ? response.json() : response.text();
}

export const call = (method, path, body) => request(method, `v1/${path}`, body);
export const control = (switches = {}) => request("POST", "mock", switches);
export const stored = (id) => call("GET", `queries/${id}`);

// How many event streams the server has open.
export async function streams() {
  if (mocked) return (await control()).listeners;
  return Number(/^mpart_event_streams (\d+)/m.exec(await request("GET", "metrics"))[1]);
}

// Streams samples until there are that many more questions.
export async function feed(questions) {
  const open = async () => (await call("GET", "model")).queries.open;
  const wanted = (await open()) + questions;
  for (let tries = 0; tries < 2000; ++tries) {
    if ((await open()) >= wanted) return;
    const batch = Array.from({ length: mocked ? 1 : 20 }, () => {
      const { values, id, show } = invent(fed++);
      return { values: Array.from({ length: features }, (_, i) => values[i % 2]), id, show };
    });
    await call("POST", "samples", batch);
  }
  assert.fail("the server asks no questions");
}

export async function skipAll() {
  for (;;) {
    const { queries } = await call("GET", "queries?state=open&limit=100");
    if (!queries.length) return;
    for (const { id } of queries) await call("POST", `queries/${id}/skip`);
  }
}

// A person of their own, or with `context` another tab of theirs. Anything the browser complains about fails the test.
export async function person(t, { viewport = desktop, scheme = "light", context, clock, before, ...options } = {}) {
  const owned = context ?? (await browser.newContext({ viewport, colorScheme: scheme, ...options }));
  if (!context && process.env.MPART_TOKEN) {
    await owned.addInitScript((token) => sessionStorage.setItem("mpart.token", JSON.stringify(token)), process.env.MPART_TOKEN);
  }
  if (before) await owned.addInitScript(before);
  if (clock) await owned.clock.install();
  const page = await owned.newPage();
  const complaints = [];
  page.on("pageerror", (error) => complaints.push(error.message));
  page.on("dialog", (dialog) => {
    complaints.push(`dialog: ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (/Content Security Policy/i.test(message.text())) complaints.push(message.text());
  });
  t.after(async () => {
    if (!context) await owned.close();
    assert.deepEqual(complaints, []);
  });
  await page.goto(url);
  return page;
}

export const link = (page, text) => page.locator("#link-text", { hasText: text }).waitFor();

export async function until(fact, what) {
  for (let tries = 0; tries < 200; ++tries) {
    if (await fact()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  assert.fail(`never: ${what}`);
}

const settleMs = 250; // the page takes no answer within the first 200 ms of a question

export async function question(page) {
  await page.locator("#ask:not([hidden]):not(.busy)").waitFor();
  await page.waitForTimeout(settleMs);
  return Number(/[\d,]+/.exec(await page.locator("#question-title").innerText())[0].replace(/,/g, ""));
}

export async function otherQuestion(page, before) {
  await page.waitForFunction(
    (id) => {
      const ask = document.querySelector("#ask");
      const title = document.querySelector("#question-title").textContent.replace(/,/g, "");
      return !ask.hidden && !ask.classList.contains("busy") && Number(/\d+/.exec(title)?.[0]) !== id;
    },
    before,
  );
  return question(page);
}

// A fresh server has no classes: the first ones are named in the field.
export async function withClasses(page) {
  for (const name of ["leaf", "stone"]) {
    if ((await page.locator("button.class").count()) >= 2) return;
    const id = await question(page);
    await nameClass(page, name);
    await otherQuestion(page, id);
  }
}

export async function nameClass(page, name) {
  await page.keyboard.press("n");
  await page.keyboard.type(name);
  await page.keyboard.press("Enter");
}

export async function shot(page, name) {
  if (!process.env.MPART_SHOTS) return;
  mkdirSync(process.env.MPART_SHOTS, { recursive: true });
  await page.screenshot({ path: `${process.env.MPART_SHOTS}/${name}.png`, fullPage: true });
}
