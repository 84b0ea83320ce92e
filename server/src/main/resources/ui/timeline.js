import { html } from './lit/lit-html.js';
import { repeat } from './lit/directives/repeat.js';
import { duration } from './time.js';
import { statusOf } from './status.js';

const MAX_ROWS = 500;
const MARKS = [0, 0.25, 0.5, 0.75, 1];

/** When each task ran, as bars over a common axis. */
export function timeline({ tasks, batch, more, choose }) {
  const begun = tasks.filter((task) => task.started_at).sort((a, b) => Date.parse(a.started_at) - Date.parse(b.started_at));
  const start = Date.parse(batch.created_at);
  const end = batch.completed_at ? Date.parse(batch.completed_at) : Date.now();
  const length = Math.max(1, end - start);
  const percent = (time) => Math.min(100, Math.max(0, ((time - start) / length) * 100));
  const left = Math.max(0, begun.length - MAX_ROWS) + more;
  const row = (task) => {
    const status = statusOf(task.status);
    const from = Date.parse(task.started_at);
    const to = task.ended_at ? Date.parse(task.ended_at) : end;
    const took = duration(to - from);
    return html`<li>
      <button class="plain label" @click=${() => choose(task.id)}>${status.mark} ${task.name}</button>
      <span class="track" title="${task.name}: ${status.name}, ${took}"><span class="run s-${status.key}"
        .style=${`left: ${percent(from)}%; width: max(3px, ${percent(to) - percent(from)}%)`}></span></span>
      <span class="number faint">${took}</span>
    </li>`;
  };
  return html`<div class="scroll">
    <div class="axis" aria-hidden="true">${MARKS.map((part) => html`<span>${duration(length * part)}</span>`)}</div>
    <ol class="timeline">${repeat(begun.slice(0, MAX_ROWS), (task) => task.id, row)}</ol>
    <p class="faint" role="status">${!begun.length ? 'No task has started yet.' : left ? `${left.toLocaleString()} more; use the search to narrow them.` : ''}</p>
  </div>`;
}
