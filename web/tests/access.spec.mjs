// For everybody: by keyboard, by screen reader, on a phone, in the dark.

import assert from "node:assert/strict";
import { test } from "node:test";
import { AxeBuilder } from "@axe-core/playwright";
import { control, desktop, feed, mocked, onlyMocked, person, phone, question, otherQuestion, setUp, shot, stored, withClasses } from "./helpers.mjs";

setUp();

async function noViolations(page) {
  const { violations } = await new AxeBuilder({ page }).options({ resultTypes: ["violations"] }).analyze();
  assert.deepEqual(
    violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => `${node.target} ${node.failureSummary}`).join("; ")}`),
    [],
  );
}

for (const scheme of ["light", "dark"]) {
  for (const [device, viewport] of Object.entries({ desktop, phone })) {
    test(`axe finds nothing: ${device}, ${scheme}`, async (t) => {
      await feed(3);
      // Under the reduced-motion preference nothing is caught half faded.
      const page = await person(t, { viewport, scheme, reducedMotion: "reduce", hasTouch: device === "phone", isMobile: device === "phone" });
      await withClasses(page);
      const id = await question(page);
      await page.locator("#legend tr").first().waitFor();
      await shot(page, `${device}-${scheme}`);
      await noViolations(page);
      await page.locator("button.class").first().click();
      await otherQuestion(page, id);
      await page.getByRole("button", { name: "Undo" }).click();
      await question(page);
      await noViolations(page);
      await page.locator("#help-open").click();
      await shot(page, `${device}-${scheme}-help`);
      await noViolations(page);
    });
  }

  test(`axe finds nothing while offline or without a token: ${scheme}`, onlyMocked, async (t) => {
    const page = await person(t, { scheme, reducedMotion: "reduce" });
    await page.locator("#link-text", { hasText: "Connected" }).waitFor();
    await control({ refuse: true });
    await page.locator("#link-text", { hasText: "Offline" }).waitFor();
    await noViolations(page);
    await control({ refuse: false, token: "secret" });
    t.after(() => control({ token: "" }));
    await page.locator("#token").waitFor();
    await noViolations(page);
  });
}

test("nothing is wider than a narrow phone, and the question comes first", async (t) => {
  await feed(2);
  const page = await person(t, { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
  await withClasses(page);
  await question(page);
  assert.ok((await page.evaluate(() => document.documentElement.scrollWidth)) <= 360);
  const top = async (selector) => (await page.locator(selector).boundingBox()).y;
  assert.ok((await top("#answers")) < (await top("#map")));
  const sizes = await page.locator("#ask button").evaluateAll((all) => all.map((button) => button.getBoundingClientRect().height));
  assert.ok(sizes.every((height) => height >= 44), String(sizes));
  await shot(page, "narrow");
});

test("Tab and Enter are enough, and the focus stays", async (t) => {
  await feed(3);
  const page = await person(t);
  await withClasses(page);
  const id = await question(page);
  const reached = [];
  for (let i = 0; i < 12 && !reached.includes("class"); ++i) {
    await page.keyboard.press("Tab");
    reached.push(await page.evaluate(() => document.activeElement.className.split(" ")[0] || document.activeElement.id));
  }
  assert.ok(reached.includes("class"), String(reached));
  const outline = await page.evaluate(() => getComputedStyle(document.activeElement).outlineStyle);
  assert.equal(outline, "solid");
  await page.keyboard.press("Enter");
  await otherQuestion(page, id);
  assert.equal((await stored(id)).state, "labelled");
  assert.ok(await page.evaluate(() => document.activeElement.classList.contains("class")));
});

test("help opens with ? and closes with Escape; keys do nothing meanwhile", async (t) => {
  await feed(2);
  const page = await person(t);
  await withClasses(page);
  const id = await question(page);
  await page.keyboard.press("?");
  assert.ok(await page.locator("#help").isVisible());
  await page.keyboard.press("1");
  await page.keyboard.press("Escape");
  assert.ok(!(await page.locator("#help").isVisible()));
  assert.equal(await question(page), id);
});

test("single keys can be switched off", async (t) => {
  await feed(2);
  const page = await person(t);
  await withClasses(page);
  const id = await question(page);
  await page.keyboard.press("?");
  await page.getByLabel("Single keys answer").uncheck();
  await page.keyboard.press("Escape");
  await page.keyboard.press("1");
  assert.equal(await question(page), id);
  assert.equal((await stored(id)).state, "open");
});

test("a screen reader hears the result and the next question", async (t) => {
  await feed(3);
  const page = await person(t);
  await withClasses(page);
  const id = await question(page);
  await page.keyboard.press("1");
  const next = await otherQuestion(page, id);
  const heard = await page.locator("#voice").innerText();
  assert.match(heard, /Saved: /);
  assert.match(heard, new RegExp(`Question ${next}, .*[Pp]redict`));
  assert.equal(await page.getByRole("main").count(), 1);
  if (mocked) assert.equal(await page.getByRole("banner").count(), 1);
});
