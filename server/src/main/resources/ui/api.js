// Calls the server, and turns errors into one sentence.

export class Refusal extends Error {}

/** The server does not know who sends the request. */
export class SignedOut extends Refusal {}

/** The sender may not do this. */
export class NotAllowed extends Refusal {}

export const SESSION = '/v1/session';
const KINDS = new Map([[401, SignedOut], [403, NotAllowed]]);

/** Fetches a path and returns its JSON; null if the response is empty. */
export async function ask(path, { method = 'GET', body: sent, signal } = {}) {
  let response;
  try {
    const headers = { Accept: 'application/json', ...(sent && { 'Content-Type': 'application/json' }) };
    response = await fetch(path, { method, signal, headers, body: sent && JSON.stringify(sent) });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Refusal('The server does not respond. This page keeps trying.');
  }
  const text = await response.text();
  const isJson = (response.headers.get('Content-Type') ?? '').includes('json');
  const body = text && isJson ? JSON.parse(text) : null;
  if (!response.ok) {
    const what = body?.error ?? `The server answered ${response.status}`;
    const Kind = KINDS.get(response.status) ?? Refusal;
    // A view may be refreshed in the background, where nobody catches the error.
    if (Kind === SignedOut && path !== SESSION) document.dispatchEvent(new Event('signed-out'));
    throw new Kind([what, body?.detail].filter(Boolean).join(': '));
  }
  return { body, next: response.headers.get('X-Next-Cursor'), text };
}

export async function json(path, options) {
  return (await ask(path, options)).body;
}

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
    stream = new EventSource(`/batch/${batch}/events?tail=true`);
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

/** Shows in the header whether the view is live; null shows nothing. */
export function live(state) {
  const mark = document.getElementById('live');
  mark.textContent = state === null ? '' : state ? 'live' : 'reconnecting';
  mark.className = state ? 'on' : '';
}

/** Shows a message for a few seconds. */
export function notice(text) {
  const box = document.getElementById('notice');
  box.textContent = text;
  box.hidden = false;
  clearTimeout(notice.timer);
  notice.timer = setTimeout(() => (box.hidden = true), 6000);
}
