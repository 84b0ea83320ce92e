import { el } from './elements.js';
import { STATUSES } from './status.js';

/** A chip with a status's mark, colour and name. */
export function chip(status, extra = '') {
  return el('span', { class: `chip s-${status.key}` }, el('i', { 'aria-hidden': 'true' }, status.mark), status.name + extra);
}

/** The counts of a batch as one bar, with the same in words for those who do not see it. */
export function bar(counts) {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0) || 1;
  const present = STATUSES.filter((status) => counts[status.key] > 0);
  const words = present.map((status) => `${counts[status.key]} ${status.name}`).join(', ');
  const element = el('span', { class: 'bar', role: 'img', 'aria-label': words, title: words });
  for (const status of present) {
    const part = el('span', { class: `part s-${status.key}` });
    part.style.flexGrow = String(Math.max(counts[status.key] / total, 0.02));
    element.append(part);
  }
  return element;
}

/** The same counts as small chips. */
export function chips(counts) {
  return STATUSES.filter((status) => counts[status.key] > 0).map((status) =>
    el('span', { class: `chip s-${status.key}`, title: status.name },
      el('i', { 'aria-hidden': 'true' }, status.mark), `${counts[status.key].toLocaleString()} ${status.name}`));
}
