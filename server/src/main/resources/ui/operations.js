// What the server measures of itself, as figures with a short history.
import { ask, live } from './api.js';
import { el } from './elements.js';

const REFRESH_MILLIS = 2000;
const POINTS = 90;

const FIGURES = [
  { title: 'Requests per second', names: ['http_server_requests_seconds_count'], rate: true },
  { title: 'Tasks ended per second', names: ['task_ended_total', 'edgewise_tasks_ended_total'], rate: true },
  { title: 'Ready tasks', names: ['edgewise_queue_depth', 'edgewise_queue_ready'] },
  { title: 'Leases held', names: ['edgewise_leases', 'edgewise_leases_held'] },
  { title: 'Webhook calls per second', names: ['webhook_attempts_total'], rate: true },
  { title: 'Retries per second', names: ['task_retry_total'], rate: true },
  { title: 'Database connections in use', names: ['hikaricp_connections_active'] },
  { title: 'Heap in use, MiB', names: ['jvm_memory_used_bytes'], label: 'area="heap"', scale: 1 / 1048576 },
  { title: 'Processor load, %', names: ['process_cpu_usage'], scale: 100 },
];

/** The sum over all series of a metric. */
function sum(text, name, label) {
  let total = null;
  for (const line of text.split('\n')) {
    if (!line.startsWith(name)) continue;
    const after = line[name.length];
    if ((after !== '{' && after !== ' ') || (label && !line.includes(label))) continue;
    total = (total ?? 0) + Number(line.slice(line.lastIndexOf(' ') + 1));
  }
  return total;
}

function plot(values) {
  const width = 220;
  const height = 46;
  const top = Math.max(...values, 1e-9);
  const points = values.map((value, i) =>
    `${((i + POINTS - values.length) / (POINTS - 1)) * width},${height - 2 - (value / top) * (height - 4)}`);
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', `0 0 ${width} ${height}`);
  svg.setAttribute('class', 'plot');
  svg.setAttribute('aria-hidden', 'true');
  const line = document.createElementNS('http://www.w3.org/2000/svg', 'polyline');
  line.setAttribute('points', points.join(' '));
  svg.append(line);
  return svg;
}

export async function showOperations(main, signal) {
  document.title = 'Operations · Edgewise';
  const cards = el('div', { class: 'cards' });
  main.append(el('h1', {}, 'Operations'), cards,
    el('p', { class: 'faint' }, 'From this server\'s /metrics since the page was opened; counts of other servers are not in it.'));
  const histories = FIGURES.map(() => []);
  let before = null;

  async function load() {
    const now = performance.now();
    const { text } = await ask('/metrics', { signal });
    const values = FIGURES.map((figure) =>
      figure.names.map((name) => sum(text, name, figure.label)).find((value) => value !== null) ?? null);
    FIGURES.forEach((figure, i) => {
      if (values[i] === null) return;
      if (!figure.rate) histories[i].push(values[i] * (figure.scale ?? 1));
      else if (before?.values[i] !== null && before) {
        histories[i].push(Math.max(0, (values[i] - before.values[i]) / ((now - before.now) / 1000)));
      }
      histories[i].splice(0, histories[i].length - POINTS);
    });
    before = { now, values };
    cards.replaceChildren(...FIGURES.map((figure, i) => (values[i] === null ? null : card(figure, histories[i]))).filter(Boolean));
    live(true);
  }

  await load();
  const timer = setInterval(() => document.hidden || load().catch(() => live(false)), REFRESH_MILLIS);
  signal.addEventListener('abort', () => clearInterval(timer));
}

function card(figure, history) {
  const last = history.at(-1);
  const shown = last === undefined ? '…' : last >= 100 ? Math.round(last).toLocaleString() : last.toFixed(1);
  return el('section', { class: 'card' }, el('h2', {}, figure.title), el('strong', {}, shown), plot(history));
}
