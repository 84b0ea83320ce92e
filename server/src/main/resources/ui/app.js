// The page: one URL per view, so that every view can be linked to and reloaded.
import { html, nothing, render } from './lit/lit-html.js';
import { NotAllowed, Refusal, SignedOut, live, notice } from './api.js';
import { showBatches } from './batches.js';
import { showBatch } from './batch.js';
import { showOperations } from './operations.js';
import { isKnown, showNotAllowed, showSignIn, showUser } from './session.js';

let closing = new AbortController();

async function show() {
  closing.abort();
  closing = new AbortController();
  live(null);
  const main = document.getElementById('main');
  const address = new URL(location.href);
  const batch = address.searchParams.get('batch');
  const view = address.pathname === '/operations' ? 'operations' : batch ? 'batch' : 'batches';
  for (const anchor of document.querySelectorAll('nav a[data-view]')) {
    anchor.toggleAttribute('aria-current', anchor.dataset.view === view);
  }
  render(nothing, main);
  const signal = closing.signal;
  try {
    const known = await isKnown();
    if (signal.aborted) return;
    showUser(show);
    if (!known) showSignIn(main, show);
    else if (view === 'operations') await showOperations(main, signal);
    else if (view === 'batch') await showBatch(main, batch, signal);
    else await showBatches(main, signal);
  } catch (error) {
    if (!signal.aborted) explain(error, main);
  }
}

/** Says why a view cannot be shown. */
function explain(error, main) {
  if (error instanceof NotAllowed) showNotAllowed(main, error);
  else if (!(error instanceof SignedOut)) render(html`<p class="empty">${error.message}</p>`, main);
}

/** Goes to a URL of this page without reloading it. */
function go(href) {
  history.pushState(null, '', href);
  show();
  document.getElementById('main').focus({ preventScroll: true });
}

document.addEventListener('click', (event) => {
  const anchor = event.target.closest('a[href]');
  if (!anchor || event.defaultPrevented || event.button || event.metaKey || event.ctrlKey || event.shiftKey) return;
  const target = new URL(anchor.href);
  if (target.origin !== location.origin || !['/', '/view', '/operations'].includes(target.pathname) || target.hash) return;
  event.preventDefault();
  go(target.href);
});
window.addEventListener('popstate', show);
document.addEventListener('signed-out', show);
window.addEventListener('unhandledrejection', (event) => {
  if (event.reason instanceof Refusal) {
    event.preventDefault();
    notice(event.reason.message);
  } else if (event.reason?.name === 'AbortError') {
    event.preventDefault();
  }
});
show();
