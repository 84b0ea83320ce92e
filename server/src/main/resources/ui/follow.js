// Follows the changes of a batch.
import { live } from './header.js';

const LEDGER_TYPES = ['submitted', 'waiting', 'pending', 'claimed', 'running', 'success', 'failure', 'canceled',
  'skipped', 'paused', 'resumed', 'retry_pending', 'rerun', 'completed'];
const SAFETY_MILLIS = 10000;
const RESTS = 3;

/**
 * Calls back when the stream of a batch opens and soon after each change, at most once every `pause` milliseconds. It also
 * calls back at intervals without a change, because a proxy may cut the stream without either side noticing. A slow refresh
 * is followed by a pause, so that a page costs the server at most a quarter of its time. A hidden page closes its
 * connection, because browsers allow only a few to one server.
 */
export function follow(batch, moved, { pause, signal }) {
  let stream = null;
  let timer = null;
  let looking = false;
  let missed = false;
  let rested = 0;
  const soon = (millis) => {
    if (looking) missed = true;
    else if (!signal.aborted) timer ??= setTimeout(look, Math.max(millis, rested - performance.now()));
  };
  const look = async () => {
    timer = null;
    looking = true;
    missed = false;
    const began = performance.now();
    await moved();
    rested = performance.now() + (performance.now() - began) * RESTS;
    looking = false;
    if (missed) soon(pause());
  };
  const open = () => {
    stream = new EventSource(`/v1/batches/${batch}/events?tail=true`);
    for (const type of LEDGER_TYPES) stream.addEventListener(type, () => soon(pause()));
    stream.addEventListener('open', () => {
      live(true);
      soon(0);
    });
    stream.addEventListener('error', () => {
      live(false);
      // The browser reconnects by itself, unless the server responded with an error: the next request shows it.
      if (stream.readyState !== EventSource.CLOSED) return;
      soon(0);
      setTimeout(() => signal.aborted || document.hidden || open(), 3000);
    });
  };
  const seen = () => {
    stream.close();
    if (!document.hidden) open();
  };
  open();
  document.addEventListener('visibilitychange', seen, { signal });
  const safety = setInterval(() => document.hidden || soon(0), SAFETY_MILLIS);
  signal.addEventListener('abort', () => {
    stream.close();
    clearTimeout(timer);
    clearInterval(safety);
    live(null);
  });
}
