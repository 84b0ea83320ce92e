// Asks the server, and says in one sentence what went wrong.

export class Refusal extends Error {}

/** The JSON that a path answers; null when it answers nothing. */
export async function ask(path, { method = 'GET', signal } = {}) {
  let response;
  try {
    response = await fetch(path, { method, signal, headers: { Accept: 'application/json' } });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Refusal('The server does not answer; this page goes on trying.');
  }
  const text = await response.text();
  const isJson = (response.headers.get('Content-Type') ?? '').includes('json');
  const body = text && isJson ? JSON.parse(text) : null;
  if (!response.ok) {
    const what = body?.error ?? `The server answered ${response.status}`;
    throw new Refusal([what, body?.detail].filter(Boolean).join(': '));
  }
  return { body, next: response.headers.get('X-Next-Cursor'), text };
}

export async function json(path, options) {
  return (await ask(path, options)).body;
}

const LEDGER_TYPES = ['submitted', 'waiting', 'pending', 'claimed', 'running', 'success', 'failure', 'canceled',
  'skipped', 'paused', 'resumed', 'retry_pending', 'rerun', 'completed'];

/**
 * Calls back soon after something has moved in a batch, never more often than every `pause` milliseconds, and
 * now and then in any case: the stream may be cut by a proxy without either side noticing.
 */
export function follow(batch, moved, { pause, signal }) {
  const stream = new EventSource(`/batch/${batch}/events`);
  let timer = null;
  const soon = () => {
    timer ??= setTimeout(() => {
      timer = null;
      moved();
    }, pause());
  };
  for (const type of LEDGER_TYPES) stream.addEventListener(type, soon);
  stream.addEventListener('open', () => live(true));
  stream.addEventListener('error', () => live(false));
  const safety = setInterval(soon, 5000);
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

/** Shows a sentence for a few seconds. */
export function notice(text) {
  const box = document.getElementById('notice');
  box.textContent = text;
  box.hidden = false;
  clearTimeout(notice.timer);
  notice.timer = setTimeout(() => (box.hidden = true), 6000);
}
