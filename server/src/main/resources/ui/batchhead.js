// The head of the view of a batch.
import { html, nothing } from './lit/lit-html.js';
import { decisions } from './approvals.js';
import { bar, chips } from './bar.js';
import { batchActions, block, origin } from './batchparts.js';
import { act } from './dialogs.js';
import { counting, moment } from './time.js';

/** Shows what a batch is, how far it is, and what can be done with it. */
export function batchHead(batch, approvals, moved, choose) {
  return html`<div class="head">
    <div class="title">
      <h1>${batch.name ?? `Batch ${batch.batch_id.slice(0, 13)}`}</h1>
      <span class="state b-${batch.state}">${batch.state}</span>
      <span class="faint">${batch.total_tasks.toLocaleString()} ${batch.total_tasks === 1 ? 'task' : 'tasks'} · ${moment(batch.created_at)}
        · ${counting(batch.created_at, batch.completed_at)}</span>
      <span class="buttons">${batchActions(batch).map((each) => act(each, moved))}</span>
    </div>
    ${origin(batch)}
    ${bar(batch.status_counts)}
    <div class="chips">${chips(batch.status_counts)}</div>
    ${approvals.map((open) => html`<div class="ask">
      <span>Waits for approval: <button class="plain name" @click=${() => choose(open.task_id)}>${open.title ?? open.task_name}</button></span>
      ${open.paused ? html`<span class="faint">paused</span>` : decisions({ task: open.task_id, title: open.title ?? open.task_name }, moved)}</div>`)}
    ${batch.result === null && batch.inputs === null ? nothing : html`<div class="given">
      ${block('Result', batch.result)}${block('Inputs', batch.inputs)}</div>`}
  </div>`;
}
