// What a box says about its task besides its status: what it waits for, and how far its join is.
import { isTerminal } from './status.js';

/** How many satisfied edges a task needs. */
export function needed(join, total) {
  if (join === 'any') return 1;
  return typeof join === 'number' ? join : total;
}

/** How far a join is, such as `2 of 3`; null for a task that waits for nothing, or for one parent. */
export function joinMark(task, facts) {
  const special = task.join !== undefined && task.join !== null && task.join !== 'all';
  if (!facts.length || (!special && (task.status !== 'Waiting' || facts.length < 2))) return null;
  return `${facts.filter((fact) => fact.satisfied === true).length} of ${needed(task.join, facts.length)}`;
}

/** The words for a task that nobody executes. A wait and a call have these kinds unless the submission names another. */
export function formMark(task, approvals) {
  if (approvals.has(task.id)) return 'approval';
  return ['wait', 'call'].includes(task.kind) && !isTerminal(task.status) ? task.kind : null;
}

/** The marks of all tasks of a graph by ID; tasks without any are left out. */
export function marksOf({ tasks, links }, approvals) {
  const facts = Map.groupBy(links, (link) => link.child_id);
  const marks = tasks.map((task) => [task.id, [formMark(task, approvals), joinMark(task, facts.get(task.id) ?? [])].filter(Boolean).join(' · ')]);
  return new Map(marks.filter(([, mark]) => mark));
}
