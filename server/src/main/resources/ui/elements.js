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
  if (seconds < 59.95) return `${seconds.toFixed(1)} s`;
  const minutes = Math.floor(Math.round(seconds) / 60);
  if (minutes < 60) return `${minutes} min ${Math.round(seconds) % 60} s`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} days`;
}

/** A moment as people say it, with the exact one as a title. */
export function moment(iso) {
  if (!iso) return el('span', { class: 'faint' }, '–');
  return el('time', { datetime: iso, title: new Date(iso).toLocaleString() }, words(iso));
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

/** How long something took, or has taken so far. */
export function span(from, to) {
  return from ? duration((to ? Date.parse(to) : Date.now()) - Date.parse(from)) : '';
}

/** The same as an element that goes on counting while there is no end. */
export function counting(from, to) {
  return from && !to ? el('span', { 'data-since': from }, span(from, null)) : el('span', {}, span(from, to));
}

setInterval(() => {
  for (const time of document.querySelectorAll('time[datetime]')) {
    const now = words(time.dateTime);
    if (time.textContent !== now) time.textContent = now;
  }
  for (const since of document.querySelectorAll('[data-since]')) since.textContent = span(since.dataset.since, null);
}, 1000);

/**
 * Makes the children of an element those that are described, and keeps each whose description is the same: what has the
 * focus, or is being read, stays.
 */
export function refill(parent, descriptions) {
  const known = new Map([...parent.children].map((child) => [child.dataset.key, child]));
  let place = parent.firstElementChild;
  for (const { key, content, make } of descriptions) {
    const text = JSON.stringify(content);
    let child = known.get(key);
    known.delete(key);
    if (!child || child.content !== text) {
      const fresh = make();
      fresh.dataset.key = key;
      fresh.content = text;
      if (child) {
        const focused = child.contains(document.activeElement) ? document.activeElement.textContent : null;
        if (place === child) place = fresh;
        child.replaceWith(fresh);
        if (focused) [...fresh.querySelectorAll('a, button')].find((each) => each.textContent === focused)?.focus();
      }
      child = fresh;
    }
    if (child === place) place = place.nextElementSibling;
    else parent.insertBefore(child, place);
  }
  for (const gone of known.values()) gone.remove();
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
