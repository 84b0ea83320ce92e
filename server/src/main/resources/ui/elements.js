// Elements that all views share: durations, times, buttons, dialogs.
import { html, nothing, render } from './lit/lit-html.js';
import { AsyncDirective, directive } from './lit/async-directive.js';
import { json, notice } from './api.js';
import { may } from './session.js';

/** A duration in its two largest units. */
export function duration(millis) {
  if (millis === null || Number.isNaN(millis)) return '';
  if (millis < 1000) return `${Math.max(0, Math.round(millis))} ms`;
  const seconds = millis / 1000;
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(Math.round(seconds) / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds) % 60} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
}

const said = new Set();

/** A text that is updated every second while it is shown. */
const everySecond = directive(class extends AsyncDirective {
  render(text) {
    this.text = text;
    said.add(this);
    return text();
  }

  disconnected() {
    said.delete(this);
  }
});

setInterval(() => said.forEach((each) => each.setValue(each.text())), 1000);

/** A relative time, with the exact one as a title. */
export function moment(iso) {
  return iso
    ? html`<time datetime=${iso} title=${new Date(iso).toLocaleString()}>${everySecond(() => words(iso))}</time>`
    : html`<span class="faint">–</span>`;
}

function words(iso) {
  const passed = Date.now() - Date.parse(iso);
  const seconds = Math.round(Math.abs(passed) / 1000) * 1000;
  if (passed < 0) return `in ${coarse(seconds)}`;
  return passed < 2000 ? 'just now' : `${coarse(seconds)} ago`;
}

function coarse(millis) {
  return millis < 60000 ? `${Math.round(millis / 1000)} s` : duration(millis);
}

/** A duration; without an end it keeps counting. */
export function counting(from, to) {
  if (!from) return nothing;
  const took = () => duration((to ? Date.parse(to) : Date.now()) - Date.parse(from));
  return html`<span>${to ? took() : everySecond(took)}</span>`;
}

/**
 * A button that sends a request to the server and shows the result. It needs the scope `operate`.
 *
 * @param {{text: string, label?: string, method: string, path: string, question?: string}} what
 * @param {() => void} moved called when the request has succeeded
 */
export function act({ text, label = text, method, path, question }, moved) {
  const click = async () => {
    if (question && !(await sure(question))) return;
    await json(path, { method });
    notice(`${label}: done.`);
    moved();
  };
  const allowed = may('operate');
  return html`<button aria-label=${label} ?disabled=${!allowed} title=${allowed ? nothing : 'Your key does not have the scope operate.'}
    @click=${click}>${text}</button>`;
}

/** Asks for confirmation of something that cannot be undone. */
function sure(question) {
  return new Promise((resolve) => {
    const dialog = document.createElement('dialog');
    dialog.addEventListener('close', () => {
      resolve(dialog.returnValue === 'yes');
      dialog.remove();
    });
    render(html`
      <p>${question}</p>
      <div class="buttons">
        <button @click=${() => dialog.close('no')}>No</button>
        <button class="danger" @click=${() => dialog.close('yes')}>Yes</button>
      </div>`, dialog);
    document.body.append(dialog);
    dialog.showModal();
  });
}
