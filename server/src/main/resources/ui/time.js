// Times and durations in words.
import { html, nothing } from './lit/lit-html.js';
import { AsyncDirective, directive } from './lit/async-directive.js';

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
