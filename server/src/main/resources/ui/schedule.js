// One schedule: its next ticks, what became of the past ones, and backfills.
import { html, nothing, render } from './lit/lit-html.js';
import { items, json, quoted } from './api.js';
import { block } from './batchparts.js';
import { act, button, choose } from './dialogs.js';
import { live, notice } from './header.js';
import { rhythm, scheduleActions } from './scheduleparts.js';
import { moment } from './time.js';
import { batchPath } from './views.js';

const REFRESH_MILLIS = 3000;
const STATES = { started: 'succeeded', skipped: 'canceled', failed: 'failed' };

/** The request for a backfill from the fields of its form. */
export function backfillOf({ from, to, max_parallel: parallel, again }) {
  return {
    from: new Date(from).toISOString(), to: new Date(to).toISOString(),
    ...(parallel && { max_parallel: Number(parallel) }), ...(again && { again: true }),
  };
}

export async function showSchedule(main, name, signal) {
  document.title = `${name} · Edgewise`;
  const path = `/v1/schedules/${quoted(name)}`;

  async function load() {
    const [schedule, ticks] = await Promise.all([json(path, { signal }), items(`${path}/ticks?limit=50`, { signal })]);
    live(true);
    draw(schedule, ticks);
  }

  async function backfill() {
    const answer = await choose(html`
      <h2>Backfill ${name}</h2>
      <p class="faint">Runs the ticks of a time that is past. A tick that has run does not run again, unless you say so.</p>
      <label class="field">From<input type="datetime-local" name="from" required></label>
      <label class="field">To, which is excluded<input type="datetime-local" name="to" required></label>
      <label class="field">At most so many at once<input type="number" name="max_parallel" min="1" placeholder="no limit"></label>
      <label><input type="checkbox" name="again"> Run ticks again that have run</label>`,
    [{ value: 'no', text: 'Close' }, { value: 'start', text: 'Start' }]);
    if (!answer) return;
    const { ticks } = await json(`${path}/backfill`, { method: 'POST', body: backfillOf(answer.fields) });
    notice(`${ticks.toLocaleString()} ${ticks === 1 ? 'tick runs' : 'ticks run'}.`);
    load();
  }

  function draw(schedule, ticks) {
    render(html`
      <div class="title"><h1>${name}</h1>${schedule.paused ? html`<span class="state">paused</span>` : nothing}
        <span class="faint"><a href="/view/workflows?workflow=${quoted(schedule.workflow)}">${schedule.workflow}</a> · ${rhythm(schedule)}
          · overlap ${schedule.overlap}</span>
        <span class="buttons">${scheduleActions(schedule).map((each) => act(each, load))}
          ${button({ text: 'Backfill…', label: `Backfill ${name}` }, backfill)}</span></div>
      ${schedule.last_error ? html`<p class="reason">${schedule.last_error}</p>` : nothing}
      <div class="columns">
        <section class="card"><h2>Next ticks</h2>
          ${schedule.paused ? html`<p class="faint">None while it is paused.</p>` : html`<ul class="plainly">${schedule.next_runs.map((at) =>
            html`<li>${new Date(at).toLocaleString()} <span class="faint">${moment(at)}</span></li>`)}</ul>`}
          ${block('Inputs', schedule.inputs)}</section>
        <section class="card"><h2>Past ticks</h2>
          <ul class="plainly">${ticks.map((tick) => html`<li>${new Date(tick.tick_at).toLocaleString()}
            <span class="state b-${STATES[tick.state]}">${tick.state}</span>
            ${tick.batch_id ? html`<a href=${batchPath(tick.batch_id)}>batch</a>` : nothing}
            ${tick.cause && tick.cause !== 'schedule' ? html`<span class="faint">${tick.cause}</span>` : nothing}
            ${tick.reason ? html`<span class="faint">${tick.reason}</span>` : nothing}</li>`)}</ul>
          ${ticks.length ? nothing : html`<p class="faint">None yet.</p>`}</section>
      </div>`, main);
  }

  await load();
  const timer = setInterval(() => document.hidden || load().catch(() => live(false)), REFRESH_MILLIS);
  signal.addEventListener('abort', () => clearInterval(timer));
}
