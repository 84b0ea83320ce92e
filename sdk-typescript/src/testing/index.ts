import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import process from "node:process";
import { pause } from "../backoff.js";
import { Client } from "../client.js";

const START_SECS = 120;
const STOP_SECS = 20;
const OUTPUT_MAX_CHARS = 20_000;

/** Which server a test uses. */
export interface TestServerOptions {
  /** The address of a server that runs; EDGEWISE_TEST_URL. It is not stopped. */
  url?: string | undefined;
  /** The jar of a server to start; EDGEWISE_TEST_JAR. */
  jar?: string | undefined;
  /** The Java to start it with, 25 or newer; that of JAVA_HOME, or `java`. */
  java?: string | undefined;
  /** Settings of the server. */
  settings?: Readonly<Record<string, string>> | undefined;
}

/** A server for tests. */
export interface TestServer extends AsyncDisposable {
  url: string;
  client: Client;
  /** Stops the server, if this helper started it, and removes its data. */
  close(): Promise<void>;
}

/** Starts a server with a database of its own on a free port, or uses one that runs, and waits until it is ready. */
export async function startServer(options: TestServerOptions = {}): Promise<TestServer> {
  const url = options.url ?? (options.jar === undefined ? process.env["EDGEWISE_TEST_URL"] || undefined : undefined);
  if (url !== undefined) {
    return serverOf(url, async () => {});
  }
  const jar = options.jar ?? process.env["EDGEWISE_TEST_JAR"];
  if (jar === undefined || !existsSync(jar)) {
    throw new Error(`There is no server to test against${jar ? `: no file ${jar}` : ""}. Set EDGEWISE_TEST_JAR or EDGEWISE_TEST_URL`);
  }
  const folder = await mkdtemp(join(tmpdir(), "edgewise-test-"));
  const port = await freePort();
  const child = spawn(options.java ?? java(), ["-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx512m", "-jar", jar, "serve"], {
    env: {
      ...process.env,
      PORT: String(port),
      EDGEWISE_DATA_DIR: join(folder, "data"),
      DRAIN_TIMEOUT_SECS: "1",
      ...options.settings,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const close = async (): Promise<void> => {
    await stop(child);
    await rm(folder, { recursive: true, force: true });
  };
  try {
    const address = `http://127.0.0.1:${port}`;
    await ready(child, address);
    return serverOf(address, close);
  } catch (error) {
    await close();
    throw error;
  }
}

function serverOf(url: string, close: () => Promise<void>): TestServer {
  return { url, client: new Client(url), close, [Symbol.asyncDispose]: close };
}

function java(): string {
  const home = process.env["JAVA_HOME"];
  return home ? join(home, "bin", "java") : "java";
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, "close");
  return port;
}

async function ready(child: ChildProcess, url: string): Promise<void> {
  let output = "";
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding("utf8").on("data", (text: string) => (output = (output + text).slice(-OUTPUT_MAX_CHARS)));
  }
  let failure: Error | undefined;
  child.once("error", (error) => (failure = error));
  const deadline = Date.now() + START_SECS * 1000;
  while (failure === undefined && child.exitCode === null && Date.now() < deadline) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined);
    await answer?.body?.cancel();
    if (answer?.ok) {
      return;
    }
    await pause(0.1);
  }
  throw new Error(`The server did not start: ${failure?.message ?? (output || "no output")}`);
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.pid === undefined || child.exitCode !== null || child.signalCode !== null) {
    return;
  }
  const ended = once(child, "exit");
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), STOP_SECS * 1000);
  await ended;
  clearTimeout(timer);
}
