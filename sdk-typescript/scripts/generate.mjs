// Writes src/generated from the OpenAPI document of a server: npm run generate -- http://localhost:8085
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { generated } from "./model.mjs";

const server = process.argv[2] ?? process.env["EDGEWISE_URL"] ?? "http://localhost:8085";
const answer = await fetch(`${server}/api-docs/openapi.json`);
if (!answer.ok) {
  throw new Error(`${server} answered ${answer.status} instead of its OpenAPI document`);
}
const folder = new URL("../src/generated/", import.meta.url);
rmSync(folder, { recursive: true, force: true });
mkdirSync(folder);
for (const [name, text] of Object.entries(generated(await answer.json()))) {
  writeFileSync(new URL(name, folder), text);
}
