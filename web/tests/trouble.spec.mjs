// A server that stops, asks to wait, or whose answer is lost on the way.

import assert from "node:assert/strict";
import { test } from "node:test";
import { control, feed, link, onlyMocked, otherQuestion, person, question, setUp, shot, skipAll, stored } from "./helpers.mjs";

setUp();

const rest = (page, text) => page.locator("#rest", { hasText: text }).waitFor();

test("the server stops and comes back: the page says so, keeps the answer and sends it", onlyMocked, async (t) => {
  await feed(3);
  const page = await person(t);
  const id = await question(page);
  t.after(() => control({ stopping: false, refuse: false }));
  await control({ stopping: true });
  await link(page, "Server trouble");
  await page.keyboard.press("1");
  await link(page, "Server trouble, 1 answer kept");
  await rest(page, "The server says: the server is stopping.");
  await rest(page, "1 answer is kept in this browser");
  await shot(page, "desktop-stopping");
  await control({ refuse: true });
  await link(page, "Offline, 1 answer kept");
  await rest(page, "The server says: the server is stopping.");
  await control({ stopping: false, refuse: false });
  await otherQuestion(page, id);
  assert.equal((await stored(id)).state, "labelled");
  await link(page, "Connected");
});

test("the server stops while nobody is asked: the page says so", onlyMocked, async (t) => {
  await skipAll();
  const page = await person(t);
  await rest(page, "No question right now");
  t.after(() => control({ stopping: false }));
  await control({ stopping: true });
  await rest(page, "The server gives no questions now");
  await rest(page, "The server says: the server is stopping.");
  await control({ stopping: false });
  await rest(page, "No question right now");
});

test("an answer whose receipt was lost is sent again and has one effect", onlyMocked, async (t) => {
  await feed(3);
  const page = await person(t);
  const id = await question(page);
  const before = await control({ loseAnswers: 3 });
  await page.keyboard.press("1");
  await otherQuestion(page, id);
  const { deeds, keys } = await control();
  const sent = keys.slice(before.keys.length);
  assert.equal(sent.length, 4); // some of them by the browser, which tries again by itself
  assert.equal(new Set(sent).size, 1, String(sent));
  assert.match(sent[0], /^[\x21-\x7e]{24,200}$/);
  assert.equal(deeds, before.deeds + 1);
});

test("429: the page says how long it waits, and asks nothing meanwhile", onlyMocked, async (t) => {
  await feed(3);
  const page = await person(t);
  const id = await question(page);
  t.after(() => control({ busy: 0 }));
  await control({ busy: 4 });
  const sent = [];
  page.on("request", (request) => {
    if (request.url().includes(`/queries/`)) sent.push(Date.now());
  });
  await page.keyboard.press("1");
  await link(page, "Waiting, 1 answer kept");
  await rest(page, "The server asks to wait");
  await rest(page, "too many requests. The page tries again in 4 seconds. 1 answer is kept");
  await shot(page, "desktop-patience");
  await control({ busy: 0 });
  await otherQuestion(page, id);
  assert.ok(sent[1] - sent[0] >= 4000, String(sent));
  assert.equal((await stored(id)).state, "labelled");
});

test("429 before the first question: the page waits, then asks for the token", onlyMocked, async (t) => {
  t.after(() => control({ busy: 0, token: "" }));
  await control({ busy: 2, token: "secret" });
  const page = await person(t);
  await rest(page, "The server asks to wait");
  await control({ busy: 0 });
  await page.locator("#token").waitFor();
});

test("403 is about the host name or the origin: the answer is kept, no token is asked for", onlyMocked, async (t) => {
  await feed(3);
  const page = await person(t);
  const id = await question(page);
  await page.route("**/queries/*/label", (route) =>
    route.fulfill({ status: 403, contentType: "application/problem+json", body: '{"status":403,"detail":"the host name is not allowed"}' }),
  );
  await page.keyboard.press("1");
  await rest(page, "The server says: the host name is not allowed.");
  await page.unroute("**/queries/*/label");
  await otherQuestion(page, id);
  assert.equal((await stored(id)).state, "labelled");
});

test("a proxy that knows no such path does not make the page drop an answer", onlyMocked, async (t) => {
  await feed(3);
  const page = await person(t);
  const id = await question(page);
  await page.route("**/queries/*/label", (route) => route.fulfill({ status: 404, contentType: "text/html", body: "<h1>404</h1>" }));
  await page.keyboard.press("1");
  await link(page, "Server trouble, 1 answer kept");
  await page.unroute("**/queries/*/label");
  await otherQuestion(page, id);
  assert.equal((await stored(id)).state, "labelled");
});
