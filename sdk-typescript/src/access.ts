import { readFile } from "node:fs/promises";
import process from "node:process";
import { UnreachableError } from "./errors.js";
import { VERSION } from "./version.js";

const LOCAL = "http://localhost:8085";

/** Where a server is, and how a client or a worker signs in to it. What is absent is read from the environment. */
export interface Access {
  /** The address of the server; EDGEWISE_URL, or http://localhost:8085. */
  url?: string | URL | undefined;
  /** A key or JWT; EDGEWISE_TOKEN. */
  token?: string | undefined;
  /** A file with the token, which is read for each request, because it may change; EDGEWISE_TOKEN_FILE. */
  tokenFile?: string | undefined;
  /** The `tenant/name` in which an administrator acts; EDGEWISE_WORKSPACE. */
  workspace?: string | undefined;
  /** Further headers of each request. */
  headers?: Readonly<Record<string, string>> | undefined;
  /** Sends neither a token nor a workspace, whatever the environment says. */
  anonymous?: boolean | undefined;
  /** Sends the requests; replace it for example to trust an authority of your own. */
  fetch?: typeof fetch | undefined;
}

/** An access whose parts are checked. */
export class ServerAccess {
  readonly url: string;
  readonly fetch: typeof fetch;
  readonly #token: string | undefined;
  readonly #tokenFile: string | undefined;
  readonly #headers: Record<string, string>;

  constructor(access: string | URL | Access = {}) {
    const given: Access = typeof access === "string" || access instanceof URL ? { url: access } : access;
    this.url = address(given.url ?? setting("EDGEWISE_URL") ?? LOCAL);
    this.fetch = given.fetch ?? globalThis.fetch;
    const own = given.anonymous || given.token !== undefined || given.tokenFile !== undefined;
    this.#tokenFile = own ? given.tokenFile : setting("EDGEWISE_TOKEN_FILE");
    this.#token = own ? given.token : setting("EDGEWISE_TOKEN");
    if (this.#token !== undefined) {
      checkToken(this.#token);
    }
    this.#headers = { "User-Agent": `edgewise-typescript/${VERSION}`, ...given.headers };
    const workspace = given.workspace ?? (given.anonymous ? undefined : setting("EDGEWISE_WORKSPACE"));
    if (workspace !== undefined) {
      this.#headers["X-Workspace"] = workspace;
    }
    for (const [name, value] of Object.entries(this.#headers)) {
      checkHeader(name, value);
    }
  }

  /** The headers of a request. */
  async headers(): Promise<Record<string, string>> {
    let token = this.#token;
    if (this.#tokenFile !== undefined) {
      try {
        token = await readFile(this.#tokenFile, "utf8");
        checkToken(token);
      } catch (error) {
        throw new UnreachableError(`The token file ${this.#tokenFile} has no usable token`, { cause: error });
      }
    }
    return token === undefined ? this.#headers : { ...this.#headers, Authorization: `Bearer ${token.trim()}` };
  }
}

function setting(name: string): string | undefined {
  return process.env[name] || undefined;
}

function address(text: string | URL): string {
  const url = URL.canParse(String(text)) ? new URL(text) : undefined;
  if (url === undefined || (url.protocol !== "http:" && url.protocol !== "https:")) {
    throw new TypeError(`${JSON.stringify(String(text))} is not the address of a server. Write it like ${LOCAL}`);
  }
  return url.href.replace(/\/+$/, "");
}

function checkToken(token: string): void {
  // The message does not show the token.
  if (!/^[\x21-\x7e]+$/.test(token.trim())) {
    throw new TypeError("A token is not empty and contains no spaces, control characters or characters beyond ASCII");
  }
}

function checkHeader(name: string, value: string): void {
  if (name.toLowerCase() === "authorization") {
    throw new TypeError("Use token or tokenFile instead of the header Authorization");
  }
  if (!/^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/.test(name) || !/^[\x20-\x7e]*$/.test(value)) {
    throw new TypeError(`The header ${JSON.stringify(name)} is malformed`);
  }
}
