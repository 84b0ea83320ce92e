import assert from "node:assert/strict";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { inspect } from "node:util";
import { Client, UnreachableError } from "edgewise";
import { Fake, task } from "./support.js";

const SECURE = process.env["EDGEWISE_TEST_SECURE_URL"] ?? "";
const TOKEN = process.env["EDGEWISE_TEST_SECURE_TOKEN"] ?? "";
const PLAIN = { skip: SECURE === "" ? "needs a server with TLS and keys" : false };

test("a token is never shown", () => {
  const client = new Client({ token: "ew_x_secret" });
  assert.doesNotMatch(inspect(client, { depth: 9, showHidden: true }), /ew_x/);
  assert.throws(() => new Client({ token: "ew_x\nsecret" }), (error) => error instanceof TypeError && !error.message.includes("ew_x"));
  assert.throws(() => new Client({ headers: { authorization: "Bearer ew_x" } }), /Use token or tokenFile/);
  assert.throws(() => new Client({ headers: { "X Team": "blue" } }), /malformed/);
});

test("the environment names server, token and workspace", async () => {
  await using fake = await Fake.start(async () => Response.json({}));
  const folder = await mkdtemp(join(tmpdir(), "edgewise-access-"));
  const file = join(folder, "token");
  const before = { ...process.env };
  try {
    Object.assign(process.env, { EDGEWISE_URL: `${fake.url}/`, EDGEWISE_TOKEN: "one", EDGEWISE_WORKSPACE: "acme/blue" });
    await new Client().getTask("t");
    await new Client({ anonymous: true }).getTask("t");
    Object.assign(process.env, { EDGEWISE_TOKEN_FILE: file });
    await writeFile(file, "two\n");
    const client = new Client({ patienceSecs: 0 });
    await client.getTask("t");
    await writeFile(file, "three\n");
    await client.getTask("t");
    await rm(file);
    await assert.rejects(client.getTask("t"), UnreachableError);
  } finally {
    process.env = before;
    await rm(folder, { recursive: true });
  }
  assert.deepEqual(
    fake.seen.map(({ path, headers }) => [path, headers.authorization, headers["x-workspace"]]),
    [
      ["/v1/tasks/t", "Bearer one", "acme/blue"],
      ["/v1/tasks/t", undefined, undefined],
      ["/v1/tasks/t", "Bearer two", "acme/blue"],
      ["/v1/tasks/t", "Bearer three", "acme/blue"],
    ],
  );
});

test("a token opens a server with TLS and keys", PLAIN, async () => {
  const client = new Client({ url: SECURE, token: TOKEN });
  const { batch_id } = await client.submitBatch({ tasks: [task("none", "a", { output: "42" })] });
  assert.equal((await client.waitForBatch(batch_id ?? "")).result, 42);
});

test("what is missing is said", PLAIN, async () => {
  const id = crypto.randomUUID();
  await assert.rejects(new Client({ url: SECURE, anonymous: true }).getTask(id), { status: 401, message: /Not authenticated.*EDGEWISE_TOKEN/ });
  await assert.rejects(new Client({ url: SECURE, token: TOKEN, workspace: "acme/blue" }).getTask(id), /X-Workspace/);
});
