/** The answer to a call, as it is kept. */
export interface KeptAnswer {
  status: number;
  body: string;
}

/** Remembers which calls were received, by their Idempotency-Key. Share one between processes that serve one address. */
export interface KeyStore {
  /** Takes a key: "new" if the caller shall do the work, "running" if another one does, or the answer that was given. */
  begin(key: string): Promise<"new" | "running" | KeptAnswer>;
  /** Keeps the answer to the call of a key. */
  finish(key: string, answer: KeptAnswer): Promise<void>;
  /** Forgets a key whose work failed, so that a repeated call does it again. */
  forget(key: string): Promise<void>;
}

/** Keeps keys in the memory of this process. */
export class MemoryKeys implements KeyStore {
  readonly #entries = new Map<string, { until: number; answer: KeptAnswer | undefined }>();
  readonly #keepMs: number;
  readonly #most: number;

  constructor({ keepSecs = 86_400, most = 100_000 }: { keepSecs?: number; most?: number } = {}) {
    this.#keepMs = keepSecs * 1000;
    this.#most = most;
  }

  async begin(key: string): Promise<"new" | "running" | KeptAnswer> {
    const now = Date.now();
    const known = this.#entries.get(key);
    if (known !== undefined && (known.answer === undefined || known.until > now)) {
      return known.answer ?? "running";
    }
    this.#entries.delete(key);
    this.#entries.set(key, { until: now + this.#keepMs, answer: undefined });
    this.#evict(now);
    return "new";
  }

  async finish(key: string, answer: KeptAnswer): Promise<void> {
    this.#entries.set(key, { until: Date.now() + this.#keepMs, answer });
  }

  async forget(key: string): Promise<void> {
    this.#entries.delete(key);
  }

  /** Removes the oldest answers, never a key whose work goes on. */
  #evict(now: number): void {
    for (const [key, { until, answer }] of this.#entries) {
      const isOld = until <= now || this.#entries.size > this.#most;
      if (!isOld) {
        return;
      }
      if (answer !== undefined) {
        this.#entries.delete(key);
      }
    }
  }
}
