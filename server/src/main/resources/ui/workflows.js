// All workflows; one of them with its versions, a form that runs it, and its last runs.
import { html, render } from './lit/lit-html.js';
import { param } from './address.js';
import { quoted } from './api.js';
import { listing, older } from './listing.js';
import { moment } from './time.js';
import { showWorkflow } from './workflow.js';

const workflowPath = (name) => `/view/workflows?workflow=${quoted(name)}`;

export async function showWorkflows(main, signal) {
  const name = param('workflow');
  if (name !== null) return showWorkflow(main, name, signal);
  document.title = 'Workflows · Edgewise';
  return listing({ path: '/v1/workflows', query: () => new URLSearchParams(), signal, refresh: 5000, draw: (list) => render(html`
    <h1>Workflows</h1>
    <ul class="rows">${list.items.map((each) => html`<li><div>
      <a href=${workflowPath(each.name)}><strong>${each.name}</strong></a>
      <div class="faint">version ${each.version} · stored ${moment(each.created_at)}</div></div></li>`)}</ul>
    <p class="empty" ?hidden=${list.items.length}>There are no workflows yet. PUT /v1/workflows/{name} stores one.</p>
    ${older(list)}`, main) });
}
