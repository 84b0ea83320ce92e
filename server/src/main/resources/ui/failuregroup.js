// One group of failures: its tasks, and what can be done with all of them at once.
import { html, render } from './lit/lit-html.js';
import { json } from './api.js';
import { doMany } from './bulk.js';
import { button } from './dialogs.js';
import { duration, moment } from './time.js';
import { taskPath } from './views.js';

const SHOWN = 50;
// A filter by reason compares a part of it, so the beginning of a long reason is enough.
const REASON_MAX_CHARS = 500;

/** The filter of the API for the tasks of a group, in the members that lists and bulk actions share. */
export function groupFilter({ kind, reason }, filters) {
  const filter = { ...Object.fromEntries(filters), kind };
  if (reason) filter.failure_reason = reason.slice(0, REASON_MAX_CHARS);
  if (filters.has('label')) filter.label = filters.getAll('label');
  return filter;
}

/** The same filter as parameters of a list. */
export function asQuery(filter) {
  return new URLSearchParams(Object.entries(filter).flatMap(([name, value]) => [value].flat().map((each) => [name, each])));
}

/** Shows a group in the panel. */
export function showFailureGroup(panel, group, { query, close, moved, signal }) {
  const filter = groupFilter(group, query());
  const failed = { ...filter, status: 'Failure' };
  // Cancels what would fail like the others: tasks with this reason that wait for another attempt.
  const retrying = { ...filter, status: 'RetryPending' };

  async function load() {
    const { items, next_cursor: next } = await json(`/v1/tasks?${asQuery({ ...failed, limit: SHOWN })}`, { signal });
    if (!signal.aborted) draw(items.filter((task) => task.failure_reason === group.reason || !group.reason), next);
  }

  const many = (action, which) => async () => {
    if (!(await doMany(action, which))) return;
    await load();
    moved();
  };

  function draw(tasks, next) {
    render(html`
      <div class="title"><h2>${group.kind}</h2><button aria-label="Close" @click=${close}>✕</button></div>
      <p class="reason said">${group.reason}</p>
      <div class="buttons">
        ${button({ text: 'Rerun all…', label: 'Rerun all tasks of this group' }, many('rerun', failed))}
        ${button({ text: 'Cancel retries…', label: 'Cancel the tasks that wait to be tried again after this failure' }, many('cancel', retrying))}
      </div>
      <ul class="rows">${tasks.map((task) => html`<li><div>
        <a href=${taskPath(task.id)}>${task.name}</a>
        <div class="faint">failed ${moment(task.ended_at)}${task.started_at ? ` after ${
          duration(Date.parse(task.ended_at) - Date.parse(task.started_at))}` : ''}${task.attempt ? ` · attempt ${task.attempt}` : ''}
          · <a href="/view?batch=${task.batch_id}">batch</a></div></div></li>`)}</ul>
      <p class="empty" ?hidden=${tasks.length}>None is left.</p>
      <p class="faint" ?hidden=${!next}>These are the newest ${SHOWN}. The buttons concern all.</p>`, panel);
  }

  render(html`<p class="faint">Loading…</p>`, panel);
  load().catch((error) => signal.aborted || render(html`<p class="reason">${error.message}</p>`, panel));
}
