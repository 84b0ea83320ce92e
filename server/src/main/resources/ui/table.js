import { chip } from './bar.js';
import { counting, el, moment, refill } from './elements.js';
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

/** Shows the tasks of a batch as a table; the choice of a column to sort by stays with the stage. */
export function table(stage, shown) {
  stage.shown = shown;
  if (!stage.querySelector('table')) {
    stage.sorting = { column: null, down: false };
    stage.replaceChildren(el('div', { class: 'scroll' },
      el('table', {}, el('thead', {}, el('tr', {}, COLUMNS.map((column) => heading(stage, column)))), el('tbody')),
      el('p', { class: 'faint', role: 'status' })));
  }
  const { column, down } = stage.sorting;
  const sorted = column ? [...shown.tasks].sort((a, b) => compare(column.of(a), column.of(b)) * (down ? -1 : 1)) : shown.tasks;
  refill(stage.querySelector('tbody'), sorted.slice(0, MAX_ROWS).map((task) => ({ key: task.id, content: task, make: () => row(task, stage) })));
  const left = Math.max(0, shown.tasks.length - MAX_ROWS) + shown.more;
  stage.querySelector('p').textContent = !shown.tasks.length ? 'No task has that name.' : left ? `${left.toLocaleString()} more; the search narrows them.` : '';
}

function compare(a, b) {
  return typeof a === 'string' ? a.localeCompare(b, undefined, { numeric: true }) : a - b;
}

function heading(stage, column) {
  const cell = el('th', { scope: 'col', class: column.number ? 'number' : null },
    el('button', { class: 'plain', click: () => {
      const { sorting } = stage;
      stage.sorting = { column, down: sorting.column === column && !sorting.down };
      for (const other of cell.parentElement.children) other.removeAttribute('aria-sort');
      cell.setAttribute('aria-sort', stage.sorting.down ? 'descending' : 'ascending');
      table(stage, stage.shown);
    } }, column.name));
  return cell;
}

function row(task, stage) {
  return el('tr', {},
    el('td', {}, el('a', { href: '#', click: (event) => { event.preventDefault(); stage.shown.choose(task.id); } }, task.name)),
    el('td', {}, task.kind),
    el('td', {}, chip(statusOf(task.status), attemptMark(task))),
    el('td', {}, moment(task.started_at)),
    el('td', { class: 'number' }, counting(task.started_at, task.ended_at)),
    el('td', { class: 'number' }, String(task.priority)));
}
