// Lists that are loaded page by page, and their filters.
import { html } from './lit/lit-html.js';
import { json } from './api.js';
import { params, put } from './address.js';
import { live } from './header.js';

const REFRESH_MILLIS = 2000;
const TYPING_MILLIS = 250;

/**
 * A list of the API that the view shows with `draw`. The first page is refreshed while it is the only one, so that nothing
 * moves under a reader of the older pages.
 *
 * @param {{path: string, query: () => URLSearchParams, draw: (list: object) => void, signal: AbortSignal, refresh?: number}} what
 */
export async function listing({ path, query, draw, signal, refresh = REFRESH_MILLIS }) {
  const list = { items: [], cursor: null, pages: 1, answer: null, load, more };

  async function page(parameters, cursor) {
    if (cursor) parameters.set('cursor', cursor);
    return json(`${path}?${parameters}`, { signal });
  }

  async function load() {
    const asked = query();
    const answer = await page(new URLSearchParams(asked), null);
    // The filters have changed since: a newer request is under way.
    if (String(asked) !== String(query())) return;
    Object.assign(list, { items: answer.items, cursor: answer.next_cursor, pages: 1, answer });
    live(true);
    draw(list);
  }

  async function more() {
    const answer = await page(query(), list.cursor);
    Object.assign(list, { items: [...list.items, ...answer.items], cursor: answer.next_cursor, pages: list.pages + 1 });
    draw(list);
  }

  await load();
  const timer = setInterval(() => {
    if (list.pages === 1 && !document.hidden) load().catch(() => live(false));
  }, refresh);
  signal.addEventListener('abort', () => clearInterval(timer));
  return list;
}

/** The button below a list that loads its next page. */
export function older(list) {
  return html`<button class="more" ?hidden=${!list.cursor} @click=${list.more}>Older</button>`;
}

export const LABEL = { name: 'label', text: 'Label', placeholder: 'key:value' };
export const WORKFLOW = { name: 'workflow', text: 'Workflow' };

/** The parameters of the request for a list: those of the URL that its filters know. */
export function filtersOf(fields) {
  return params(fields.map((field) => field.name));
}

/** The values of a filter form by name: times as the API writes them, labels as a list. */
export function filterValues(fields, form) {
  return Object.fromEntries(fields.map(({ name, type }) => {
    const value = form.elements[name].value.trim();
    if (name === LABEL.name) return [name, value.split(/[\s,]+/).filter(Boolean)];
    return [name, value && type === 'datetime-local' ? new Date(value).toISOString() : value];
  }));
}

/** A form whose fields are filters; their values are part of the URL. */
export function filterForm(fields, changed) {
  const current = filtersOf(fields);
  let typing;
  const filter = (form) => {
    put(filterValues(fields, form));
    changed();
  };
  return html`<form class="filters" role="search" @submit=${(event) => { event.preventDefault(); filter(event.currentTarget); }}
    @input=${({ currentTarget }) => { clearTimeout(typing); typing = setTimeout(() => filter(currentTarget), TYPING_MILLIS); }}>
    ${fields.map((field) => html`<label>${field.text}${control(field, current.getAll(field.name))}</label>`)}</form>`;
}

function control({ name, type = 'search', placeholder = '', options }, values) {
  if (options) {
    return html`<select name=${name}>${options.map(([value, text]) =>
      html`<option value=${value} ?selected=${value === (values[0] ?? '')}>${text}</option>`)}</select>`;
  }
  const value = type === 'datetime-local' ? values.map(localTime).join('') : values.join(' ');
  return html`<input name=${name} type=${type} placeholder=${placeholder} value=${value}>`;
}

/** A time of the API in the form of an input of type datetime-local. */
export function localTime(iso) {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? '' : new Date(at - at.getTimezoneOffset() * 60000).toISOString().slice(0, 16);
}
