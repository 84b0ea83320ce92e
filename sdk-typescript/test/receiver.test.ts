import assert from "node:assert/strict";
import { createHmac } from "node:crypto";
import { test } from "node:test";
import { Client, TaskFailure } from "edgewise";
import { LATER, receiver, SignatureError, TaskHandle, verifySignature, type ReceivedCall } from "edgewise/receiver";
import { Fake, Lines, SERVER, Signal, type Received } from "./support.js";

const SECRET = `whsec_${Buffer.from("a secret of the tests").toString("base64")}`;
const OTHER = `whsec_${Buffer.from("another secret").toString("base64")}`;
const client = new Client(SERVER);
const logger = new Lines();

function signed(body: string, { secret = SECRET, at = Date.now(), key = "t:start", trigger = "start" } = {}): Request {
  const timestamp = String(Math.floor(at / 1000));
  const mac = createHmac("sha256", Buffer.from(secret.slice(6), "base64")).update(`${key}.${timestamp}.${body}`).digest("base64");
  return new Request("http://receiver/hook?handle=http%3A%2F%2Fserver%2Ftask%2Ft%3Ftoken%3Dx", {
    method: "POST",
    body,
    headers: {
      "webhook-id": key,
      "webhook-timestamp": timestamp,
      "webhook-signature": `v1a,AAAA v1,AAAA v1,${mac}`,
      "Idempotency-Key": key,
      "X-Task-Id": "t",
      "X-Task-Trigger": trigger,
      "X-Task-Attempt": "0",
    },
  });
}

function requestOf({ path, method, headers, body }: Received): Request {
  return new Request(`http://receiver${path}`, { method, headers: headers as Record<string, string>, ...(body === "" ? {} : { body }) });
}

test("only calls with a fresh signature of one of the secrets are taken", async () => {
  let calls = 0;
  const receive = receiver({ secrets: `${OTHER}, ${SECRET}`, handle: () => (calls += 1) });
  assert.equal((await receive(signed("{}"))).status, 200);
  assert.equal((await receive(signed("{}", { key: "b", secret: `whsec_${Buffer.from("wrong").toString("base64")}` }))).status, 401);
  assert.equal((await receive(signed("{}", { key: "c", at: Date.now() - 301_000 }))).status, 401);
  assert.equal((await receive(signed("{}", { key: "d", at: Date.now() + 302_000 }))).status, 401);
  const changed = signed('{"n": 1}', { key: "e" });
  assert.equal((await receive(new Request(changed, { body: '{"n": 2}', method: "POST" }))).status, 401);
  assert.equal((await receive(new Request("http://receiver/", { method: "POST", body: "{}" }))).status, 401);
  assert.equal(calls, 1);
  assert.throws(() => receiver({ secrets: [], handle: () => {} }), /give at least one/);
});

test("the example of Standard Webhooks is genuine", async () => {
  const headers = new Headers({
    "webhook-id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "webhook-timestamp": "1614265330",
    "webhook-signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
  });
  const options = { secrets: ["whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw"], now: () => 1614265330_000 };
  await verifySignature(headers, new TextEncoder().encode('{"test": 2432232314}'), options);
  await assert.rejects(verifySignature(headers, new TextEncoder().encode('{"test": 1}'), options), SignatureError);
});

test("a call is executed once per key, also while it runs, and a failed one again", async () => {
  const release = new Signal();
  let calls = 0;
  const receive = receiver({
    secrets: SECRET,
    logger,
    handle: async ({ trigger }) => {
      calls += 1;
      await release.promise;
      if (trigger === "success" && calls < 3) {
        throw new Error("not yet");
      }
      return calls;
    },
  });
  const both = [receive(signed("{}")), receive(signed("{}"))];
  release.resolve();
  const bodies = await Promise.all((await Promise.all([...both, receive(signed("{}"))])).map((answer) => answer.json()));
  assert.deepEqual(bodies, Array(3).fill({ status: "Success", result: 1 }));
  const end = { key: "t:success", trigger: "success" };
  assert.deepEqual([(await receive(signed("", end))).status, (await receive(signed("", end))).status], [500, 200]);
  assert.equal(calls, 3);
});

test("a handle that leads elsewhere is refused", async () => {
  const receive = receiver({ secrets: SECRET, handleOrigins: ["https://edgewise.example"], handle: () => 1 });
  assert.equal((await receive(signed("{}"))).status, 400);
});

test("the server takes results, failures and reports by handle", async () => {
  const later = new Signal<ReceivedCall>();
  const receive = receiver<{ how: string }>({
    secrets: null,
    logger,
    handle: (call) => {
      switch (call.body.how) {
        case "fail":
          throw new TaskFailure("No such page", { retryable: false });
        case "later":
          later.resolve(call);
          return LATER;
        default:
          return { said: call.body.how };
      }
    },
  });
  await using fake = await Fake.start((received) => receive(requestOf(received)));
  const start = (how: string, id: string) => ({
    id,
    name: id,
    kind: "hook",
    on_start: { kind: "Webhook" as const, params: { url: `${fake.url}/hook`, verb: "Post" as const, body: { how } } },
  });
  const { batch_id, task_ids } = await client.submitBatch({ tasks: [start("now", "a"), start("fail", "b"), start("later", "c")] });
  const call = await later.promise;
  const handle = new TaskHandle(call.handle?.url ?? "");
  await handle.log("working");
  assert.equal(await handle.heartbeat(), false);
  assert.equal((await handle.succeed({ by: "handle" })).applied, true);
  assert.equal((await handle.succeed({ by: "handle" })).applied, false);
  await assert.rejects(handle.fail("no"), { status: 409 });
  await client.waitForBatch(batch_id ?? "");
  const [now, fail, late] = await Promise.all(["a", "b", "c"].map((id) => client.getTask(task_ids[id] ?? "")));
  assert.deepEqual([now?.status, now?.result], ["Success", { said: "now" }]);
  assert.deepEqual([fail?.status, fail?.failure_reason], ["Failure", "No such page"]);
  assert.deepEqual(late?.result, { by: "handle" });
  assert.deepEqual((await client.listTaskLogs(late?.id ?? "")).items.map((line) => line.message), ["working"]);
});
