// The programs of docs/typescript.md.
import assert from "node:assert/strict";
import { test } from "node:test";
import { Batch, cel, Client, TaskFailure, Worker } from "edgewise";
import { LATER, receiver } from "edgewise/receiver";
import { startServer } from "edgewise/testing";
import { Fake, Lines, SERVER } from "./support.js";

/** The server of the tests does not sign its calls. */
const SECRETS = null;

interface Build {
  version: string;
  sizes: number[];
}

test("the client of the page submits and lists", async () => {
  const client = new Client(SERVER);
  const { batch_id } = await client.submitBatch({ name: "nightly", tasks: [{ id: "a", name: "Load", kind: "load" }] });
  const id = batch_id ?? "";
  const names: string[] = [];
  for await (const task of client.allBatchTasks(id, { status: "Pending" })) {
    names.push(task.name);
  }
  await client.stopBatch(id);
  assert.deepEqual(names, ["Load"]);
});

test("the worker and the builder of the page release", async () => {
  const logger = new Lines();
  const release = new Batch("release", { inputs: { branch: "main" } });
  const build = release.task<Build>("build", { kind: "build-page", input: { branch: release.inputs.branch } });
  const approval = release.wait("approval", { signal: { name: "go" }, timeout: "PT1H" }).after(build);
  const deploy = release
    .task<{ url: string }>("deploy", { kind: "deploy-page", input: { version: build.result.version } })
    .after(approval)
    .when(cel<boolean>`${build.result.sizes}.sum() < 1000`);
  release.task("alarm", { kind: "alarm-page" }).afterFailure(deploy);
  const batch = release.output("url", deploy.result.url);

  const worker = new Worker({ url: SERVER, concurrency: 8, pollSecs: 1, logger })
    .handle("build-page", async (input: { branch: string }, context) => {
      context.log("Building", { fields: { branch: input.branch } });
      context.progress(0.5, "half");
      context.signal.throwIfAborted();
      return { version: "1.2", sizes: [300, 400] };
    })
    .handle("deploy-page", ({ version }: { version: string }) => {
      if (version === "") {
        throw new TaskFailure("There is no version", { retryable: false });
      }
      return { url: `https://example.com/${version}` };
    })
    .start();

  const client = new Client(SERVER);
  const submitted = await client.submit(batch);
  await client.signalBatch(submitted.batch_id ?? "", "go", { data: {} });
  const end = await client.waitForBatch(submitted);
  const url: string | null = end.result;
  await worker.close();
  assert.equal(url, "https://example.com/1.2");
});

test("the receiver of the page reports later", async () => {
  const render = async (page: string): Promise<{ pixels: number }> => ({ pixels: page.length });
  const receive = receiver<{ page: string }>({
    secrets: SECRETS,
    handle: (call) => {
      if (call.trigger !== "start") {
        return;
      }
      render(call.body.page).then(
        (result) => call.handle?.succeed(result),
        (error) => call.handle?.fail(String(error)),
      );
      return LATER;
    },
  });
  await using fake = await Fake.start(({ path, headers, body }) =>
    receive(new Request(`http://receiver${path}`, { method: "POST", headers: headers as Record<string, string>, body })),
  );
  await using server = await startServer({ url: SERVER });
  const { client } = server;
  const draft = new Batch("pictures");
  const picture = draft.task<{ pixels: number }>("picture", {
    on_start: { kind: "Webhook", params: { url: `${fake.url}/render`, verb: "Post", body: { page: "seven" } } },
  });
  const batch = draft.output("pixels", picture.result.pixels);
  assert.equal((await client.waitForBatch(await client.submit(batch))).result, 5);
});
