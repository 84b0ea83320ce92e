import assert from "node:assert/strict";
import { test } from "node:test";
import { Batch, cel, Client, Worker } from "edgewise";
import { SERVER, unique } from "./support.js";

const client = new Client(SERVER);

interface BuildResult {
  version: string;
  files: { path: string; "content-type": string }[];
}

test("references become expressions with the types of results", () => {
  const batch = new Batch("release", { inputs: { branch: "main" } });
  const build = batch.task<BuildResult>("build", { kind: "make", input: { branch: batch.inputs.branch } });
  const check = batch.task("check-up").afterFailure(build);
  batch.task("deploy", { input: { version: build.result.version, note: `v${build.result.version}`, check: check.result } }).after(build);

  assert.equal(String(build.result.files[0]?.["content-type"]), '${build.files[0]["content-type"]}');
  assert.equal(String(cel<boolean>`${build.result.version} != ${'"0"'}`), '${build.version != "\\"0\\""}');
  // @ts-expect-error A result has only the members of its type.
  void build.result.verison;
  // @ts-expect-error A guard is a boolean.
  batch.task("guarded").when(build.result.version);
  assert.deepEqual(batch.submission().tasks.slice(0, 3), [
    { id: "build", name: "build", kind: "make", input: { branch: "${inputs.branch}" } },
    { id: "check-up", name: "check-up", kind: "check-up", dependencies: [{ id: "build", condition: "on_failure" }] },
    {
      id: "deploy",
      name: "deploy",
      kind: "deploy",
      input: { version: "${build.version}", note: "v${build.version}", check: '${tasks["check-up"]}' },
      dependencies: [{ id: "build", condition: "on_success" }],
    },
  ]);
  assert.throws(() => batch.task("build"), /has a task "build" already/);
});

test("conditions, joins, guards, spreads and outputs run on the server", async () => {
  const [fails, works] = [unique("ts-fails"), unique("ts-works")];
  const draft = new Batch("mixed", { inputs: { numbers: [1, 2, 3] } });
  const broken = draft.task("broken", { kind: fails });
  const rescue = draft.task<number>("rescue", { kind: works, input: { n: 7 } }).afterFailure(broken);
  const squares = draft.spread<number, number>("squares", draft.inputs.numbers, (n, index) => ({ kind: works, input: { n: cel`${n} + ${index}` } }));
  const sum = draft.let("sum", cel<number>`${squares.result}.sum()`);
  draft.task("never", { kind: works }).when(cel<boolean>`${sum.result} < 0`);
  draft.task("either", { kind: works, input: { n: 1 } }).after(broken).afterOutcome(rescue, "Success").join("any");
  const batch = draft.output("end", cel<number>`${sum.result} * 100 + ${rescue.result}`);

  await using _ = new Worker({ url: SERVER, pollSecs: 1, logger: silent })
    .handle(works, ({ n }: { n: number }) => n * n)
    .handle(fails, () => {
      throw new Error("broken");
    })
    .start();
  const submitted = await client.submit(batch);
  const end = await client.waitForBatch(submitted);
  // The type of the result is that of the output.
  const result: number | null = end.result;
  assert.equal(result, (1 + 9 + 25) * 100 + 49);
  assert.equal((await client.getTask(submitted.task_ids["never"] ?? "")).status, "Skipped");
  assert.equal((await client.getTask(submitted.task_ids["either"] ?? "")).status, "Success");
});

test("waits, calls and returns run on the server", async () => {
  const workflow = unique("ts-called");
  await client.putWorkflow(workflow, { inputs: { n: {} }, tasks: [{ id: "x", name: "x", kind: "inline", output: "inputs.n * 2" }] });
  const draft = new Batch("waiting");
  const rest = draft.wait("rest", { for: "PT0.1S" });
  const called = draft.call<number>("called", { workflow, inputs: { n: 21 } }).after(rest);
  draft.wait("forever", { signal: { name: "never" } });
  const batch = draft.return("end", called.result);
  const end = await client.waitForBatch(await client.submit(batch));
  assert.deepEqual([end.state, end.result, end.status_counts.canceled], ["succeeded", 42, 1]);
});

const silent = { debug() {}, info() {}, warn() {}, error() {} };
