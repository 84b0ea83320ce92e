// What people and keys changed, newest first.
import { html, render } from './lit/lit-html.js';
import { filterForm, filtersOf, listing, older } from './listing.js';
import { moment } from './time.js';

const FILTERS = [
  { name: 'actor', text: 'Actor' },
  { name: 'action', text: 'Action', placeholder: 'batch.submit' },
  { name: 'target', text: 'Target', placeholder: 'an id or a name' },
  { name: 'after', text: 'Since', type: 'datetime-local' },
  { name: 'before', text: 'Before', type: 'datetime-local' },
];

export async function showAudit(main, signal) {
  document.title = 'Audit · Edgewise';
  await listing({ path: '/v1/audit', query: () => filtersOf(FILTERS), signal, draw: (list) => render(html`
    <h1>Audit</h1>
    ${filterForm(FILTERS, list.load)}
    <div class="sheet"><table>
      <thead><tr><th>When</th><th>Who</th><th>Did</th><th>To</th></tr></thead>
      <tbody>${list.items.map((entry) => html`<tr><td>${moment(entry.at)}</td><td>${entry.actor}</td><td>${entry.action}</td>
        <td class="wide"><code>${entry.target ?? ''}</code></td></tr>`)}</tbody>
    </table></div>
    <p class="empty" ?hidden=${list.items.length}>No change matches these filters.</p>
    ${older(list)}`, main) });
}
