// The parts that need no browser.

import assert from "node:assert/strict";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { build } from "vite";

async function load(name) {
  const entry = new URL(`../src/${name}.ts`, import.meta.url).pathname;
  const result = await build({
    configFile: false,
    logLevel: "silent",
    build: { write: false, minify: false, lib: { entry, formats: ["es"] } },
  });
  return import(`data:text/javascript,${encodeURIComponent(result[0].output[0].code)}`);
}

test("events arrive whole, however the stream is cut", async () => {
  const { Parser } = await load("sse");
  const stream = ': hello\r\n\r\nevent: query\ndata: {"id":\ndata: 17}\n\nevent: broken\ndata: {\n\nevent:model\r\ndata:{"samples":1}\r\n\r\n';
  for (let size = 1; size < stream.length; ++size) {
    const seen = [];
    const parser = new Parser((name, data) => seen.push([name, data]));
    for (let at = 0; at < stream.length; at += size) parser.feed(stream.slice(at, at + size));
    assert.deepEqual(seen, [["query", { id: 17 }], ["model", { samples: 1 }]], `pieces of ${size}`);
  }
});

test("commands and classes share no key", async () => {
  const { classOfKey, commands, keyOfClass } = await load("keys");
  for (const key of Object.values(commands)) assert.equal(classOfKey(key), -1);
  assert.equal(keyOfClass(0), "1");
  assert.equal(keyOfClass(9), "a");
  assert.equal(keyOfClass(100), undefined);
  for (let i = 0; i < 32; ++i) assert.equal(classOfKey(keyOfClass(i)), i);
});

test("reasons in figures", async () => {
  const { whyFigures } = await load("why");
  const why = { text: "", epistemic: 1, aleatoric: 0.25, density: 50, score: 0.3, threshold: 0.2 };
  assert.deepEqual(whyFigures(why).map(({ name, value }) => [name, value]), [
    ["Lack of labels", "100 %"], ["Mixed classes", "25 %"], ["Density", "50"], ["Score", "0.3 (0.2 needed)"],
  ]);
  assert.equal(whyFigures({ ...why, threshold: null })[3].value, "0.3");
});

test("what is embedded is small and has no script or style of its own", async () => {
  const dist = new URL("../dist/", import.meta.url);
  const names = ["index.html", "assets/page.js", "assets/worker.js", "assets/page.css", "favicon.svg"];
  const parts = await Promise.all(names.map((name) => readFile(new URL(name, dist))));
  assert.ok(parts.reduce((sum, part) => sum + part.length, 0) < 60_000);
  assert.doesNotMatch(String(parts[0]), /<style|\sstyle=|\son\w+=|<script(?![^>]*src=)/);
});

test("dist is built from src", async () => {
  const root = new URL("..", import.meta.url).pathname;
  const { output } = await build({ root, configFile: `${root}vite.config.js`, logLevel: "silent", build: { write: false } });
  for (const part of output) {
    const committed = String(await readFile(new URL(`../dist/${part.fileName}`, import.meta.url)));
    assert.ok(committed === String(part.code ?? part.source), `${part.fileName} is old: npm run build`);
  }
});
