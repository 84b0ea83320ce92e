import assert from "node:assert/strict";
import { execFile } from "node:child_process";
import { readFile } from "node:fs/promises";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { VERSION } from "edgewise";
import { SERVER } from "./support.js";

const ROOT = new URL("../", import.meta.url);

test("the first example of the README has at most 25 lines, and prints what the README says", async () => {
  const readme = await readFile(new URL("README.md", ROOT), "utf8");
  const example = await readFile(new URL("test/first-example.ts", ROOT), "utf8");
  const block = /```ts\n([^]*?)```\n\nIt prints `([^`]*)`/.exec(readme);
  assert.equal(block?.[1], example);
  assert.ok(example.split("\n").length <= 26);
  const run = await promisify(execFile)(process.execPath, [fileURLToPath(new URL("build/first-example.js", ROOT))], {
    env: { ...process.env, EDGEWISE_URL: SERVER },
  });
  assert.equal(run.stdout.trim(), block[2]);
});

test("the version that requests carry is that of the package", async () => {
  const manifest = JSON.parse(await readFile(new URL("package.json", ROOT), "utf8")) as { version: string };
  assert.equal(VERSION, manifest.version);
});
