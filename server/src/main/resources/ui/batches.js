// All batches, newest first.
import { html, render } from './lit/lit-html.js';
import { repeat } from './lit/directives/repeat.js';
import { bar } from './bar.js';
import { batchActions, labels } from './batchparts.js';
import { act } from './dialogs.js';
import { LABEL, WORKFLOW, filterForm, filtersOf, listing, older } from './listing.js';
import { counting, moment } from './time.js';
import { batchPath } from './views.js';

const STATUSES = [['', 'any'], ['running', 'running'], ['succeeded', 'succeeded'], ['failed', 'failed'], ['canceled', 'canceled'],
  ['Paused', 'a task is paused'], ['RetryPending', 'a task waits for a retry']];
const FILTERS = [
  { name: 'name', text: 'Name', placeholder: 'batch or task' },
  { name: 'kind', text: 'Kind' },
  { name: 'status', text: 'Status', options: STATUSES },
  LABEL,
  WORKFLOW,
  { name: 'created_after', text: 'Created after', type: 'datetime-local' },
  { name: 'created_before', text: 'Created before', type: 'datetime-local' },
];

export async function showBatches(main, signal) {
  document.title = 'Batches · Edgewise';
  const query = () => filtersOf(FILTERS);
  await listing({ path: '/v1/batches', query, signal, draw: (list) => render(html`
    <h1>Batches</h1>
    ${filterForm(FILTERS, list.load)}
    <ul class="batches">${repeat(list.items, (batch) => batch.batch_id, (batch) => row(batch, list.load))}</ul>
    <p class="empty" ?hidden=${list.items.length}>${query().size ? 'No batch matches these filters.'
      : 'There are no batches yet. Run `edgewise demo` for examples, or `edgewise submit FILE` for your own.'}</p>
    ${older(list)}`, main) });
}

function row(batch, moved) {
  const [first] = batchActions(batch).filter((each) => each.main);
  return html`<li>
    <a href=${batchPath(batch.batch_id)}>
      <span class="name">${batch.name ?? batch.batch_id.slice(0, 13)}${labels(batch.labels)}</span>
      <span class="state b-${batch.state}">${batch.state}</span>
      ${bar(batch.status_counts)}
      <span class="faint facts">${batch.total_tasks.toLocaleString()} ${batch.total_tasks === 1 ? 'task' : 'tasks'}
        · ${moment(batch.created_at)} · ${counting(batch.created_at, batch.completed_at)}</span>
    </a>
    ${first ? act({ ...first, label: `${first.text} ${batch.name ?? batch.batch_id.slice(0, 13)}` }, moved) : null}
  </li>`;
}
