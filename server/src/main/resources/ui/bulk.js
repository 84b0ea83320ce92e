// Actions on many tasks at once: first a preview, then a question that says how many, then the action.
import { html } from './lit/lit-html.js';
import { json } from './api.js';
import { choose } from './dialogs.js';
import { notice } from './header.js';

const DONE = { cancel: 'canceled', rerun: 'rerun', pause: 'paused', resume: 'resumed' };

/** How many tasks an action would change, or has left alone. */
export function outlook({ matched, refused }) {
  const kept = refused.reduce((sum, each) => sum + each.count, 0);
  return { changed: matched - kept, kept };
}

export function tasksOf(count) {
  return `${count.toLocaleString()} ${count === 1 ? 'task' : 'tasks'}`;
}

function reasons(refused) {
  return refused.map(({ reason, count }) => html`<li>${tasksOf(count)}: ${reason}</li>`);
}

/** Asks and acts; false if the user, or the server, did not want it. */
export async function doMany(action, filter) {
  const preview = await json('/v1/tasks/bulk', { method: 'POST', body: { action, filter, dry_run: true } });
  const { changed } = outlook(preview);
  const no = { value: 'no', text: changed ? 'No' : 'Close' };
  const yes = { value: 'yes', text: `Yes, ${action} ${tasksOf(changed)}`, danger: true };
  const wanted = await choose(html`
    <p>${changed ? html`${action === 'rerun' ? 'Rerun' : `${action[0].toUpperCase()}${action.slice(1)}`} <strong>${tasksOf(changed)}</strong>?`
      : `No task would be ${DONE[action]}.`}</p>
    ${action === 'rerun' && changed ? html`<p class="faint">What depends on them runs again, too.</p>` : null}
    ${preview.refused.length ? html`<p>Left alone:</p><ul>${reasons(preview.refused)}</ul>` : null}`, changed ? [no, yes] : [no]);
  if (!wanted) return false;
  const { applied, refused } = await json('/v1/tasks/bulk', { method: 'POST', body: { action, filter } });
  const left = refused.reduce((sum, each) => sum + each.count, 0);
  notice(`${tasksOf(applied)} ${DONE[action]}${left ? `, ${left.toLocaleString()} left alone: ${refused[0].reason}` : '.'}`);
  return true;
}
