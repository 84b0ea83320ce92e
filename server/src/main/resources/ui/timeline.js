import { duration, el, refill } from './elements.js';
import { statusOf } from './status.js';

const MAX_ROWS = 500;

/** Shows when each task ran, as bars over a common axis. */
export function timeline(stage, { tasks, batch, more, choose }) {
  const begun = tasks.filter((task) => task.started_at).sort((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at));
  if (!stage.querySelector('.timeline')) {
    stage.replaceChildren(el('div', { class: 'scroll' },
      el('div', { class: 'axis', 'aria-hidden': 'true' }), el('ol', { class: 'timeline' }), el('p', { class: 'faint', role: 'status' })));
  }
  const start = Date.parse(batch.created_at);
  const end = batch.completed_at ? Date.parse(batch.completed_at) : Date.now();
  const length = Math.max(1, end - start);
  const percent = (time) => Math.min(100, Math.max(0, ((time - start) / length) * 100));
  stage.querySelector('.axis').replaceChildren(...[0, 0.25, 0.5, 0.75, 1].map((part) => el('span', {}, duration(length * part))));
  refill(stage.querySelector('ol'), begun.slice(0, MAX_ROWS).map((task) => {
    const from = Date.parse(task.started_at);
    const to = task.ended_at ? Date.parse(task.ended_at) : end;
    const content = [task.status, percent(from), percent(to), duration(to - from)];
    return { key: task.id, content, make: () => row(task, content, choose) };
  }));
  const left = Math.max(0, begun.length - MAX_ROWS) + more;
  stage.querySelector('p').textContent = !begun.length ? 'No task has started yet.' : left ? `${left.toLocaleString()} more; the search narrows them.` : '';
}

function row(task, [, from, to, took], choose) {
  const status = statusOf(task.status);
  const mark = el('span', { class: `run s-${status.key}` });
  mark.style.left = `${from}%`;
  mark.style.width = `max(3px, ${to - from}%)`;
  return el('li', {},
    el('a', { href: '#', class: 'label', click: (event) => { event.preventDefault(); choose(task.id); } }, `${status.mark} ${task.name}`),
    el('span', { class: 'track', title: `${task.name}: ${status.name}, ${took}` }, mark),
    el('span', { class: 'number faint' }, took));
}
