// Final failures of all batches, grouped by kind and reason: what is broken, and how much of it.
import { html, nothing, render } from './lit/lit-html.js';
import { param, put } from './address.js';
import { showFailureGroup } from './failuregroup.js';
import { LABEL, WORKFLOW, filterForm, filtersOf, listing, older } from './listing.js';
import { moment } from './time.js';

const FILTERS = [
  LABEL,
  WORKFLOW,
  { name: 'kind', text: 'Kind' },
  { name: 'ended_after', text: 'Failed after', type: 'datetime-local' },
  { name: 'ended_before', text: 'Failed before', type: 'datetime-local' },
];
const GROUP = ['of_kind', 'of_reason'];

/** Whether two groups are the same. */
export function isSame(group, other) {
  return group?.kind === other?.kind && group?.reason === other?.reason;
}

export async function showFailures(main, signal) {
  document.title = 'Failures · Edgewise';
  const query = () => filtersOf(FILTERS);
  const panel = document.createElement('aside');
  panel.className = 'panel broad';
  let open = null;
  let closing = null;

  /** Opens a group beside the list, or closes it. */
  function pick(group, keep = true) {
    closing?.abort();
    closing = new AbortController();
    open = group;
    if (keep) put(Object.fromEntries(GROUP.map((name, i) => [name, group ? [group.kind, group.reason][i] : null])), true);
    panel.hidden = !group;
    if (!group) return;
    const inside = AbortSignal.any([signal, closing.signal]);
    showFailureGroup(panel, group, { query, close: () => pick(null), moved: () => list.load(), signal: inside });
  }

  const draw = (shown) => {
    render(html`
      <h1>Failures</h1>
      ${filterForm(FILTERS, () => { pick(open, false); shown.load(); })}
      <div class="beside"><div class="sheet">
        <table class="groups">
          <thead><tr><th class="number">Tasks</th><th>Kind and reason</th><th>Last</th></tr></thead>
          <tbody>${shown.items.map((group) => row(group))}</tbody>
        </table>
        <p class="empty" ?hidden=${shown.items.length}>${query().size ? 'No failure matches these filters.' : 'No task has failed.'}</p>
        ${shown.answer?.complete === false ? html`<p class="faint">There are more failures than are counted here; the newest are. Choose a time.</p>` : nothing}
        ${older(shown)}
      </div>${panel}</div>`, main);
  };

  const row = (group) => html`<tr class=${isSame(group, open) ? 'open' : nothing}>
    <td class="number"><strong>${group.count.toLocaleString()}</strong></td>
    <td class="wide"><button class="plain name" @click=${() => { pick(group); draw(list); }}>${group.kind}</button>
      <div class="said">${group.reason}</div></td>
    <td>${moment(group.last_at)}</td></tr>`;

  pick(param('of_kind') === null ? null : { kind: param('of_kind'), reason: param('of_reason') ?? '' }, false);
  const list = await listing({ path: '/v1/failures', query, signal, draw });
}
