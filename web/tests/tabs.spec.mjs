// Many tabs of one browser, and how they hear of what happens.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  call, control, feed, link, nameClass, onlyMocked, otherQuestion, person, question, setUp, skipAll, stored, streams, until,
} from "./helpers.mjs";

setUp();

const waiting = (page) => page.locator("#rest-title", { hasText: "No question right now" }).waitFor();
const restored = (t, switches) => t.after(() => control(switches));

// A browser opens six connections to a server: a stream for every tab stops the seventh, and then all.
test("eight tabs of one browser load, hear of a question and answer it", async (t) => {
  await skipAll();
  const first = await person(t);
  const tabs = [first];
  while (tabs.length < 8) tabs.push(await person(t, { context: first.context() }));
  for (const tab of tabs) await waiting(tab);
  await feed(tabs.length);
  const ids = await Promise.all(tabs.map(question));
  assert.equal(new Set(ids).size, tabs.length, String(ids));
  for (const [i, tab] of tabs.entries()) {
    await nameClass(tab, "leaf");
    await until(async () => (await stored(ids[i])).label === "leaf", `question ${ids[i]} is answered`);
  }
  await until(async () => (await streams()) === 1, "one stream for all");
});

test("the stream ends with the last tab", onlyMocked, async (t) => {
  await until(async () => (await streams()) === 0, "no stream before");
  const first = await person(t);
  const second = await person(t, { context: first.context() });
  for (const tab of [first, second]) await link(tab, "Connected");
  assert.equal(await streams(), 1);
  await first.close();
  await skipAll();
  await waiting(second); // still hears
  assert.equal(await streams(), 1);
  const elsewhere = second.goto("about:blank");
  await until(async () => (await streams()) === 0, "the stream is closed");
  await elsewhere;
});

test("tabs with different tokens share no stream, and a refused token stops only its own tabs", onlyMocked, async (t) => {
  await skipAll();
  await control({ token: ["one", "two"] });
  restored(t, { token: "" });
  const first = await person(t);
  const context = first.context();
  const second = await person(t, { context });
  const stranger = await person(t, { context });
  for (const [tab, token] of [[first, "one"], [second, "two"], [stranger, "three"]]) {
    await tab.locator("#token").fill(token);
    await tab.keyboard.press("Enter");
  }
  await stranger.getByText("The token was not accepted").waitFor();
  const shown = await stranger.locator("#count-samples").innerText();
  for (const tab of [first, second]) await waiting(tab);
  assert.equal(await streams(), 2);
  await control({ token: "" }); // so that `feed` may
  await feed(2);
  await Promise.all([question(first), question(second)]);
  assert.equal(await stranger.locator("#count-samples").innerText(), shown);
  assert.ok(await stranger.locator("#token").isVisible());
});

for (const [fault, how] of [["none", "answers 503"], ["held", "is held back by a proxy"]]) {
  test(`the stream ${how}: polling finds questions and answers, until the stream is there`, onlyMocked, async (t) => {
    await skipAll();
    await control({ streams: fault });
    restored(t, { streams: "flow" });
    const page = await person(t);
    page.setDefaultTimeout(10_000); // by itself a page asks every 25 s
    await waiting(page);
    await link(page, "Connected");
    await feed(2);
    const id = await question(page);
    await call("POST", `queries/${id}/label`, { label: "stone" });
    const other = await otherQuestion(page, id);
    await nameClass(page, "leaf");
    await until(async () => (await stored(other)).label === "leaf", "the answer is stored");
    assert.equal(await streams(), 0);
    if (fault === "held") return; // the page waits 40 s for it before it tries again
    await control({ streams: "flow" });
    await until(async () => (await streams()) === 1, "the stream is open");
  });
}

test("a browser without shared workers polls", async (t) => {
  await skipAll();
  const page = await person(t, { before: () => delete globalThis.SharedWorker });
  await waiting(page);
  await link(page, "Connected");
  await feed(1);
  const id = await question(page);
  await nameClass(page, "leaf");
  await until(async () => (await stored(id)).label === "leaf", "the answer is stored");
  await until(async () => (await streams()) === 0, "no stream");
});

test("a hidden tab does not poll, and does as soon as it is looked at", onlyMocked, async (t) => {
  const hide = (hidden) => {
    Object.defineProperty(document, "hidden", { get: () => hidden, configurable: true });
    document.dispatchEvent(new Event("visibilitychange"));
  };
  const page = await person(t, { before: () => delete globalThis.SharedWorker });
  await link(page, "Connected");
  await page.evaluate(hide, true);
  await page.waitForTimeout(200); // what was under way
  const before = (await control()).addresses.length;
  await page.waitForTimeout(4000);
  assert.equal((await control()).addresses.length, before);
  await page.evaluate(hide, false);
  await until(async () => (await control()).addresses.slice(before).includes("/v1/model"), "the model is asked for");
});
