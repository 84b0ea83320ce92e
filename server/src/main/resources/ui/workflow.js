// One workflow: its versions, a form that runs it, and its last runs.
import { html, nothing, render } from './lit/lit-html.js';
import { param } from './address.js';
import { Refusal, items, json, quoted } from './api.js';
import { bar } from './bar.js';
import { block } from './batchparts.js';
import { needs } from './dialogs.js';
import { controls, fieldsOf, inputsOf } from './form.js';
import { live, notice } from './header.js';
import { counting, moment } from './time.js';
import { batchPath } from './views.js';

const REFRESH_MILLIS = 3000;
const RUNS = 20;

export async function showWorkflow(main, name, signal) {
  document.title = `${name} · Edgewise`;
  const path = `/v1/workflows/${quoted(name)}`;
  const version = param('version');
  const [shown, versions] = await Promise.all([
    json(`${path}${version ? `?version=${quoted(version)}` : ''}`, { signal }), items(`${path}/versions?limit=100`, { signal })]);
  const fields = fieldsOf(shown.definition.inputs);
  let runs = [];
  let problems = [];
  let started = null;

  async function load() {
    runs = await items(`/v1/batches?workflow=${quoted(name)}&limit=${RUNS}`, { signal });
    live(true);
    draw();
  }

  async function run(event) {
    event.preventDefault();
    const written = Object.fromEntries(new FormData(event.currentTarget));
    const { inputs, problems: found } = inputsOf(fields, written);
    problems = found;
    if (!found.length) {
      try {
        started = await json(`${path}/run`, { method: 'POST', body: { inputs, version: shown.version } });
        notice(`${name} has started.`);
        await load();
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        problems = error.message.split('\n');
      }
    }
    draw();
  }

  function draw() {
    const { disabled, title } = needs('submit');
    render(html`
      <div class="title"><h1>${name}</h1><span class="faint">version ${shown.version} · stored ${moment(shown.created_at)}</span></div>
      <div class="columns">
        <section class="card"><h2>Run</h2>
          <form class="run-form" @submit=${run}>
            ${fields.length ? controls(fields) : html`<p class="faint">It has no inputs.</p>`}
            ${problems.map((problem) => html`<p class="reason" role="alert">${problem}</p>`)}
            <div class="buttons"><button ?disabled=${disabled} title=${title}>Run version ${shown.version}</button>
              ${started ? html`<a href=${batchPath(started.batch_id)}>Open the run</a>` : nothing}</div>
          </form></section>
        <section class="card"><h2>Versions</h2>
          <ul class="plainly">${versions.map((each) => html`<li>
            <a href="/view/workflows?workflow=${quoted(name)}&version=${each.version}"
              aria-current=${each.version === shown.version ? 'true' : 'false'}>version ${each.version}</a>
            <span class="faint">${moment(each.created_at)}</span></li>`)}</ul>
          ${block('Definition', shown.definition)}</section>
      </div>
      <h2>Last runs</h2>
      <ul class="batches">${runs.map((batch) => html`<li><a href=${batchPath(batch.batch_id)}>
        <span class="name">${moment(batch.created_at)}</span><span class="state b-${batch.state}">${batch.state}</span>
        ${bar(batch.status_counts)}<span class="faint facts">${batch.total_tasks.toLocaleString()} tasks
          · ${counting(batch.created_at, batch.completed_at)}</span></a></li>`)}</ul>
      <p class="empty" ?hidden=${runs.length}>It has not run yet.</p>`, main);
  }

  await load();
  const timer = setInterval(() => document.hidden || load().catch(() => live(false)), REFRESH_MILLIS);
  signal.addEventListener('abort', () => clearInterval(timer));
}
