// The webhook calls of all tasks.
import { html, nothing, render } from './lit/lit-html.js';
import { act } from './dialogs.js';
import { answer, replay } from './delivery.js';
import { filterForm, filtersOf, listing, older } from './listing.js';
import { moment } from './time.js';
import { taskPath } from './views.js';

const FILTERS = [{ name: 'state', text: 'State', options: [['', 'any'], ['owed', 'owed'], ['dead', 'dead'], ['delivered', 'delivered']] }];

export async function showDeliveries(main, signal) {
  document.title = 'Deliveries · Edgewise';
  await listing({ path: '/v1/deliveries', query: () => filtersOf(FILTERS), signal, draw: (list) => render(html`
    <h1>Deliveries</h1>
    <p class="faint">The calls of webhooks. Owed calls are tried again by themselves; dead ones have used up their tries.</p>
    ${filterForm(FILTERS, list.load)}
    <ul class="rows">${list.items.map((call) => html`<li>
      <div>
        <strong class="d-${call.status}">${call.trigger}: ${call.status}</strong> <span class="url">${call.url ?? nothing}</span>
        <div class="faint">${answer(call)}${call.attempts > 1 ? ` · ${call.attempts} calls` : ''} ·
          ${call.due_at ? html`next ${moment(call.due_at)}` : moment(call.updated_at)} ·
          <a href=${taskPath(call.task_id)}>task</a></div>
      </div>
      ${replay(call) ? act(replay(call), list.load) : nothing}</li>`)}</ul>
    <p class="empty" ?hidden=${list.items.length}>No webhook call is in this state.</p>
    ${older(list)}`, main) });
}
