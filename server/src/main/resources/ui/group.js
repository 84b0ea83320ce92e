import { html, render } from './lit/lit-html.js';
import { chip } from './bar.js';
import { STATUSES } from './status.js';

/** Shows the counts of a group of tasks, with a link to the tasks of its kind. */
export function showGroup(panel, { kind, tasks, status_counts: counts }, { close, list }) {
  render(html`
    <div class="title"><h2>${kind} ×${tasks.toLocaleString()}</h2><button aria-label="Close" @click=${close}>✕</button></div>
    <p class="faint">Tasks of one kind, about equally far from the start.</p>
    <ul class="counts">${STATUSES.filter((status) => counts[status.key] > 0).map((status) => html`<li>
      ${chip(status)} ${counts[status.key].toLocaleString()}
      <button @click=${() => list({ kind, status: status.name })}>List</button></li>`)}</ul>
    <p><button @click=${() => list({ kind })}>List all of kind ${kind}</button></p>`, panel);
}
