// What waits for a decision.
import { html, nothing, render } from './lit/lit-html.js';
import { json } from './api.js';
import { button, choose } from './dialogs.js';
import { notice } from './header.js';
import { listing, older } from './listing.js';
import { moment } from './time.js';
import { batchPath } from './views.js';

/** Buttons that approve or reject, after asking for a comment. */
export function decisions({ task, title }, moved) {
  const decide = (decision, text) => async () => {
    const answer = await choose(html`
      <h2>${text}: ${title}</h2>
      <label class="field">Comment<textarea name="comment" rows="3" maxlength="2000"></textarea></label>`,
    [{ value: 'no', text: 'Close' }, { value: decision, text, danger: decision === 'reject' }]);
    if (!answer) return;
    const comment = answer.fields.comment.trim();
    await json(`/v1/tasks/${task}/approval`, { method: 'POST', body: { decision, ...(comment && { comment }) } });
    notice(decision === 'approve' ? 'Approved.' : 'Rejected.');
    moved();
  };
  return html`<span class="buttons">
    ${button({ text: 'Approve…', label: `Approve ${title}` }, decide('approve', 'Approve'))}
    ${button({ text: 'Reject…', label: `Reject ${title}`, danger: true }, decide('reject', 'Reject'))}</span>`;
}

export async function showApprovals(main, signal) {
  document.title = 'Approvals · Edgewise';
  await listing({ path: '/v1/approvals', query: () => new URLSearchParams(), signal, draw: (list) => render(html`
    <h1>Approvals</h1>
    <ul class="rows">${list.items.map((open) => html`<li>
      <div>
        <a href=${batchPath(open.batch_id, open.task_id)}><strong>${open.title ?? open.task_name}</strong></a>
        ${open.text ? html`<p class="said">${open.text}</p>` : nothing}
        <div class="faint">${open.task_name} of ${open.batch_name ?? open.batch_id.slice(0, 13)} · waits since ${moment(open.since)}
          ${open.due_at ? html` · until ${moment(open.due_at)}` : nothing}${open.paused ? ' · paused' : ''}</div>
      </div>
      ${open.paused ? nothing : decisions({ task: open.task_id, title: open.title ?? open.task_name }, list.load)}</li>`)}</ul>
    <p class="empty" ?hidden=${list.items.length}>Nothing waits for a decision.</p>
    ${older(list)}`, main) });
}
