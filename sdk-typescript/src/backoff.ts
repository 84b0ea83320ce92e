const FIRST_SECS = 0.1;
const LONGEST_SECS = 5;

/** Exponential backoff with jitter. */
export class Backoff {
  #secs = FIRST_SECS;

  /** The seconds to wait before the next try; at least what the server asked for. */
  next(retryAfterSecs = 0): number {
    const pause = this.#secs * (0.5 + Math.random() / 2);
    this.#secs = Math.min(this.#secs * 2, LONGEST_SECS);
    return Math.max(pause, retryAfterSecs);
  }

  /** Whether no failure came since the last success. */
  get isFirst(): boolean {
    return this.#secs === FIRST_SECS;
  }

  /** Starts over after a success. */
  reset(): void {
    this.#secs = FIRST_SECS;
  }
}

/** Waits; returns early when the signal aborts. */
export function pause(secs: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      clearTimeout(timer);
      signal?.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, secs * 1000);
    signal?.addEventListener("abort", end);
  });
}
