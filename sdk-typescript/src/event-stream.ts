/** Yields the data of each event of a stream of Server-Sent Events. */
export async function* eventsOf(response: Response): AsyncGenerator<string, void, undefined> {
  if (response.body === null) {
    return;
  }
  let rest = "";
  let data: string[] = [];
  const decoder = new TextDecoder();
  for await (const chunk of chunksOf(response.body)) {
    const lines = (rest + decoder.decode(chunk, { stream: true })).split(/\r?\n/);
    rest = lines.pop() ?? "";
    for (const line of lines) {
      if (line.startsWith("data:")) {
        data.push(line.slice(line[5] === " " ? 6 : 5));
      } else if (line === "" && data.length > 0) {
        yield data.join("\n");
        data = [];
      }
    }
  }
}

async function* chunksOf(body: ReadableStream<Uint8Array>): AsyncGenerator<Uint8Array, void, undefined> {
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) {
        return;
      }
      yield value;
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}
