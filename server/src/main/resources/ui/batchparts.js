// What a batch is: its actions, where it comes from, and what it was given and returned.
import { html, nothing } from './lit/lit-html.js';
import { quoted } from './api.js';
import { moment } from './time.js';
import { taskPath } from './views.js';

/** The actions for a batch in its state; the main one is also offered in lists. */
export function batchActions({ batch_id: id, state, paused, status_counts: counts }) {
  const stop = { text: 'Stop', label: 'Stop the batch', path: `/v1/batches/${id}/stop`, main: true,
    question: 'Cancel every task of this batch that has not ended?' };
  const pause = { text: 'Pause', label: 'Pause the batch', path: `/v1/batches/${id}/pause` };
  const resume = { text: 'Resume', label: 'Resume the batch', path: `/v1/batches/${id}/resume` };
  const rerun = { text: 'Rerun', label: 'Rerun the tasks that did not succeed', path: `/v1/batches/${id}/rerun`, main: true };
  if (state === 'running') return [paused ? resume : pause, stop];
  // A batch can succeed although items failed: their errors were collected.
  return state === 'succeeded' && !counts?.failure && !counts?.canceled ? [] : [rerun];
}

export function labels(given) {
  return Object.entries(given ?? {}).map(([key, value]) => html` <span class="label">${key}:${value}</span>`);
}

/** Where a batch comes from, as links. */
export function origin({ workflow, schedule, parent_task_id: parent, deadline, paused, labels: given }) {
  const parts = [
    workflow && html`workflow <a href="/view/workflows?workflow=${quoted(workflow.name)}&version=${workflow.version}">${workflow.name}</a>,
      version ${workflow.version}`,
    schedule && html`schedule <a href="/view/schedules?schedule=${quoted(schedule)}">${schedule}</a>`,
    parent && html`called by <a href=${taskPath(parent)}>a task</a>`,
    deadline && html`deadline ${/^P/.test(deadline) ? deadline : moment(deadline)}`,
    paused && html`<strong>paused</strong>`,
    Object.keys(given ?? {}).length && html`<span>${labels(given)}</span>`,
  ].filter(Boolean);
  return parts.length ? html`<p class="origin faint">${parts.map((part, i) => html`${i ? ' · ' : ''}${part}`)}</p>` : nothing;
}

/** A value as JSON that can be unfolded; nothing if there is none. */
export function block(name, value, open = false) {
  const empty = value === null || value === undefined || (Array.isArray(value) && !value.length);
  return empty ? nothing : html`<details ?open=${open}><summary>${name}</summary><pre tabindex="0">${
    typeof value === 'string' ? value : JSON.stringify(value, null, 2)}</pre></details>`;
}
