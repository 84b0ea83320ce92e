import { html } from './lit/lit-html.js';
import { STATUSES } from './status.js';

/** A chip with a status's mark, colour and name. */
export function chip(status, extra = '') {
  return html`<span class="chip s-${status.key}"><i aria-hidden="true">${status.mark}</i>${status.name}${extra}</span>`;
}

/** The counts of a batch as one bar, with the same as text for screen readers. */
export function bar(counts) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0) || 1;
  const present = STATUSES.filter((status) => counts[status.key] > 0);
  const words = present.map((status) => `${counts[status.key]} ${status.name}`).join(', ');
  return html`<span class="bar" role="img" aria-label=${words} title=${words}>${present.map((status) =>
    html`<span class="part s-${status.key}" .style=${`flex-grow: ${Math.max(counts[status.key] / total, 0.02)}`}></span>`)}</span>`;
}

/** The same counts as small chips. */
export function chips(counts) {
  return STATUSES.filter((status) => counts[status.key] > 0).map((status) =>
    html`<span class="chip s-${status.key}"><i aria-hidden="true">${status.mark}</i>${counts[status.key].toLocaleString()} ${status.name}</span>`);
}
