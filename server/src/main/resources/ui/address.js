// The state of a view that belongs to its URL.

/** The value of a parameter; null if the URL does not have it. */
export function param(name) {
  return new URL(location.href).searchParams.get(name);
}

/** The parameters of the URL that have one of the names and are not empty. */
export function params(names) {
  const all = new URL(location.href).searchParams;
  return new URLSearchParams([...all].filter(([name, value]) => names.includes(name) && value));
}

/**
 * Changes parameters of the URL.
 *
 * @param values the new value of each name, or a list of values; null and the empty string remove it
 * @param keep whether the button Back leads to the URL as it was
 */
export function put(values, keep = false) {
  const address = new URL(location.href);
  for (const [name, value] of Object.entries(values)) {
    address.searchParams.delete(name);
    for (const each of [value].flat()) {
      if (each !== null && each !== undefined && each !== '' && each !== false) address.searchParams.append(name, each);
    }
  }
  if (keep) history.pushState(null, '', address);
  else history.replaceState(null, '', address);
}
