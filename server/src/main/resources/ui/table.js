import { html, nothing } from './lit/lit-html.js';
import { repeat } from './lit/directives/repeat.js';
import { chip } from './bar.js';
import { STATUSES, statusOf } from './status.js';
import { counting, moment } from './time.js';

const MAX_ROWS = 1000;
const ORDER = new Map(STATUSES.map((status, i) => [status.name, i]));
const FIRST = new Map([['Failure', -3], ['RetryPending', -2], ['Canceled', -1]]);
const took = (task) => (task.started_at ? Date.parse(task.ended_at ?? new Date()) - Date.parse(task.started_at) : -1);
const COLUMNS = [
  { key: 'task', name: 'Task', of: (task) => task.name },
  { key: 'kind', name: 'Kind', of: (task) => task.kind, wide: true },
  { key: 'status', name: 'Status', of: (task) => ORDER.get(task.status) },
  { key: 'attempt', name: 'Attempt', of: (task) => task.attempt, number: true, wide: true },
  { key: 'worker', name: 'Worker', of: (task) => task.worker ?? '', wide: true },
  { key: 'started', name: 'Started', of: (task) => task.started_at ?? '', wide: true },
  { key: 'took', name: 'Took', of: took, number: true },
  { key: 'priority', name: 'Priority', of: (task) => task.priority, number: true, wide: true },
  { key: 'reason', name: 'Reason', of: (task) => task.failure_reason ?? '', wide: true },
];
const CELLS = {
  status: (task) => chip(statusOf(task.status)),
  worker: (task) => task.worker,
  started: (task) => moment(task.started_at),
  took: (task) => counting(task.started_at, task.ended_at),
  reason: (task) => html`<span class="said">${task.failure_reason}</span>`,
};

/** Tasks sorted by a column, such as `took` or `-took`; without one, failures come first. */
export function sorted(tasks, by) {
  const column = COLUMNS.find(({ key }) => key === by?.replace('-', ''));
  if (!column) return [...tasks].sort((a, b) => (FIRST.get(a.status) ?? 0) - (FIRST.get(b.status) ?? 0));
  const sign = by.startsWith('-') ? -1 : 1;
  return [...tasks].sort((a, b) => compare(column.of(a), column.of(b)) * sign);
}

/** The tasks of a batch as a table; a click on a column passes another sorting to `sort`. */
export function table({ tasks, more, sorting, sort, choose }) {
  // Lists of tasks may leave out who holds them.
  const columns = COLUMNS.filter(({ key }) => key !== 'worker' || tasks.some((task) => task.worker));
  const left = Math.max(0, tasks.length - MAX_ROWS) + more;
  const heading = ({ key, name, number, wide }) => html`<th scope="col" class=${classes(number, wide)}
    aria-sort=${sorting === key ? 'ascending' : sorting === `-${key}` ? 'descending' : nothing}>
    <button class="plain" @click=${() => sort(sorting === key ? `-${key}` : key)}>${name}</button></th>`;
  const row = (task) => html`<tr>${columns.map(({ key, of, number, wide }) => html`<td class=${classes(number, wide)}>${key === 'task'
    ? html`<button class="plain name" @click=${() => choose(task.id)}>${task.name}</button>` : CELLS[key]?.(task) ?? of(task)}</td>`)}</tr>`;
  return html`<div class="scroll">
    <table>
      <thead><tr>${columns.map(heading)}</tr></thead>
      <tbody>${repeat(sorted(tasks, sorting).slice(0, MAX_ROWS), (task) => task.id, row)}</tbody>
    </table>
    <p class="faint" role="status">${!tasks.length ? 'No task has that name.' : left ? `${left.toLocaleString()} more; use the search to narrow them.` : ''}</p>
  </div>`;
}

function classes(number, wide) {
  return [number && 'number', wide && 'wide-only'].filter(Boolean).join(' ') || nothing;
}

function compare(a, b) {
  return typeof a === 'string' ? a.localeCompare(b, undefined, { numeric: true }) : a - b;
}
