import assert from "node:assert/strict";
import { test } from "node:test";
import { Client, EdgewiseError, UnreachableError, Worker } from "edgewise";
import { collected, Fake, SERVER, forward, task, unique } from "./support.js";

const client = new Client(SERVER);

test("a batch is submitted once per idempotency key", async () => {
  const options = { idempotency_key: crypto.randomUUID() };
  const first = await client.submitBatch({ tasks: [task("none")] }, options);
  assert.deepEqual(await client.submitBatch({ tasks: [task("none")] }, options), first);
  await assert.rejects(
    client.submitBatch({ tasks: [task("other")] }, options),
    (error) => error instanceof EdgewiseError && error.status === 422 && error.code === "idempotency-key-reused",
  );
  await client.stopBatch(first.batch_id ?? "");
});

test("a submission whose answer was lost is repeated and creates one batch", async () => {
  let losses = 1;
  await using proxy = await Fake.start(async (request) => {
    const answer = await forward(request);
    losses -= 1;
    return losses >= 0 ? undefined : answer;
  });
  const name = unique("lost");
  const answer = await new Client(proxy.url).submitBatch({ name, tasks: [task("none")] });
  const found = await client.listBatches({ name });
  assert.deepEqual(found.items.map((batch) => batch.batch_id), [answer.batch_id]);
  await client.stopBatch(answer.batch_id ?? "");
});

test("tasks are paused, resumed, canceled and rerun", async () => {
  const { batch_id, task_ids } = await client.submitBatch({ tasks: [task("ts-operations")] });
  const [batch, id] = [batch_id ?? "", task_ids["a"] ?? ""];
  assert.equal((await client.pauseTask(id)).status, "Paused");
  assert.equal((await client.resumeTask(id)).status, "Pending");
  assert.equal((await client.cancelTask(id, { cascade: true })).status, "Canceled");
  assert.equal((await client.waitForBatch(batch)).state, "canceled");
  await client.rerunBatch(batch);
  assert.equal((await client.waitForBatch(batch, { longestSecs: 0 })).state, "running");
  assert.equal((await client.explainTask(id)).status, "Pending");
  assert.equal((await client.stopBatch(batch)).canceled_pending, 1);
});

test("lists are iterated over all their pages", async () => {
  const { batch_id } = await client.submitBatch({ tasks: Array.from({ length: 7 }, (_, n) => task("none", `t${n}`)) });
  const page = await client.listBatchTasks(batch_id ?? "", { limit: 3 });
  assert.equal(page.items.length, 3);
  const names = new Set<string>();
  for await (const each of client.allBatchTasks(batch_id ?? "", { limit: 3, status: "Pending" })) {
    names.add(each.name);
  }
  assert.equal(names.size, 7);
  await client.stopBatch(batch_id ?? "");
});

test("refusals carry status, code and every broken rule", async () => {
  await assert.rejects(client.getTask(crypto.randomUUID()), { name: "EdgewiseError", status: 404, code: "task-not-found" });
  await assert.rejects(
    client.submitBatch({ tasks: [{ id: "a", name: "", kind: "" }] }),
    (error) => error instanceof EdgewiseError && error.status === 400 && error.details.length === 2 && /tasks\[0\].name/.test(error.message),
  );
  await assert.rejects(client.getTask(""), /id: must be a string that is not empty/);
  assert.throws(() => new Client("localhost:8085"), /is not the address of a server/);
});

test("watching yields the whole ledger once and in order", async () => {
  const kind = unique("ts-watch");
  await using _ = new Worker({ url: SERVER, pollSecs: 1 }).handle(kind, () => 21).start();
  const { batch_id } = await client.submitBatch({
    tasks: [task(kind), task(kind, "b", { dependencies: [{ id: "a", condition: "on_success" }] }), task("none", "c", { output: "b * 2" })],
  });
  const watched = await collected(client.watchBatch(batch_id ?? ""));
  assert.deepEqual(watched, await collected(client.allBatchEvents(batch_id ?? "")));
  assert.ok(watched.length > 5);
  assert.equal((await client.getBatch(batch_id ?? "")).result, 42);
});

test("an unreachable server is an UnreachableError when the patience ends", async () => {
  await assert.rejects(new Client({ url: "http://127.0.0.1:1", patienceSecs: 0.3 }).getBatch(crypto.randomUUID()), UnreachableError);
});

test("429 and 503 are repeated after Retry-After, and a lost answer to a request that is not safe is not", async () => {
  const answers: (Response | undefined)[] = [
    new Response('{"error": "Too many requests"}', { status: 429, headers: { "Retry-After": "1" } }),
    new Response('{"error": "Server is overloaded"}', { status: 503, headers: { "Retry-After": "0" } }),
    Response.json({ batch_id: "b" }),
  ];
  const times: number[] = [];
  await using fake = await Fake.start(async () => {
    times.push(performance.now());
    return answers.shift();
  });
  await new Client(fake.url).getBatch("b");
  assert.equal(times.length, 3);
  assert.ok((times[1] ?? 0) - (times[0] ?? 0) >= 990);
  assert.match(String(fake.seen[0]?.headers["user-agent"]), /^edgewise-typescript\/\d/);
  await assert.rejects(new Client(fake.url).rerunTask("t"), UnreachableError);
  assert.equal(times.length, 4);
});

test("a wait that is aborted ends with the reason", async () => {
  const { batch_id } = await client.submitBatch({ tasks: [task("none")] });
  const stop = new AbortController();
  const waiting = client.waitForBatch(batch_id ?? "", { signal: stop.signal });
  stop.abort(new Error("enough"));
  await assert.rejects(waiting, /enough/);
  await client.stopBatch(batch_id ?? "");
});
