/** What every operation takes besides its own parameters. */
export interface RequestOptions {
  /** Ends the wait for the answer; the server may have executed the request by then. */
  signal?: AbortSignal | undefined;
  /** How long the request is repeated while the server cannot be reached, if it is safe to repeat. */
  patienceSecs?: number | undefined;
}

/** One operation of the API, as `src/generated` lists them. */
export interface Operation {
  readonly method: "GET" | "PUT" | "POST" | "PATCH" | "DELETE";
  readonly path: string;
  /** Whether the operation takes a body. */
  readonly body?: true;
  /** Whether the server counts the request once per Idempotency-Key. */
  readonly keyed?: true;
  /** The name of the method that iterates over all pages. */
  readonly iterator?: string;
}
