// A question comes, a person answers, the model is better: the whole loop.

import assert from "node:assert/strict";
import { test } from "node:test";
import {
  control, call, desktop, feed, markup, mocked, nameClass, onlyMocked, otherQuestion, person, phone, question, setUp, shot,
  skipAll, stored, withClasses,
} from "./helpers.mjs";

setUp();

const answersCount = async (page) => Number((await page.locator("#count-answers").innerText()).replace(/,/g, ""));
const nameOf = (page, index) => page.locator("button.class .name").nth(index).innerText();

for (const [device, viewport] of Object.entries({ desktop, phone })) {
  test(`${device}: a key answers; counters and map follow`, async (t) => {
    await feed(5);
    const page = await person(t, { viewport });
    await withClasses(page);
    const id = await question(page);
    const name = await nameOf(page, 0);
    const answers = (await call("GET", "model")).queries.labelled;
    await page.waitForFunction((n) => document.querySelector("#count-answers").textContent === n.toLocaleString("en"), answers);
    const drawn = await page.locator("#map").evaluate((map) => map.toDataURL());
    await shot(page, `${device}-question`);
    await page.keyboard.press("1");
    await otherQuestion(page, id);
    assert.equal((await stored(id)).label, name);
    assert.equal(await page.locator("#last-text").innerText(), `Saved: ${name}`);
    await page.waitForFunction((n) => document.querySelector("#count-answers").textContent === n.toLocaleString("en"), answers + 1);
    assert.equal(await answersCount(page), answers + 1);
    await feed(1);
    await page.waitForFunction((before) => document.querySelector("#map").toDataURL() !== before, drawn);
    assert.match(await page.locator("#map-words").innerText(), /\d+ nodes?, /);
    const [, asked, allowed] = /([\d,]+) asked of ([\d,]+) allowed/.exec(await page.locator("#spent-note").innerText());
    const number = (text) => Number(text.replaceAll(",", ""));
    assert.ok(mocked || number(asked) <= number(allowed)); // the mock keeps to no budget
    assert.ok(await page.locator("#spent path").count() === 3);
  });
}

test("a button answers, and says why it is asked", async (t) => {
  await feed(3);
  const page = await person(t);
  await withClasses(page);
  const id = await question(page);
  assert.match(await page.locator("#why-words").innerText(), /label.*region/is);
  const name = await nameOf(page, 1);
  await page.getByRole("button", { name }).first().click();
  await otherQuestion(page, id);
  assert.equal((await stored(id)).label, name);
});

test("skip", async (t) => {
  await feed(2);
  const page = await person(t);
  const id = await question(page);
  await page.keyboard.press("s");
  await otherQuestion(page, id);
  assert.equal((await stored(id)).state, "skipped");
});

test("undo shows the question again, and the new answer replaces the old one", async (t) => {
  await feed(4);
  const page = await person(t);
  await withClasses(page);
  const id = await question(page);
  const second = await nameOf(page, 1);
  await page.keyboard.press("1");
  await otherQuestion(page, id);
  await page.keyboard.press("u");
  assert.equal(await question(page), id);
  await page.waitForTimeout(300);
  assert.equal((await stored(id)).state, "withdrawn");
  await shot(page, "desktop-undo");
  await page.keyboard.press("2");
  await otherQuestion(page, id);
  const { state, label } = await stored(id);
  assert.deepEqual({ state, label }, { state: "labelled", label: second });
});

test("a reload keeps the question, the way back and the keys", async (t) => {
  await feed(4);
  const page = await person(t);
  await withClasses(page);
  const first = await question(page);
  await page.keyboard.press("1");
  const second = await otherQuestion(page, first);
  const names = await page.locator("button.class .name").allInnerTexts();
  await page.reload();
  assert.equal(await question(page), second);
  assert.deepEqual(await page.locator("button.class .name").allInnerTexts(), names);
  await page.keyboard.press("u");
  assert.equal(await question(page), first);
  await page.reload();
  assert.equal(await question(page), first);
  await page.keyboard.press("2");
  await otherQuestion(page, first);
  assert.equal((await stored(first)).label, names[1]);
});

test("two browsers and two tabs never share a question", async (t) => {
  await feed(14);
  const one = await person(t);
  const tab = await person(t, { context: one.context() });
  const two = await person(t);
  await withClasses(one);
  const seen = [];
  for (let round = 0; round < 3; ++round) {
    for (const page of [one, tab, two]) seen.push(await question(page));
    await Promise.all(
      [one, tab, two].map(async (page) => {
        const id = await question(page);
        await page.keyboard.press("1");
        await otherQuestion(page, id);
      }),
    );
  }
  assert.equal(new Set(seen).size, seen.length, String(seen));
});

const withoutOne = {
  "a lock": () => delete window.BroadcastChannel,
  "asking the other tabs": () => Object.defineProperty(navigator, "locks", { value: undefined }), // as over plain http
};
for (const [way, before] of Object.entries(withoutOne)) {
  test(`a tab that was opened by another one, with a copy of its storage, is another person: by ${way}`, async (t) => {
    await feed(4);
    const page = await person(t, { before });
    const id = await question(page);
    const opened = page.context().waitForEvent("page");
    const [copy] = await Promise.all([opened, page.evaluate(() => void window.open(location.href))]);
    assert.notEqual(await question(copy), id);
    assert.equal(await question(page), id);
    await page.reload();
    assert.equal(await question(page), id);
  });
}

test("a question that is looked at stays this person's", async (t) => {
  await feed(2);
  const page = await person(t, { clock: true });
  const id = await question(page);
  const renewed = page.waitForRequest((request) => request.url().endsWith("/queries/next"));
  await page.clock.runFor(26_000);
  await renewed;
  assert.equal(await question(page), id);
});

test("a new class by keyboard; Escape leaves the field", async (t) => {
  await feed(3);
  const page = await person(t);
  const id = await question(page);
  await page.keyboard.press("n");
  assert.equal(await page.evaluate(() => document.activeElement.id), "new-label");
  await page.keyboard.type("1s");
  assert.equal(await page.locator("#new-label").inputValue(), "1s");
  await page.keyboard.press("Escape");
  assert.equal(await page.locator("#new-label").inputValue(), "");
  assert.equal(await question(page), id);
  await nameClass(page, "driftwood");
  await otherQuestion(page, id);
  assert.equal((await stored(id)).label, "driftwood");
  await page.locator("button.class .name", { hasText: "driftwood" }).waitFor();
});

test("a class name with markup stays text", async (t) => {
  await feed(3);
  const page = await person(t);
  const id = await question(page);
  await nameClass(page, markup);
  await otherQuestion(page, id);
  assert.equal((await stored(id)).label, markup);
  assert.ok((await page.locator("button.class .name").allInnerTexts()).includes(markup));
  assert.equal(await page.locator("img[src='x']").count(), 0);
});

test("offline: the answer is kept and sent when the connection is back", async (t) => {
  await feed(3);
  const page = await person(t);
  await withClasses(page);
  const id = await question(page);
  await page.context().setOffline(true);
  await page.keyboard.press("1");
  await page.locator("#link-text", { hasText: "Offline, 1 answer kept" }).waitFor();
  await page.locator("#rest-text", { hasText: "No new questions can come" }).waitFor();
  await shot(page, "desktop-offline");
  await page.context().setOffline(false);
  await otherQuestion(page, id);
  assert.equal((await stored(id)).state, "labelled");
  await page.locator("#link-text", { hasText: "Connected" }).waitFor();
});

test("the server hangs up: undo and answer anew work without it, in order", onlyMocked, async (t) => {
  await feed(3);
  const page = await person(t);
  const id = await question(page);
  const second = await nameOf(page, 1);
  await control({ refuse: true });
  t.after(() => control({ refuse: false }));
  await page.locator("#link-text", { hasText: "Offline" }).waitFor();
  await page.keyboard.press("1");
  await page.locator("#link-text", { hasText: "Offline, 1 answer kept" }).waitFor();
  await page.keyboard.press("u");
  assert.equal(await question(page), id);
  await page.keyboard.press("2");
  await page.locator("#link-text", { hasText: "Offline, 1 answer kept" }).waitFor();
  assert.equal(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("mpart.outbox.")).length), 3);
  await control({ refuse: false });
  await otherQuestion(page, id);
  assert.equal((await stored(id)).label, second);
  assert.equal(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("mpart.outbox.")).length), 0);
});

test("a full disk: the answer is kept over a reload", onlyMocked, async (t) => {
  await feed(3);
  const page = await person(t);
  const id = await question(page);
  await control({ full: true });
  t.after(() => control({ full: false }));
  await page.keyboard.press("1");
  await page.locator("#link-text", { hasText: "Server trouble, 1 answer kept" }).waitFor();
  await page.reload();
  await page.locator("#link-text", { hasText: "Server trouble, 1 answer kept" }).waitFor();
  await page.locator("#rest-text", { hasText: "the disk is full" }).waitFor();
  assert.equal((await stored(id)).state, "open");
  await control({ full: false });
  await otherQuestion(page, id);
  assert.equal((await stored(id)).state, "labelled");
});

test("what a closed tab could not send, another tab sends", onlyMocked, async (t) => {
  await feed(3);
  const page = await person(t);
  const id = await question(page);
  await control({ full: true });
  t.after(() => control({ full: false }));
  await page.keyboard.press("1");
  await page.locator("#link-text", { hasText: "1 answer kept" }).waitFor();
  const context = page.context();
  await page.close();
  await control({ full: false });
  const other = await person(t, { context, clock: true });
  await question(other);
  await other.clock.runFor(150_000);
  await other.waitForFunction(() => !Object.keys(localStorage).some((key) => key.startsWith("mpart.outbox.")));
  assert.equal((await stored(id)).state, "labelled");
});

test("an answer that comes too late is told", async (t) => {
  await feed(3);
  const page = await person(t);
  await withClasses(page);
  const id = await question(page);
  await page.route("**/queries/*/label", (route) =>
    route.fulfill({ status: 409, contentType: "application/problem+json", body: '{"type":"about:blank","title":"conflict","status":409,"detail":"its node is gone"}' }),
  );
  await page.keyboard.press("1");
  await page.locator("#last-text.bad").waitFor();
  assert.match(await page.locator("#last-text").innerText(), new RegExp(`Question ${id} could not be answered: its node is gone`));
  assert.equal(await page.evaluate(() => Object.keys(localStorage).filter((key) => key.startsWith("mpart.outbox.")).length), 0);
});

test("a question that another one answers goes away", async (t) => {
  await feed(3);
  const page = await person(t);
  const id = await question(page);
  await call("POST", `queries/${id}/label`, { label: "stone" });
  await otherQuestion(page, id);
  assert.match(await page.locator("#last-text").innerText(), /somebody else/);
});

test("a row of a table is shown with the names of its columns", onlyMocked, async (t) => {
  await skipAll();
  const values = [{ name: "alcohol", value: "13.2" }, { name: markup, value: markup }, { name: "bottled", value: null }];
  await call("POST", "samples", { values: [0.5, 0.5], id: "w7", show: { values } });
  const page = await person(t);
  await question(page);
  await shot(page, "desktop-row");
  assert.deepEqual(await page.locator(".sample-values th").allInnerTexts(), ["alcohol", markup, "bottled"]);
  assert.deepEqual(await page.locator(".sample-values td").allInnerTexts(), ["13.2", markup, "missing"]);
});

test("what is to be shown stays harmless", onlyMocked, async (t) => {
  await skipAll();
  const text = "<b>bold</b><script>alert(1)</script>";
  await call("POST", "samples", { values: [0.5, 0.5], id: markup, show: { text, link: "javascript:alert(1)" } });
  await call("POST", "samples", { values: [0.5, 0.5], id: "far", show: { picture: "https://elsewhere.example/x.png" } });
  await call("POST", "samples", { values: [0.5, 0.5], show: { link: "https://example.org/" } });
  const page = await person(t);
  const id = await question(page);
  assert.equal(await page.locator(".sample-text").innerText(), text);
  assert.equal(await page.locator("#question-note").innerText(), markup);
  assert.equal(await page.locator("#sample a").count(), 0);
  await page.keyboard.press("s");
  const far = await otherQuestion(page, id);
  assert.equal(await page.locator("#sample img").count(), 0);
  assert.equal(await page.locator(".sample-id").innerText(), "far");
  await page.keyboard.press("s");
  await otherQuestion(page, far);
  const link = page.getByRole("link", { name: "https://example.org/" });
  assert.deepEqual(await link.evaluate((a) => [a.target, a.rel]), ["_blank", "noopener noreferrer"]);
});

test("waiting ends when a question is there", onlyMocked, async (t) => {
  await skipAll();
  const page = await person(t);
  await page.getByText("No question right now").first().waitFor();
  await shot(page, "desktop-waiting");
  await feed(1);
  await question(page);
});

test("the demo answers by itself", { skip: mocked ? false : "needs --demo" }, async (t) => {
  await feed(2);
  const page = await person(t);
  const id = await question(page);
  const toggle = page.getByRole("switch", { name: "answers by itself" });
  await toggle.check({ force: true });
  await page.waitForFunction((before) => !document.querySelector("#question-title").textContent.includes(before), String(id));
  await toggle.uncheck({ force: true });
  await page.waitForTimeout(200);
  assert.equal((await call("GET", "model")).demo.answers_itself, false);
});

test("a token is asked for, and never in an address", onlyMocked, async (t) => {
  await feed(2);
  await control({ token: "let me in" });
  t.after(() => control({ token: "" }));
  const page = await person(t);
  await page.locator("#token").fill("wrong");
  await page.keyboard.press("Enter");
  await page.getByText("The token was not accepted").waitFor();
  await shot(page, "desktop-token");
  await page.locator("#token").fill("let me in");
  await page.keyboard.press("Enter");
  await question(page);
  await page.reload();
  await question(page);
  const { addresses } = await control(); // also those of the worker
  assert.ok(addresses.some((address) => address.endsWith("/events")));
  assert.ok(addresses.every((address) => !/let|me%20in/.test(address)));
});
