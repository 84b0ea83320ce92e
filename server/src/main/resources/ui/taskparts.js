// Parts of the view of a task: sections, edges, attempts, errors.
import { html, nothing } from './lit/lit-html.js';
import { duration, moment } from './time.js';
import { taskPath } from './views.js';

const NEIGHBOURS_SHOWN = 50;
const STACK_SHOWN_LINES = 6;

export function section(name, content) {
  return content ? html`<section><h3>${name}</h3>${content}</section>` : nothing;
}

export function list(pairs) {
  return html`<dl>${pairs.filter(([, value]) => value || value === 0).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

/** The parents and children of a task, each with its edge; of a large batch only those that the task itself names. */
export function neighbours({ tasks, links }, { id, dependencies }) {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const facts = new Map(links.filter((link) => link.child_id === id).map((link) => [link.parent_id, link]));
  const end = (other, name, condition, fact) => ({ id: other, name: byId.get(other)?.name ?? name, task: byId.get(other), condition, fact });
  return {
    parents: (dependencies ?? []).map((edge) => end(edge.task_id, edge.id ?? edge.task_id, edge.condition, facts.get(edge.task_id))),
    children: links.filter((link) => link.parent_id === id).map((link) => end(link.child_id, link.child_id, link.condition, link)),
  };
}

export function edges(ends, goTo) {
  const words = (fact) => (!fact ? '' : fact.satisfied === null ? ' · open' : fact.satisfied ? ' · satisfied' : ' · not satisfied');
  return ends.length && html`<ul>
    ${ends.slice(0, NEIGHBOURS_SHOWN).map(({ id, name, task, condition, fact }) => html`<li>
      <button class="plain name" @click=${() => goTo(id)}>${name}</button>
      ${[condition].flat().join(', ')}<span class="faint">${words(fact)}${task ? ` · ${task.status}` : ''}</span></li>`)}
    ${ends.length > NEIGHBOURS_SHOWN ? html`<li class="faint">and ${(ends.length - NEIGHBOURS_SHOWN).toLocaleString()} more</li>` : nothing}
  </ul>`;
}

/** Why a task is in its state: sentences, the parents it waits for, and the task that is the cause of it all. */
export function why(explanation, goTo) {
  const { reasons = [], unmet = [], cause, child_batch_id: child } = explanation ?? {};
  if (!reasons.length && !cause) return null;
  const open = unmet.filter((edge) => edge.satisfied !== true).slice(0, NEIGHBOURS_SHOWN);
  return html`<ul>${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>
    ${open.length ? html`<p class="faint">Open: ${open.map((edge, i) => html`${i ? ', ' : ''}<button class="plain name"
      @click=${() => goTo(edge.parent_id)}>${edge.name ?? edge.parent_id}</button>`)}</p>` : nothing}
    ${cause ? html`<p class="cause">Cause: <a href=${taskPath(cause.task_id)}>${cause.name}</a> is ${cause.status}${
      cause.failure_reason ? html`: <span class="reason">${cause.failure_reason}</span>` : nothing}</p>` : nothing}
    ${child ? html`<p><a href="/view?batch=${child}">Open the called batch</a></p>` : nothing}`;
}

/** An error with its stack, which is folded if it is long. */
export function errorOf(error) {
  if (!error) return nothing;
  const stack = error.stack?.trimEnd();
  const long = stack && stack.split('\n').length > STACK_SHOWN_LINES;
  const text = html`<pre class="stack" tabindex="0">${stack}</pre>`;
  return html`<div class="error"><strong>${error.type}</strong> ${error.message}
    ${!stack ? nothing : long ? html`<details><summary>Stack, ${stack.split('\n').length} lines</summary>${text}</details>` : text}</div>`;
}

/** How far a task is, as a bar with what its worker says. */
export function progressOf({ progress, message }) {
  if (progress === null && !message || progress === undefined) return nothing;
  return html`<div class="progress">${progress === null ? nothing : html`<progress max="1" value=${progress}></progress>
    ${Math.round(progress * 100)} %`} <span class="faint">${message}</span></div>`;
}

/** The attempts of a task, each with its moves in the ledger. */
export function attemptsOf(attempts, entries) {
  const known = new Map(attempts.map((each) => [each.attempt, each]));
  const moved = Map.groupBy(entries.filter((entry) => entry.attempt !== null), (entry) => entry.attempt);
  const numbers = [...new Set([...known.keys(), ...moved.keys()])].sort((a, b) => a - b);
  return numbers.length ? html`<ol class="attempts">${numbers.map((number) => attempt(number, known.get(number), moved.get(number) ?? []))}</ol>` : null;
}

function attempt(number, known, moves) {
  const detail = known?.failure_reason ?? moves.findLast((move) => move.detail)?.detail;
  return html`<li value=${number}>
    ${known ? html`<div><strong>${known.outcome ?? 'runs'}</strong>${known.worker ? ` · ${known.worker}` : ''}${
      known.started_at && known.ended_at ? ` · ${duration(Date.parse(known.ended_at) - Date.parse(known.started_at))}` : ''}
      ${known.started_at ? html` · ${moment(known.started_at)}` : nothing}</div>` : nothing}
    ${moves.map((move, i) => html`<span title=${new Date(move.at).toLocaleString()}>
      <span class="faint">${i ? `${duration(Date.parse(move.at) - Date.parse(moves[i - 1].at))} →` : ''}</span> ${move.type.replace('_', ' ')}</span>`)}
    ${detail ? html`<div class="faint">${detail}</div>` : nothing}${errorOf(known?.error)}</li>`;
}
