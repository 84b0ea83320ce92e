import { Batch, cel, Client, Worker } from "edgewise";

const worker = new Worker().handle("count-words", (page: { text: string }, context) => {
  context.log(`Counting in ${page.text.length} characters`);
  return { words: page.text.split(/\s+/).length };
});

const draft = new Batch("word count", { inputs: { pages: ["to be or", "not to be"] } });
const count = draft.spread<{ words: number }>("count", draft.inputs.pages, (page) => ({
  kind: "count-words",
  input: { text: page },
}));
const batch = draft.output("total", cel<number>`${count.result}.map(c, c.words).sum()`);

worker.start();
const client = new Client();
const end = await client.waitForBatch(await client.submit(batch));
console.log(`${end.result} words`);
await worker.close();
