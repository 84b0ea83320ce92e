import { html, nothing } from './lit/lit-html.js';
import { quoted } from './api.js';
import { act } from './dialogs.js';
import { moment } from './time.js';

/** A webhook call of a task, with its request and response. */
export function delivery(call, task, done) {
  const sent = action(call, task);
  const again = replay(call);
  return html`<li>
    <strong>${call.trigger}: ${call.status}</strong> · ${answer(call)}${call.attempts > 1 ? ` · ${call.attempts} calls` : ''} ·
    ${call.due_at ? html`<span>next ${moment(call.due_at)}</span>` : moment(call.updated_at)}
    ${sent ? html`<div><code>${sent.verb.toUpperCase()} ${call.url ?? sent.url}</code></div>` : nothing}
    <details><summary>Request and response</summary><pre tabindex="0">${exchange(call, task, sent)}</pre></details>
    ${again ? act(again, done) : nothing}
  </li>`;
}

/** The action that calls again; null if the engine itself calls. */
export function replay(call) {
  return call.trigger !== 'Start' && ['success', 'dead'].includes(call.status)
    ? { text: 'Call again', path: `/v1/deliveries/${quoted(call.idempotency_key)}/replay` } : null;
}

/** The action of a call: the key of the n-th action of a trigger ends with /n. */
function action(call, task) {
  const [, n = '0'] = call.idempotency_key.split('/');
  return task.actions.filter((each) => each.trigger === call.trigger)[Number(n)]?.params;
}

export function answer({ response_status: status, error }) {
  return error ?? (status ? `answered ${status}` : 'no answer yet');
}

/** The call as HTTP text. */
function exchange(call, task, sent) {
  const headers = {
    ...sent?.headers, 'Idempotency-Key': call.idempotency_key, 'X-Task-Id': task.id,
    'X-Task-Trigger': call.trigger.toLowerCase(), 'X-Task-Attempt': call.attempt,
  };
  const body = sent?.body ?? null;
  return [
    `${(sent?.verb ?? 'Post').toUpperCase()} ${call.url ?? sent?.url ?? '(as the start was answered)'}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(body === null ? [] : ['', typeof body === 'string' ? body : JSON.stringify(body, null, 2)]),
    '',
    `→ ${answer(call)}`,
    ...(call.response_body ? [call.response_body] : []),
  ].join('\n');
}
