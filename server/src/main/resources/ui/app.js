// The page: one URL per view, so that every view can be linked to and reloaded.
import { html, nothing, render } from './lit/lit-html.js';
import { Missing, NotAllowed, Refusal, SignedOut } from './api.js';
import { showApprovals } from './approvals.js';
import { showAudit } from './audit.js';
import { showBatch } from './batch.js';
import { showBatches } from './batches.js';
import { showDeliveries } from './deliveries.js';
import { showFailures } from './failures.js';
import { live, notice, showLinks, watchServer } from './header.js';
import { help, listenForKeys } from './keys.js';
import { showOperations } from './operations.js';
import { showSchedules } from './schedules.js';
import { isKnown, showNotAllowed, showSignIn, showUser } from './session.js';
import { viewAt } from './views.js';
import { showWorkflows } from './workflows.js';

const SHOWS = {
  approvals: showApprovals, audit: showAudit, batch: showBatch, batches: showBatches, deliveries: showDeliveries, failures: showFailures,
  operations: showOperations, schedules: showSchedules, workflows: showWorkflows,
};
let closing = new AbortController();

async function show() {
  closing.abort();
  closing = new AbortController();
  live(null);
  const main = document.getElementById('main');
  const view = viewAt(new URL(location.href));
  render(nothing, main);
  const { signal } = closing;
  try {
    const known = await isKnown();
    if (signal.aborted) return;
    showUser(show);
    showLinks(view.name);
    if (known) await SHOWS[view.name](main, signal);
    else showSignIn(main, show);
  } catch (error) {
    if (!signal.aborted) explain(error, main);
  }
}

/** Says why a view cannot be shown. */
function explain(error, main) {
  if (error instanceof NotAllowed) showNotAllowed(main, error);
  else if (error instanceof Missing) render(html`<section class="empty"><h1>Not found</h1><p>${error.message}</p></section>`, main);
  else if (error instanceof Refusal && !(error instanceof SignedOut)) {
    render(html`<section class="empty"><p>${error.message}</p><button @click=${show}>Try again</button></section>`, main);
  } else if (!(error instanceof SignedOut)) throw error;
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
  if (target.origin !== location.origin || !viewAt(target) || target.hash) return;
  event.preventDefault();
  go(target.href);
});
document.getElementById('help').addEventListener('click', help);
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
watchServer();
listenForKeys(go);
show();
