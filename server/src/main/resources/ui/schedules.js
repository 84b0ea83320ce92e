// All schedules; one of them with its next and past ticks.
import { html, nothing, render } from './lit/lit-html.js';
import { param } from './address.js';
import { quoted } from './api.js';
import { act } from './dialogs.js';
import { listing, older } from './listing.js';
import { showSchedule } from './schedule.js';
import { rhythm, scheduleActions } from './scheduleparts.js';
import { moment } from './time.js';
import { batchPath } from './views.js';

const schedulePath = (name) => `/view/schedules?schedule=${quoted(name)}`;

export async function showSchedules(main, signal) {
  const name = param('schedule');
  if (name !== null) return showSchedule(main, name, signal);
  document.title = 'Schedules · Edgewise';
  return listing({ path: '/v1/schedules', query: () => new URLSearchParams(), signal, refresh: 5000, draw: (list) => render(html`
    <h1>Schedules</h1>
    <ul class="rows">${list.items.map((each) => html`<li>
      <div><a href=${schedulePath(each.name)}><strong>${each.name}</strong></a> ${each.paused ? html`<span class="state">paused</span>` : nothing}
        <div class="faint">${each.workflow} · ${rhythm(each)}
          ${each.paused || !each.next_runs.length ? nothing : html` · next ${moment(each.next_runs[0])}`}
          ${each.last_tick ? html` · last ${each.last_batch ? html`<a href=${batchPath(each.last_batch)}>${moment(each.last_tick)}</a>` : moment(each.last_tick)}` : nothing}</div>
        ${each.last_error ? html`<div class="reason">${each.last_error}</div>` : nothing}</div>
      <span class="buttons">${scheduleActions(each).map((action) => act(action, list.load))}</span></li>`)}</ul>
    <p class="empty" ?hidden=${list.items.length}>There are no schedules yet. PUT /v1/schedules/{name} stores one.</p>
    ${older(list)}`, main) });
}
