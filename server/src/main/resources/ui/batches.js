// All batches, newest first.
import { html, render } from './lit/lit-html.js';
import { repeat } from './lit/directives/repeat.js';
import { ask, live } from './api.js';
import { bar } from './bar.js';
import { act, counting, moment } from './elements.js';

const REFRESH_MILLIS = 2000;
const STATUSES = [['', 'any'], ['running', 'running'], ['succeeded', 'succeeded'], ['failed', 'failed'], ['canceled', 'canceled'],
  ['Paused', 'a task is paused'], ['RetryPending', 'a task waits for a retry']];

export async function showBatches(main, signal) {
  document.title = 'Batches · Edgewise';
  const state = { shown: [], cursor: null, pages: 1, filters: new URLSearchParams() };
  let typing;

  async function page(after) {
    const query = new URLSearchParams(state.filters);
    if (after) query.set('cursor', after);
    const { body, next } = await ask(`/batches?${query}`, { signal });
    state.cursor = next;
    return body;
  }

  async function load() {
    const asked = state.filters;
    const shown = await page(null);
    // The filters have changed since: a newer request is under way.
    if (asked !== state.filters) return;
    Object.assign(state, { shown, pages: 1 });
    draw();
  }

  async function more() {
    state.shown = [...state.shown, ...await page(state.cursor)];
    state.pages++;
    draw();
  }

  function filter(form) {
    const filters = new URLSearchParams([...new FormData(form)].filter(([, value]) => value));
    for (const time of ['created_after', 'created_before']) {
      if (filters.has(time)) filters.set(time, new Date(filters.get(time)).toISOString());
    }
    state.filters = filters;
    load();
  }

  function draw() {
    live(true);
    render(html`
      <h1>Batches</h1>
      <form class="filters" role="search" @submit=${(event) => { event.preventDefault(); filter(event.currentTarget); }}
        @input=${({ currentTarget }) => { clearTimeout(typing); typing = setTimeout(() => filter(currentTarget), 250); }}>
        <label>Name<input name="name" type="search" placeholder="batch or task"></label>
        <label>Kind<input name="kind" type="search"></label>
        <label>Status<select name="status">${STATUSES.map(([value, text]) => html`<option value=${value}>${text}</option>`)}</select></label>
        <label>Created after<input name="created_after" type="datetime-local"></label>
        <label>Created before<input name="created_before" type="datetime-local"></label>
      </form>
      <ul class="batches">${repeat(state.shown, (batch) => batch.batch_id, (batch) => row(batch, load))}</ul>
      <p class="empty" ?hidden=${state.shown.length}>${state.filters.size ? 'No batch matches these filters.'
        : 'There are no batches yet. Run `edgewise demo` for examples, or `edgewise submit FILE` for your own.'}</p>
      <button class="more" ?hidden=${!state.cursor} @click=${more}>Older</button>`, main);
  }

  await load();
  const timer = setInterval(() => {
    // After the first page the list shows older batches and is not refreshed under the reader.
    if (state.pages === 1 && !document.hidden) load().catch(() => live(false));
  }, REFRESH_MILLIS);
  signal.addEventListener('abort', () => clearInterval(timer));
}

function row(batch, moved) {
  const id = batch.batch_id;
  const name = batch.name ?? id.slice(0, 13);
  const stop = { text: 'Stop', label: `Stop ${name}`, method: 'DELETE', path: `/batch/${id}`,
    question: `Cancel every task of ${name} that has not ended?` };
  const rerun = { text: 'Rerun', label: `Rerun ${name}`, method: 'POST', path: `/batch/${id}/rerun` };
  // A batch can succeed although items failed: their errors were collected.
  const unspoilt = batch.state === 'succeeded' && !batch.status_counts.failure && !batch.status_counts.canceled;
  return html`<li>
    <a href="/view?batch=${id}">
      <span class="name">${name}</span>
      <span class="state b-${batch.state}">${batch.state}</span>
      ${bar(batch.status_counts)}
      <span class="faint facts">${batch.total_tasks.toLocaleString()} ${batch.total_tasks === 1 ? 'task' : 'tasks'}
        · ${moment(batch.created_at)} · ${counting(batch.created_at, batch.completed_at)}</span>
    </a>
    ${batch.state === 'running' ? act(stop, moved) : unspoilt ? null : act(rerun, moved)}
  </li>`;
}
