// Small ways to make elements and to put things into words.

/** An element with attributes and children; a function as an attribute listens to that event. */
export function el(tag, attributes = {}, ...children) {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name, value);
    else element.setAttribute(name, value === true ? '' : value);
  }
  element.append(...children.flat().filter((child) => child !== null && child !== undefined));
  return element;
}

export function link(href, ...children) {
  return el('a', { href }, ...children);
}

/** A duration in the two largest units that say something. */
export function duration(millis) {
  if (millis === null || Number.isNaN(millis)) return '';
  if (millis < 1000) return `${Math.max(0, Math.round(millis))} ms`;
  const seconds = millis / 1000;
  if (seconds < 60) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(seconds / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds % 60)} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
}

/** A moment as people say it, with the exact one as a title. */
export function moment(iso) {
  if (!iso) return el('span', { class: 'faint' }, '–');
  const passed = Date.now() - Date.parse(iso);
  const words = passed < 0 ? `in ${duration(-passed)}` : passed < 2000 ? 'just now' : `${duration(passed)} ago`;
  return el('time', { datetime: iso, title: new Date(iso).toLocaleString() }, words);
}

/** How long something took, or has taken so far. */
export function span(from, to) {
  return from ? duration((to ? Date.parse(to) : Date.now()) - Date.parse(from)) : '';
}

/** Asks before something that cannot be undone. */
export function sure(question) {
  return new Promise((resolve) => {
    const dialog = el('dialog', { close: () => { resolve(dialog.returnValue === 'yes'); dialog.remove(); } },
      el('p', {}, question),
      el('div', { class: 'buttons' },
        el('button', { click: () => dialog.close('no') }, 'No'),
        el('button', { class: 'danger', click: () => dialog.close('yes') }, 'Yes')));
    document.body.append(dialog);
    dialog.showModal();
  });
}
