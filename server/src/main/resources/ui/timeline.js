import { duration, el } from './elements.js';
import { statusOf } from './status.js';

const MAX_ROWS = 500;

/** When each task ran, as bars over a common axis. */
export function timeline(tasks, batch, choose) {
  const begun = tasks.filter((task) => task.started_at).sort((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at));
  if (!begun.length) return el('p', { class: 'empty' }, 'No task has started yet.');
  const start = Date.parse(batch.created_at);
  const end = batch.completed_at ? Date.parse(batch.completed_at) : Date.now();
  const length = Math.max(1, end - start);
  const percent = (time) => `${Math.min(100, Math.max(0, ((time - start) / length) * 100))}%`;
  const rows = begun.slice(0, MAX_ROWS).map((task) => {
    const from = Date.parse(task.started_at);
    const to = task.ended_at ? Date.parse(task.ended_at) : end;
    const status = statusOf(task.status);
    const mark = el('span', { class: `run s-${status.key}` });
    mark.style.left = percent(from);
    mark.style.width = `max(3px, ${((to - from) / length) * 100}%)`;
    return el('li', {},
      el('a', { href: '#', class: 'label', click: (event) => { event.preventDefault(); choose(task.id); } }, `${status.mark} ${task.name}`),
      el('span', { class: 'track', title: `${task.name}: ${status.name}, ${duration(to - from)}` }, mark),
      el('span', { class: 'number faint' }, duration(to - from)));
  });
  const ticks = [0, 0.25, 0.5, 0.75, 1].map((part) => el('span', {}, duration(length * part)));
  return el('div', { class: 'scroll' },
    el('div', { class: 'axis', 'aria-hidden': 'true' }, ticks),
    el('ol', { class: 'timeline' }, rows),
    begun.length > MAX_ROWS ? el('p', { class: 'faint' }, `The first ${MAX_ROWS} of ${begun.length}; the search narrows them.`) : null);
}
