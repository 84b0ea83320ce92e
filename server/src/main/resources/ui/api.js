// Calls the server, and turns errors into one sentence.

export class Refusal extends Error {}

/** The server does not know who sends the request. */
export class SignedOut extends Refusal {}

/** The sender may not do this. */
export class NotAllowed extends Refusal {}

/** What was asked for does not exist. */
export class Missing extends Refusal {}

/** The server does not respond, or cannot reach its database. */
export class Unreachable extends Refusal {}

export const SESSION = '/v1/session';
const KINDS = new Map([[401, SignedOut], [403, NotAllowed], [404, Missing], [502, Unreachable], [503, Unreachable], [504, Unreachable]]);

/** Fetches a path and returns its JSON and text; JSON is null if the response is empty. */
export async function ask(path, { method = 'GET', body: sent, signal } = {}) {
  let response;
  try {
    const headers = { Accept: 'application/json', ...(sent && { 'Content-Type': 'application/json' }) };
    response = await fetch(path, { method, signal, headers, body: sent && JSON.stringify(sent) });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    reached(false);
    throw new Unreachable('The server does not respond. This page keeps trying.');
  }
  const text = await response.text();
  const isJson = (response.headers.get('Content-Type') ?? '').includes('json');
  const body = text && isJson ? JSON.parse(text) : null;
  const Kind = response.ok ? null : KINDS.get(response.status) ?? Refusal;
  reached(Kind !== Unreachable);
  if (Kind) {
    // A view may be refreshed in the background, where nobody catches the error.
    if (Kind === SignedOut && path !== SESSION) document.dispatchEvent(new Event('signed-out'));
    throw new Kind(sentence(body, response.status));
  }
  return { body, text };
}

export async function json(path, options) {
  return (await ask(path, options)).body;
}

/** A path segment or parameter, quoted. */
export const quoted = encodeURIComponent;

/** The items of the first page of a list. */
export async function items(path, options) {
  return (await json(path, options)).items;
}

/** Says what a problem document says, with all of its details. */
function sentence(problem, status) {
  const what = [problem?.error ?? `The server answered ${status}`, problem?.detail].filter(Boolean).join(': ');
  const details = (problem?.details ?? []).filter((each) => !what.includes(each));
  return [what, ...details].join('\n');
}

/** Lets the header say whether the server can be reached. */
function reached(reachable) {
  document.dispatchEvent(new CustomEvent('reached', { detail: reachable }));
}
