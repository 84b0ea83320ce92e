import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import type { Logger, TaskSubmission } from "edgewise";

/** The server under test, which scripts/test.mjs starts. */
export const SERVER: string = process.env["EDGEWISE_TEST_URL"] ?? "http://localhost:8085";

/** A kind or a name that no other test uses. */
export function unique(prefix: string): string {
  return `${prefix}-${crypto.randomUUID().slice(0, 8)}`;
}

export function task(kind: string, id = "a", more: Partial<TaskSubmission> = {}): TaskSubmission {
  return { id, name: id, kind, ...more };
}

/** The items of an iteration. */
export async function collected<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) {
    all.push(item);
  }
  return all;
}

/** Keeps what is logged. */
export class Lines implements Logger {
  readonly all: string[] = [];
  debug = (): void => {};
  info = (line: string): void => void this.all.push(line);
  warn = (line: string): void => void this.all.push(line);
  error = (line: string): void => void this.all.push(line);
}

/** A promise that is resolved from outside. */
export class Signal<T = void> {
  resolve!: (value: T) => void;
  readonly promise = new Promise<T>((resolve) => (this.resolve = resolve));
}

/** What a request to a fake was. */
export interface Received {
  method: string;
  path: string;
  headers: IncomingMessage["headers"];
  body: string;
}

/** A server on a free port of this machine. */
export class Fake implements AsyncDisposable {
  readonly seen: Received[] = [];
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  /** Starts a fake; what the function returns is the answer, and a fake that returns nothing closes the connection. */
  static async start(answer: (received: Received) => Promise<Response | undefined>): Promise<Fake> {
    const server = createServer((request, response) => void fake.#serve(request, response, answer));
    const fake = new Fake(server);
    await once(server.listen(0, "127.0.0.1"), "listening");
    return fake;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  count(path: string): number {
    return this.seen.filter((each) => each.path === path).length;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.closeAllConnections();
    await new Promise((resolve) => this.#server.close(resolve));
  }

  async #serve(
    request: IncomingMessage,
    response: ServerResponse,
    answer: (received: Received) => Promise<Response | undefined>,
  ): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) {
      chunks.push(chunk as Buffer);
    }
    const { method = "", url = "", headers } = request;
    const received = { method, path: url, headers, body: Buffer.concat(chunks).toString() };
    this.seen.push(received);
    const given = await answer(received).catch(() => undefined);
    if (given === undefined) {
      request.socket.destroy();
      return;
    }
    response.writeHead(given.status, Object.fromEntries(given.headers));
    response.end(await given.text());
  }
}

/** Forwards a request to the server under test. */
export async function forward({ method, path, headers, body }: Received): Promise<Response> {
  const { host: _, connection: __, "content-length": ___, ...rest } = headers;
  const answer = await fetch(SERVER + path, {
    method,
    headers: rest as Record<string, string>,
    ...(body === "" ? {} : { body }),
  });
  return new Response(answer.status === 204 ? null : await answer.text(), { status: answer.status });
}
