import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { once } from "node:events";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { Client, TaskFailure, Worker, type Task, type TaskSubmission, type WorkerOptions } from "edgewise";
import { collected, Fake, forward, Lines, SERVER, Signal, task, unique } from "./support.js";

const client = new Client(SERVER);

function worker(more: WorkerOptions = {}): Worker {
  return new Worker({ url: SERVER, pollSecs: 1, logger: new Lines(), ...more });
}

async function ended(...tasks: TaskSubmission[]): Promise<Task[]> {
  const { batch_id, task_ids } = await client.submitBatch({ tasks });
  await client.waitForBatch(batch_id ?? "", { longestSecs: 60 });
  return Promise.all(tasks.map(({ id }) => client.getTask(task_ids[id] ?? "")));
}

test("a worker runs no more than its concurrency, and reports completions in groups", async () => {
  const kind = unique("ts-many");
  let running = 0;
  let most = 0;
  await using proxy = await Fake.start(forward);
  await using _ = worker({ url: proxy.url, concurrency: 16 })
    .handle(kind, async ({ n, text }: { n: number; text: string }) => {
      most = Math.max(most, (running += 1));
      await new Promise((resolve) => setImmediate(resolve));
      running -= 1;
      return { square: n ** 2, text };
    })
    .start();
  const { batch_id } = await client.submitBatch({
    tasks: [
      task(kind, "m", { spread: "lists.range(300)", input: { n: "${item}", text: "no. ${index}" } }),
      task("none", "sum", { output: "[size(m), m[7].square, m[299].text]" }),
    ],
  });
  assert.deepEqual((await client.waitForBatch(batch_id ?? "")).result, [300, 49, "no. 299"]);
  assert.ok(most > 1 && most <= 16);
  assert.ok(proxy.count("/v1/work/complete") < 270);
});

test("heartbeats extend the lease of a task that runs longer", async () => {
  const kind = unique("ts-beats");
  await using _ = worker({ leaseSecs: 1 })
    .handle(kind, (_input, context) => {
      context.progress(0.5, "half");
      return new Promise((resolve) => setTimeout(() => resolve("done"), 3000));
    })
    .start();
  const [done] = await ended(task(kind));
  assert.deepEqual([done?.status, done?.attempt, done?.result], ["Success", 0, "done"]);
});

test("the signal of a canceled task aborts", async () => {
  const [kind, started, told] = [unique("ts-cancel"), new Signal(), new Signal<string>()];
  await using _ = worker({ leaseSecs: 2 })
    .handle(kind, async (_input, { signal }) => {
      started.resolve();
      await once(signal, "abort");
      told.resolve((signal.reason as Error).message);
    })
    .start();
  const { task_ids } = await client.submitBatch({ tasks: [task(kind)] });
  await started.promise;
  await client.cancelTask(task_ids["a"] ?? "");
  assert.match(await told.promise, /lease was lost|task was canceled/);
});

test("failures carry their reason, and only retryable ones are retried", async () => {
  const [kind, final] = [unique("ts-fails"), unique("ts-final")];
  const logger = new Lines();
  await using _ = worker({ logger })
    .handle(kind, (_, { attempt }) => {
      if (attempt === 0) {
        throw new RangeError("too far");
      }
      return attempt;
    })
    .handle(final, () => {
      throw new TaskFailure("The page is blank", { retryable: false });
    })
    .start();
  const retry = { max_retries: 3, initial_delay_secs: 1 };
  const [retried, failed] = await ended(task(kind, "a", { retry }), task(final, "b", { retry }));
  assert.deepEqual([retried?.status, retried?.result], ["Success", 1]);
  assert.deepEqual([failed?.status, failed?.attempt, failed?.failure_reason], ["Failure", 0, "The page is blank"]);
  assert.equal(logger.all.filter((line) => line.includes("failed")).length, 2);
});

test("what a handler threw, and how far it was, are kept with the attempt", async () => {
  const kind = unique("ts-error");
  await using _ = worker()
    .handle(kind, async (_input, context) => {
      context.progress(0.5, "half");
      const half = async (): Promise<boolean> => (await client.getTask(context.taskId)).message === "half";
      while (!(await half())) {
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
      throw new TypeError("no page", { cause: new Error("disk is full") });
    })
    .start();
  const [failed] = await ended(task(kind));
  assert.deepEqual([failed?.failure_reason, failed?.progress], ["TypeError: no page", 0.5]);
  const { items } = await client.listTaskAttempts(failed?.id ?? "");
  const error = items[0]?.error;
  assert.deepEqual([items.length, error?.type, error?.message], [1, "TypeError", "no page"]);
  assert.match(error?.stack ?? "", /worker.test.js[^]*Caused by: Error: disk is full/);
});

test("results that cannot be written or that the server refuses fail only their own task", async () => {
  const [kind, logger] = [unique("ts-refused"), new Lines()];
  await using _ = worker({ logger })
    .handle(kind, ({ what }: { what: string }) => (what === "big" ? "x".repeat(2 << 20) : what === "bigint" ? 1n : what))
    .start();
  const [big, bigint, good] = await ended(...["big", "bigint", "good"].map((what) => task(kind, what, { input: { what } })));
  assert.match(big?.failure_reason ?? "", /^The result was refused: /);
  assert.match(bigint?.failure_reason ?? "", /^The result cannot be written as JSON: /);
  assert.equal(good?.result, "good");
});

test("a completion whose answer was lost is sent again and counts once", async () => {
  const kind = unique("ts-lossy");
  let losses = 2;
  await using proxy = await Fake.start(async (request) => {
    const answer = await forward(request);
    return request.path === "/v1/work/complete" && (losses -= 1) >= 0 ? undefined : answer;
  });
  const keeps = worker({ url: proxy.url }).handle(kind, () => "kept").start();
  const [done] = await ended(task(kind));
  await keeps.close();
  assert.deepEqual([done?.status, done?.attempt, done?.result], ["Success", 0, "kept"]);
  assert.equal(proxy.count("/v1/work/complete"), 3);
});

test("the lines of a handler are in the task's log when it has ended", async () => {
  const kind = unique("ts-logs");
  await using _ = worker()
    .handle(kind, (_input, context) => {
      context.log("copying", { fields: { files: 7 } });
      context.log("disk is nearly full", { level: "warn" });
      context.progress(0.5, "half");
    })
    .start();
  const [done] = await ended(task(kind));
  const lines = await collected(client.allTaskLogs(done?.id ?? ""));
  assert.deepEqual(lines.map(({ level, message, fields }) => [level, message, fields]), [
    ["info", "copying", { files: 7 }],
    ["warn", "disk is nearly full", null],
  ]);
});

test("a worker whose key was revoked waits and loses no result", async () => {
  let token = "first";
  let handed = false;
  const [completed, logger] = [new Signal(), new Lines()];
  await using fake = await Fake.start(async ({ path, headers }) => {
    if (headers.authorization !== `Bearer ${token}`) {
      return Response.json({ error: "Not authenticated", detail: "The key was revoked." }, { status: 401 });
    }
    if (path === "/v1/work/claim") {
      const first = !handed;
      handed = true;
      await new Promise((resolve) => setTimeout(resolve, first ? 0 : 100));
      return Response.json(first ? [{ task_id: "t", kind: "k", attempt: 0, delivery_token: "d", input: null }] : []);
    }
    completed.resolve();
    return Response.json([{ task_id: "t", result: "ok" }]);
  });
  await using _ = worker({ url: fake.url, token: "first", logger })
    .handle("k", () => {
      token = "second";
      setTimeout(() => (token = "first"), 1500);
      return "kept";
    })
    .start();
  await completed.promise;
  assert.ok(fake.count("/v1/work/complete") > 1 && fake.seen.length < 30);
  assert.ok(logger.all.some((line) => line.includes("Not authenticated: The key was revoked. Set EDGEWISE_TOKEN")));
});

test("on SIGTERM a worker claims no more, ends its tasks and reports them", async () => {
  const kind = unique("ts-drain");
  const child = spawn(process.execPath, [fileURLToPath(new URL("drained-worker.js", import.meta.url)), kind], {
    env: { ...process.env, EDGEWISE_URL: SERVER },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const { batch_id, task_ids } = await client.submitBatch({ tasks: [task(kind)] });
  await once(child.stdout, "data");
  child.kill("SIGTERM");
  assert.deepEqual(await once(child, "exit"), [0, null]);
  assert.equal((await client.getTask(task_ids["a"] ?? "")).result, "drained");
  assert.equal((await client.getBatch(batch_id ?? "")).state, "succeeded");
});

test("a worker refuses settings and calls that make no sense", () => {
  assert.throws(() => worker({ concurrency: 0 }), /concurrency: must be an integer from 1/);
  assert.throws(() => worker({ pollSecs: 61 }), /pollSecs/);
  assert.throws(() => worker().start(), /handles no kind/);
});
