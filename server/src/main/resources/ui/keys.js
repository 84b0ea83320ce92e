// The keys that work in every view.
import { html } from './lit/lit-html.js';
import { choose } from './dialogs.js';
import { may } from './session.js';
import { VIEWS } from './views.js';

const JUMP_MILLIS = 1500;
const OTHERS = [
  ['/', 'goes to the search field'], ['?', 'shows these keys'], ['Esc', 'closes the task'],
  ['Enter', 'selects a task in the graph'], ['arrows', 'move along edges in the graph, or between tabs'],
  ['+ − 0', 'zoom the graph in, out, and to all of it'],
];

/** The view that a key opens after `g`. */
export function jump(key) {
  return VIEWS.find((view) => view.key === key && (!view.scope || may(view.scope)));
}

/** Starts to listen; `go` opens a URL of this page. */
export function listenForKeys(go) {
  let jumping = 0;
  document.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target) || document.querySelector('dialog')) return;
    const view = performance.now() - jumping < JUMP_MILLIS ? jump(event.key) : null;
    jumping = event.key === 'g' ? performance.now() : 0;
    if (view) go(view.path);
    else if (event.key === '?') help();
    else if (event.key === '/') document.querySelector('main [type=search]')?.focus();
    else return;
    event.preventDefault();
  });
}

function isTyping(element) {
  return element instanceof HTMLElement && element.matches('input, textarea, select, [contenteditable]');
}

export function help() {
  const views = VIEWS.filter((view) => view.key && (!view.scope || may(view.scope)));
  const row = ([keys, does]) => html`<dt>${keys.split(' ').map((key) => html`<kbd>${key}</kbd> `)}</dt><dd>${does}</dd>`;
  return choose(html`<h2>Keys</h2>
    <dl class="keys">${views.map((view) => row([`g ${view.key}`, view.label]))}${OTHERS.map(row)}</dl>`, [{ value: 'no', text: 'Close' }]);
}
