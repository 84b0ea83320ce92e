// The ten statuses: each has its colour, and a mark that tells it apart without colour.

export const STATUSES = [
  { name: 'Waiting', key: 'waiting', mark: '◌' },
  { name: 'Pending', key: 'pending', mark: '○' },
  { name: 'Claimed', key: 'claimed', mark: '◔' },
  { name: 'Running', key: 'running', mark: '▶' },
  { name: 'RetryPending', key: 'retry_pending', mark: '↻' },
  { name: 'Paused', key: 'paused', mark: '⏸' },
  { name: 'Success', key: 'success', mark: '✓' },
  { name: 'Failure', key: 'failure', mark: '✗' },
  { name: 'Canceled', key: 'canceled', mark: '⊘' },
  { name: 'Skipped', key: 'skipped', mark: '⤼' },
];

const BY_NAME = new Map(STATUSES.map((status) => [status.name, status]));
const TERMINAL = new Set(['Success', 'Failure', 'Canceled', 'Skipped']);

export function statusOf(name) {
  return BY_NAME.get(name) ?? STATUSES[0];
}

export function isTerminal(name) {
  return TERMINAL.has(name);
}

export function attemptMark(task) {
  return task.attempt > 0 ? ` · attempt ${task.attempt + 1}` : '';
}

/** The counts of a group of tasks, by key. */
export function countStatuses(tasks) {
  const counts = Object.fromEntries(STATUSES.map((status) => [status.key, 0]));
  for (const task of tasks) counts[statusOf(task.status).key]++;
  return counts;
}

/** The status that speaks for a group: what needs attention first, then what moves. */
export function speaksFor(tasks) {
  const order = ['Failure', 'Running', 'Claimed', 'RetryPending', 'Paused', 'Pending', 'Waiting', 'Canceled', 'Success', 'Skipped'];
  return order.find((name) => tasks.some((task) => task.status === name)) ?? 'Waiting';
}
