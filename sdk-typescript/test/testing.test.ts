import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { test } from "node:test";
import { Batch, cel } from "edgewise";
import { startServer } from "edgewise/testing";

const JAR = process.env["EDGEWISE_TEST_JAR"] ?? "";
const CI = process.env["CI"] === "true";
const WITH_JAR = { skip: existsSync(JAR) || CI ? false : "needs the jar of the server", timeout: 180_000 };

test("a server starts from the jar with settings, and ends with its data", WITH_JAR, async () => {
  const server = await startServer({ jar: JAR, settings: { MAX_TASKS_PER_BATCH: "7" } });
  try {
    const batch = new Batch().output("end", cel<number>`6 * 7`);
    assert.equal((await server.client.waitForBatch(await server.client.submit(batch))).result, 42);
  } finally {
    await server.close();
  }
  assert.equal(await fetch(`${server.url}/livez`).catch(() => "gone"), "gone");
});

test("what is missing is said", async () => {
  await assert.rejects(startServer({ jar: "/no/edgewise.jar" }), /no file \/no\/edgewise.jar. Set EDGEWISE_TEST_JAR or EDGEWISE_TEST_URL/);
  if (existsSync(JAR)) {
    await assert.rejects(startServer({ jar: JAR, java: "/no/java" }), /The server did not start: .*ENOENT/);
    await assert.rejects(startServer({ jar: JAR, settings: { PORT: "no port" } }), /The server did not start: [^]*PORT/);
  }
});
