import { html, nothing } from './lit/lit-html.js';
import { repeat } from './lit/directives/repeat.js';
import { chip } from './bar.js';
import { counting, moment } from './elements.js';
import { STATUSES, attemptMark, statusOf } from './status.js';

const MAX_ROWS = 1000;
const ORDER = new Map(STATUSES.map((status, i) => [status.name, i]));
const took = (task) => (task.started_at ? Date.parse(task.ended_at ?? new Date()) - Date.parse(task.started_at) : -1);
const COLUMNS = [
  { name: 'Task', of: (task) => task.name },
  { name: 'Kind', of: (task) => task.kind },
  { name: 'Status', of: (task) => ORDER.get(task.status) },
  { name: 'Started', of: (task) => task.started_at ?? '' },
  { name: 'Took', of: took, number: true },
  { name: 'Priority', of: (task) => task.priority, number: true },
];

/** The tasks of a batch as a table, sorted as `sorting` says; a click on a column passes another sorting to `sort`. */
export function table({ tasks, more, sorting, sort, choose }) {
  const { column, down } = sorting;
  const sorted = column ? [...tasks].sort((a, b) => compare(column.of(a), column.of(b)) * (down ? -1 : 1)) : tasks;
  const left = Math.max(0, tasks.length - MAX_ROWS) + more;
  const heading = (each) => html`<th scope="col" class=${each.number ? 'number' : ''}
    aria-sort=${each !== column ? nothing : down ? 'descending' : 'ascending'}>
    <button class="plain" @click=${() => sort({ column: each, down: each === column && !down })}>${each.name}</button></th>`;
  return html`<div class="scroll">
    <table>
      <thead><tr>${COLUMNS.map(heading)}</tr></thead>
      <tbody>${repeat(sorted.slice(0, MAX_ROWS), (task) => task.id, (task) => row(task, choose))}</tbody>
    </table>
    <p class="faint" role="status">${!tasks.length ? 'No task has that name.' : left ? `${left.toLocaleString()} more; use the search to narrow them.` : ''}</p>
  </div>`;
}

function compare(a, b) {
  return typeof a === 'string' ? a.localeCompare(b, undefined, { numeric: true }) : a - b;
}

function row(task, choose) {
  return html`<tr>
    <td><button class="plain name" @click=${() => choose(task.id)}>${task.name}</button></td>
    <td>${task.kind}</td>
    <td>${chip(statusOf(task.status), attemptMark(task))}</td>
    <td>${moment(task.started_at)}</td>
    <td class="number">${counting(task.started_at, task.ended_at)}</td>
    <td class="number">${task.priority}</td>
  </tr>`;
}
