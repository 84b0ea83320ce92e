// The drawing of a graph: the positions from the server's layout, joined with tasks and facts.
import { STATUSES, isTerminal, speaksFor, statusOf } from './status.js';

/** The named condition as which an edge is drawn: a list of outcomes is drawn as the one that is nearest to it. */
export function look(condition) {
  if (!Array.isArray(condition)) return condition;
  if (!condition.includes('Success')) return 'on_failure';
  return condition.includes('Failure') || condition.includes('Canceled') ? 'always' : 'on_success';
}

/** The boxes and lines of a drawing, by ID; statuses are set with every refresh of the batch. */
export function arrange(layout) {
  const nodes = layout.nodes.map((place) => ({
    id: place.id, x: place.x, y: place.y, name: '', status: 'Waiting', group: place.group, parents: [], children: [],
  }));
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const links = layout.links.map((link) => ({
    source: byId.get(link.parent_id), target: byId.get(link.child_id), condition: look(link.condition), points: link.points, satisfied: null,
    label: Array.isArray(link.condition) ? link.condition.join(', ') : null,
  }));
  for (const { source, target } of links) {
    source.children.push(target);
    target.parents.push(source);
  }
  return {
    nodes, links, byId,
    linkOf: new Map(links.map((link) => [link.source.id + link.target.id, link])),
    bounds: { width: layout.width, height: layout.height },
    box: { width: layout.node_width, height: layout.node_height },
  };
}

/** Sets the tasks of boxes, their marks, and the facts of lines. */
export function fill(drawing, { tasks, links, spreads }, marks) {
  for (const task of tasks) {
    const node = drawing.byId.get(task.id);
    if (node) Object.assign(node, { task, name: task.name, status: task.status, mark: marks.get(task.id) ?? null, counts: null, total: 1 });
  }
  for (const spread of spreads) {
    const node = drawing.byId.get(spread.task_id);
    if (!node) continue;
    Object.assign(node, { counts: spread.status_counts, total: spread.items });
    if (!isTerminal(node.status) && spread.items) node.status = speaksFor(spread.status_counts);
  }
  for (const link of links) {
    const line = drawing.linkOf.get(link.parent_id + link.child_id);
    if (line) line.satisfied = link.satisfied;
  }
}

/** Sets the counts of boxes that represent groups. */
export function fillGroups(drawing, layout) {
  for (const place of layout.nodes) {
    const { kind, tasks, status_counts: counts } = place.group;
    Object.assign(drawing.byId.get(place.id),
      { group: place.group, name: `${kind} ×${tasks.toLocaleString()}`, counts, total: tasks, status: speaksFor(counts) });
  }
}

/** The number of ended tasks in a group. */
export function endedOf(node) {
  return STATUSES.filter((status) => isTerminal(status.name)).reduce((sum, status) => sum + node.counts[status.key], 0);
}

/**
 * The critical path: the chain from the task that ended last, or is still running, back along the parents that ended
 * last.
 */
export function criticalPath(drawing) {
  const endOf = (node) => (!node.task?.started_at ? 0 : node.task.ended_at ? Date.parse(node.task.ended_at) : Infinity);
  const latest = (nodes) => nodes.reduce((best, node) => (endOf(node) > (best ? endOf(best) : 0) ? node : best), null);
  const path = new Set();
  for (let node = latest(drawing.nodes); node; node = latest(node.parents)) path.add(node);
  return path;
}

/** The neighbour of a node: along an edge, or the nearest in a direction across. */
export function beside(drawing, node, key, down) {
  const [back, on, less, more] = down
    ? ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight'] : ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'];
  if (key === back) return node.parents[0];
  if (key === on) return node.children[0];
  const [along, across] = down ? ['y', 'x'] : ['x', 'y'];
  const sign = key === more ? 1 : key === less ? -1 : 0;
  const reach = drawing.box.width;
  return drawing.nodes
    .filter((other) => Math.abs(other[along] - node[along]) < reach && (other[across] - node[across]) * sign > 0)
    .sort((a, b) => (a[across] - b[across]) * sign)[0];
}

/** The times of the next attempts by task ID. */
export function retriesOf(tasks) {
  return new Map(tasks.filter((task) => task.status === 'RetryPending' && task.next_retry_at)
    .map((task) => [task.id, Date.parse(task.next_retry_at)]));
}

/** The text of a box below its name. */
export function caption(node, retryAt) {
  if (node.counts) return `${endedOf(node).toLocaleString()} of ${node.total.toLocaleString()} ended`;
  const attempt = node.task?.attempt ?? 0;
  if (retryAt) return `attempt ${attempt} in ${Math.max(0, Math.ceil((retryAt - Date.now()) / 1000))} s`;
  return [statusOf(node.status).name, node.mark, attempt > 0 && `attempt ${attempt}`].filter(Boolean).join(' · ');
}
