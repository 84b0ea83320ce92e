import { chip } from './bar.js';
import { el, moment, span } from './elements.js';
import { attemptMark, statusOf } from './status.js';

const MAX_ROWS = 1000;

/** The tasks of a batch as a table. */
export function table(tasks, choose) {
  const rows = tasks.slice(0, MAX_ROWS).map((task) => el('tr', {},
    el('td', {}, el('a', { href: '#', click: (event) => { event.preventDefault(); choose(task.id); } }, task.name)),
    el('td', {}, task.kind),
    el('td', {}, chip(statusOf(task.status), attemptMark(task))),
    el('td', {}, moment(task.started_at)),
    el('td', { class: 'number' }, span(task.started_at, task.ended_at)),
    el('td', { class: 'number' }, String(task.priority))));
  return el('div', { class: 'scroll' },
    el('table', {},
      el('thead', {}, el('tr', {}, ['Task', 'Kind', 'Status', 'Started', 'Took', 'Priority'].map((text) => el('th', { scope: 'col' }, text)))),
      el('tbody', {}, rows)),
    tasks.length > MAX_ROWS ? el('p', { class: 'faint' }, `The first ${MAX_ROWS} of ${tasks.length}; the search narrows them.`) : null);
}
