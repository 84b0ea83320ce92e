// The header of the page: links to the views, and messages.
import { html, render } from './lit/lit-html.js';
import { ask } from './api.js';
import { may } from './session.js';
import { VIEWS } from './views.js';

const RETRY_MILLIS = 3000;
let retrying = null;

/** Shows the links to the views, and which one is open. */
export function showLinks(current) {
  const shown = VIEWS.filter((view) => view.label && (!view.scope || may(view.scope)));
  render(html`${shown.map((view) => html`
    <a href=${view.path} aria-current=${view.name === current ? 'page' : 'false'}>${view.label}</a>`)}
    <a href="/api-docs">API</a>`, document.querySelector('header nav'));
  // On a small screen the links are one line that scrolls.
  document.querySelector('nav [aria-current=page]')?.scrollIntoView({ block: 'nearest', inline: 'nearest' });
}

/** Shows in the header whether the view is live; null shows nothing. */
export function live(state) {
  const mark = document.getElementById('live');
  mark.textContent = state === null ? '' : state ? 'live' : 'reconnecting';
  mark.className = state ? 'on' : '';
}

/** Shows a message for a few seconds. */
export function notice(text) {
  const box = document.getElementById('notice');
  box.textContent = text;
  box.hidden = false;
  clearTimeout(notice.timer);
  notice.timer = setTimeout(() => (box.hidden = true), 6000);
}

/** Shows a banner while the server cannot be reached, and asks until it can. */
export function watchServer() {
  document.addEventListener('reached', ({ detail: reachable }) => {
    document.getElementById('offline').hidden = reachable;
    if (reachable) {
      clearInterval(retrying);
      retrying = null;
    } else {
      retrying ??= setInterval(() => document.hidden || ask('/readyz').catch(() => {}), RETRY_MILLIS);
    }
  });
}
