// The server's metrics, as figures with a short history.
import { html, render, svg } from './lit/lit-html.js';
import { ask } from './api.js';
import { live } from './header.js';

const REFRESH_MILLIS = 2000;
const POINTS = 90;

const FIGURES = [
  { title: 'Tasks that wait to be taken', of: (read) => read('edgewise_queue', 'state="ready"') },
  { title: 'Tasks that rules hold back', of: (read) => read('edgewise_queue', 'state="parked"') },
  { title: 'Tasks ended per second', of: (read) => read('task_ended_total'), rate: true },
  { title: 'Retries per second', of: (read) => read('task_retry_total'), rate: true },
  { title: 'Workers that hold tasks', of: (read) => read('edgewise_workers') },
  { title: 'Leases of workers', of: (read) => read('edgewise_leases', 'by="worker"') },
  { title: 'Leases of webhook tasks', of: (read) => read('edgewise_leases', 'by="webhook"') },
  { title: 'Webhook calls per second', of: (read) => read('webhook_attempts_total'), rate: true },
  { title: 'Webhook calls owed', of: (read) => read('edgewise_outbox') },
  { title: 'A webhook call takes, ms', of: (read) => read('webhook_duration_seconds_sum'), per: (read) => read('webhook_duration_seconds_count'), scale: 1000 },
  { title: 'A completion takes, ms', of: (read) => completions(read, 'sum'), per: (read) => completions(read, 'count'), scale: 1000 },
  { title: 'A ready task waits to be taken, ms', of: (read) => read('task_hop_seconds_sum'), per: (read) => read('task_hop_seconds_count'), scale: 1000 },
  { title: 'Requests per second', of: (read) => read('http_server_requests_seconds_count'), rate: true },
  { title: 'Database connections in use', of: (read) => read('hikaricp_connections_active') },
  { title: 'Heap in use, MiB', of: (read) => read('jvm_memory_used_bytes', 'area="heap"'), scale: 1 / 1048576 },
  { title: 'Processor load, %', of: (read) => read('process_cpu_usage'), scale: 100 },
];

function completions(read, part) {
  const name = `http_server_requests_seconds_${part}`;
  const each = ['method="PATCH",route="/task/{id}"', 'method="PATCH",route="/v1/tasks/{id}"', 'route="/work/complete"', 'route="/v1/work/complete"'];
  return each.reduce((sum, labels) => sum + read(name, labels), 0);
}

/** A function that sums all series of a metric with a label. */
function reader(text) {
  const lines = text.split('\n');
  return (name, label = '') => lines
    .filter((line) => line.startsWith(name) && ['{', ' '].includes(line[name.length]) && line.includes(label))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}

/** A sentence for each host whose circuit is not closed. */
function circuits(text) {
  return [...text.matchAll(/^webhook_circuit_state\{host="([^"]+)"\} (\S+)/gm)].map(([, host, state]) =>
    html`<li><strong>${host}</strong> ${Number(state) === 2 ? 'answers no more; no call passes' : 'is being tried with one call'}</li>`);
}

/** The next value of a figure; null if there is none yet. */
function next(figure, value, count, before, seconds) {
  const scale = figure.scale ?? 1;
  if (!figure.rate && !figure.per) return value * scale;
  if (!before) return null;
  if (figure.rate) return Math.max(0, (value - before.value) / seconds);
  return count > before.count ? ((value - before.value) / (count - before.count)) * scale : null;
}

export async function showOperations(main, signal) {
  document.title = 'Operations · Edgewise';
  const cards = FIGURES.map((figure) => ({ figure, history: [], before: null }));
  let looked = null;

  async function load() {
    const now = performance.now();
    const { text } = await ask('/metrics', { signal });
    const read = reader(text);
    for (const card of cards) {
      const value = card.figure.of(read);
      const count = card.figure.per?.(read) ?? 0;
      const point = next(card.figure, value, count, card.before, (now - looked) / 1000);
      card.before = { value, count };
      if (point !== null) card.history = [...card.history, point].slice(-POINTS);
    }
    looked = now;
    live(true);
    draw(circuits(text));
  }

  function draw(sick) {
    render(html`
      <h1>Operations</h1>
      <div class="cards">${cards.map(({ figure, history }) => html`<section class="card">
        <h2>${figure.title}</h2><strong>${history.length ? number(history.at(-1)) : '…'}</strong>${plot(history)}</section>`)}</div>
      <section class="card"><h2>Hosts that webhooks call</h2>
        ${sick.length ? html`<ul class="circuits">${sick}</ul>` : html`<p class="healthy">No host is held back.</p>`}</section>
      <p class="faint">From this server's <a href="/metrics">/metrics</a> since the page was opened. What waits and what is held is counted
        for all servers of the database, the rest for this one.</p>`, main);
  }

  await load();
  const timer = setInterval(() => document.hidden || load().catch(() => live(false)), REFRESH_MILLIS);
  signal.addEventListener('abort', () => clearInterval(timer));
}

function number(point) {
  return point >= 100 || Number.isInteger(point) ? Math.round(point).toLocaleString() : point.toFixed(1);
}

/** A line of the last values, scaled to the largest. */
function plot(values) {
  const [width, height] = [220, 46];
  const top = Math.max(...values, 1e-9);
  const points = values.map((value, i) =>
    `${((i + POINTS - values.length) / (POINTS - 1)) * width},${height - 2 - (value / top) * (height - 4)}`);
  return html`<svg class="plot" viewBox="0 0 ${width} ${height}" aria-hidden="true" preserveAspectRatio="none">
    ${svg`<polyline points=${points.join(' ')}></polyline>`}</svg>`;
}
