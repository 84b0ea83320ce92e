// All batches, newest first.
import { ask, json, live, notice } from './api.js';
import { bar } from './bar.js';
import { counting, el, link, moment, refill, sure } from './elements.js';

const REFRESH_MILLIS = 2000;

export async function showBatches(main, signal) {
  document.title = 'Batches · Edgewise';
  const filters = filterForm(() => load());
  const list = el('ul', { class: 'batches' });
  const nothing = el('p', { class: 'empty', hidden: true });
  const older = el('button', { class: 'more', hidden: true, click: () => more() }, 'Older');
  main.append(el('h1', {}, 'Batches'), filters, list, nothing, older);
  let shown = [];
  let cursor = null;
  let pages = 1;

  async function page(after) {
    const query = new URLSearchParams([...new FormData(filters)].filter(([, value]) => value));
    for (const time of ['created_after', 'created_before']) {
      if (query.has(time)) query.set(time, new Date(query.get(time)).toISOString());
    }
    nothing.textContent = query.size ? 'No batch fits these filters.'
      : 'There is no batch yet. `edgewise demo` makes some; `edgewise submit FILE` makes yours.';
    if (after) query.set('cursor', after);
    const { body, next } = await ask(`/batches?${query}`, { signal });
    cursor = next;
    return body;
  }

  async function load() {
    shown = await page(null);
    pages = 1;
    render();
  }

  async function more() {
    shown = [...shown, ...await page(cursor)];
    pages++;
    render();
  }

  function render() {
    refill(list, shown.map((batch) => ({ key: batch.batch_id, content: batch, make: () => row(batch, load) })));
    nothing.hidden = shown.length > 0;
    older.hidden = !cursor;
    live(true);
  }

  await load();
  const timer = setInterval(() => {
    // Whoever has paged on reads old batches; those do not move under the reader.
    if (pages === 1 && !document.hidden) load().catch(() => live(false));
  }, REFRESH_MILLIS);
  signal.addEventListener('abort', () => clearInterval(timer));
}

function filterForm(changed) {
  const option = (value, text) => el('option', { value }, text);
  let timer;
  const later = () => {
    clearTimeout(timer);
    timer = setTimeout(changed, 250);
  };
  return el('form', { class: 'filters', role: 'search', input: later, submit: (event) => { event.preventDefault(); changed(); } },
    el('label', {}, 'Name', el('input', { name: 'name', type: 'search', placeholder: 'batch or task' })),
    el('label', {}, 'Kind', el('input', { name: 'kind', type: 'search' })),
    el('label', {}, 'Status', el('select', { name: 'status' },
      option('', 'any'), option('running', 'running'), option('succeeded', 'succeeded'), option('failed', 'failed'),
      option('canceled', 'canceled'), option('Paused', 'a task is paused'), option('RetryPending', 'a task waits for a retry'))),
    el('label', {}, 'Created after', el('input', { name: 'created_after', type: 'datetime-local' })),
    el('label', {}, 'Created before', el('input', { name: 'created_before', type: 'datetime-local' })));
}

function row(batch, moved) {
  const id = batch.batch_id;
  const name = batch.name ?? id.slice(0, 13);
  const button = (text, label, method, path, question) => el('button', { 'aria-label': `${label} ${name}`, click: async () => {
    if (question && !(await sure(question))) return;
    await json(path, { method });
    notice(`${text} ${name}: done.`);
    moved();
  } }, text);
  return el('li', {},
    link(`/view?batch=${id}`,
      el('span', { class: 'name' }, name),
      el('span', { class: `state b-${batch.state}` }, batch.state),
      bar(batch.status_counts),
      el('span', { class: 'faint facts' }, `${batch.total_tasks.toLocaleString()} ${batch.total_tasks === 1 ? 'task' : 'tasks'} · `,
        moment(batch.created_at), ' · ', counting(batch.created_at, batch.completed_at))),
    batch.state === 'running'
      ? button('Stop', 'Stop', 'DELETE', `/batch/${id}`, `Cancel every task of ${name} that has not ended?`)
      : batch.state === 'succeeded' ? null : button('Rerun', 'Rerun', 'POST', `/batch/${id}/rerun`));
}
