// The ten statuses: each has a colour, and a mark that identifies it without colour.

export const STATUSES = [
  { name: 'Waiting', key: 'waiting', mark: '◌' },
  { name: 'Pending', key: 'pending', mark: '○' },
  { name: 'Claimed', key: 'claimed', mark: '◔' },
  { name: 'Running', key: 'running', mark: '▶' },
  { name: 'RetryPending', key: 'retry_pending', mark: '↻' },
  { name: 'Paused', key: 'paused', mark: '‖' },
  { name: 'Success', key: 'success', mark: '✓' },
  { name: 'Failure', key: 'failure', mark: '✗' },
  { name: 'Canceled', key: 'canceled', mark: '⊘' },
  { name: 'Skipped', key: 'skipped', mark: '»' },
];

const BY_NAME = new Map(STATUSES.map((status) => [status.name, status]));
const BY_KEY = new Map(STATUSES.map((status) => [status.key, status]));
const TERMINAL = new Set(['Success', 'Failure', 'Canceled', 'Skipped']);
const LOUDEST_FIRST = ['failure', 'running', 'claimed', 'retry_pending', 'paused', 'pending', 'waiting', 'canceled', 'success', 'skipped'];

export function statusOf(name) {
  return BY_NAME.get(name) ?? STATUSES[0];
}

export function isTerminal(name) {
  return TERMINAL.has(name);
}

/** Attempts count from 0 as in the API; the first one is not shown. */
export function attemptMark(task) {
  return task.attempt > 0 ? ` · attempt ${task.attempt}` : '';
}

/** The status that represents a group: first what needs attention, then what is active. */
export function speaksFor(counts) {
  return BY_KEY.get(LOUDEST_FIRST.find((key) => counts[key] > 0) ?? 'waiting').name;
}
