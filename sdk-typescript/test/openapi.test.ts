import assert from "node:assert/strict";
import { readdir, readFile } from "node:fs/promises";
import { test } from "node:test";
import { Client } from "edgewise";
import { SERVER } from "./support.js";

interface Model {
  generated(document: unknown): Record<string, string>;
}

interface Document {
  paths: Record<string, Record<string, { operationId: string }>>;
}

const ROOT = new URL("../", import.meta.url);

async function document(): Promise<Document> {
  return (await (await fetch(`${SERVER}/api-docs/openapi.json`)).json()) as Document;
}

test("the types and the operations are those of the server; else run npm run generate", async () => {
  const model = (await import(new URL("scripts/model.mjs", ROOT).href)) as Model;
  const expected = model.generated(await document());
  const folder = new URL("src/generated/", ROOT);
  assert.deepEqual((await readdir(folder)).sort(), Object.keys(expected).sort());
  for (const [name, text] of Object.entries(expected)) {
    assert.equal(await readFile(new URL(name, folder), "utf8"), text, `${name} is stale: npm run generate -- <server>`);
  }
});

test("each operation under /v1 is a method of the client", async () => {
  const methods = Object.getOwnPropertyNames(Client.prototype);
  const operations = Object.entries((await document()).paths)
    .filter(([path]) => path.startsWith("/v1/"))
    .flatMap(([, verbs]) => Object.values(verbs).map((operation) => operation.operationId));
  assert.ok(operations.length > 40);
  assert.deepEqual(operations.filter((name) => !methods.includes(name)), []);
});
