// The views of the page, each with its address and the key that opens it after `g`.

/** A view without a label is opened by links to one thing. */
export const VIEWS = [
  { name: 'batches', path: '/', label: 'Batches', key: 'b' },
  { name: 'batch', path: '/view' },
  { name: 'failures', path: '/view/failures', label: 'Failures', key: 'f' },
  { name: 'workflows', path: '/view/workflows', label: 'Workflows', key: 'w' },
  { name: 'schedules', path: '/view/schedules', label: 'Schedules', key: 's' },
  { name: 'deliveries', path: '/view/deliveries', label: 'Deliveries', key: 'd' },
  { name: 'approvals', path: '/view/approvals', label: 'Approvals', key: 'a' },
  { name: 'operations', path: '/operations', label: 'Operations', key: 'o' },
  { name: 'audit', path: '/view/audit', label: 'Audit', key: 'u', scope: 'admin' },
];

/** The view at an address; `/view` without a batch or a task is the list of batches. */
export function viewAt(address) {
  const found = VIEWS.find((view) => view.path === address.pathname);
  const named = address.searchParams.has('batch') || address.searchParams.has('task');
  return found?.name === 'batch' && !named ? VIEWS[0] : found;
}

/** A task is found without its batch, too. */
export function taskPath(task) {
  return `/view?task=${task}`;
}

export function batchPath(batch, task) {
  return `/view?batch=${batch}${task ? `&task=${task}` : ''}`;
}
