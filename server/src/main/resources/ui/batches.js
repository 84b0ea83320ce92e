// All batches, newest first.
import { ask, live } from './api.js';
import { bar } from './bar.js';
import { el, link, moment, span } from './elements.js';

const REFRESH_MILLIS = 2000;

export async function showBatches(main, signal) {
  document.title = 'Batches · Edgewise';
  const filters = filterForm(() => load(true));
  const list = el('ul', { class: 'batches' });
  const more = el('button', { class: 'more', hidden: true, click: () => load(false) }, 'Older');
  main.append(el('h1', {}, 'Batches'), filters, list, more);
  let cursor = null;
  let pages = 1;

  async function load(anew) {
    const query = new URLSearchParams([...new FormData(filters)].filter(([, value]) => value));
    if (query.has('created_after')) query.set('created_after', new Date(query.get('created_after')).toISOString());
    if (!anew && cursor) query.set('cursor', cursor);
    const { body, next } = await ask(`/batches?${query}`, { signal });
    pages = anew ? 1 : pages + 1;
    cursor = next;
    const rows = body.map(row);
    if (anew) list.replaceChildren(...rows);
    else list.append(...rows);
    if (!list.children.length) list.append(empty(query));
    more.hidden = !next;
    live(true);
  }

  await load(true);
  const timer = setInterval(() => {
    // Whoever has paged on reads old batches; those do not move under the reader.
    if (pages === 1 && !document.hidden && !list.contains(document.activeElement)) load(true).catch(() => live(false));
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
      option('canceled', 'canceled'))),
    el('label', {}, 'Created after', el('input', { name: 'created_after', type: 'datetime-local' })));
}

function row(batch) {
  const id = batch.batch_id;
  return el('li', {},
    link(`/view?batch=${id}`,
      el('span', { class: 'name' }, batch.name ?? id.slice(0, 13)),
      el('span', { class: `state b-${batch.state}` }, batch.state),
      bar(batch.status_counts),
      el('span', { class: 'faint facts' }, `${batch.total_tasks} tasks · `, moment(batch.created_at),
        ` · ${span(batch.created_at, batch.completed_at)}`)));
}

function empty(query) {
  return el('li', { class: 'empty' }, [...query.keys()].length
    ? 'No batch fits these filters.'
    : 'There is no batch yet. `edgewise demo` makes some; `edgewise submit FILE` makes yours.');
}
