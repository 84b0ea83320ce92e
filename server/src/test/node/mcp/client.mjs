// Does what an agent does: lists the tools of a server, submits a batch and reads it. Prints one JSON object.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";

const client = new Client({ name: "test", version: "1" });
await client.connect(new StreamableHTTPClientTransport(new URL(process.argv[2])));

async function call(name, args) {
  const result = await client.callTool({ name, arguments: args });
  return { failed: result.isError, value: JSON.parse(result.content[0].text) };
}

const batch = { name: "by an agent", tasks: [{ id: "a", name: "A", kind: "agent", let: "1 + 1" }] };
const { tools } = await client.listTools();
const checked = await call("submit_batch", { batch });
const submitted = await call("submit_batch", { batch, dry_run: false });
const read = await call("get_batch", { batch_id: submitted.value.batch_id });
const unknown = await call("get_batch", { batch_id: "nothing" });
console.log(
  JSON.stringify({
    server: client.getServerVersion().name,
    tools: tools.map((tool) => tool.name),
    checked: checked.value,
    state: read.value.state,
    name: read.value.name,
    unknown: unknown.failed,
  }),
);
await client.close();
