// One task: why it is in its state, its actions, and all of its details.
import { html, nothing, render } from './lit/lit-html.js';
import { json } from './api.js';
import { chip } from './bar.js';
import { delivery } from './delivery.js';
import { act, counting, duration, moment } from './elements.js';
import { attemptMark, isTerminal, statusOf } from './status.js';

const NEIGHBOURS_SHOWN = 50;

/** Shows a task beside its batch; returns a function that refreshes it. */
export function showTask(panel, id, { close, moved, goTo, dag, signal }) {
  render(html`<p class="faint">Loading…</p>`, panel);
  signal.addEventListener('abort', () => render(nothing, panel));

  async function refresh() {
    const [task, explanation, deliveries, entries] = await Promise.all([
      json(`/task/${id}`, { signal }),
      json(`/task/${id}/explain`, { signal }).catch(() => null),
      json(`/task/${id}/deliveries`, { signal }).catch(() => []),
      json(`/task/${id}/events`, { signal }).catch(() => []),
    ]);
    if (!signal.aborted) render(content(task, explanation?.reasons ?? [], deliveries, entries), panel);
  }

  async function done() {
    await refresh();
    moved();
  }

  function content(task, reasons, deliveries, entries) {
    const { parents, children } = neighbours(dag(), task);
    return html`
      <div class="title"><h2>${task.name}</h2><button aria-label="Close" @click=${close}>✕</button></div>
      <p>${chip(statusOf(task.status), attemptMark(task))}</p>
      <div class="buttons">${actions(task).map((each) => act(each, done))}</div>
      ${task.failure_reason ? html`<p class="reason">${task.failure_reason}</p>` : nothing}
      ${section('Why', reasons.length && html`<ul>${reasons.map((reason) => html`<li>${reason}</li>`)}</ul>`)}
      ${section('Times', list([
        ['Created', moment(task.created_at)], ['Started', moment(task.started_at)], ['Ended', moment(task.ended_at)],
        ['Took', task.started_at && counting(task.started_at, task.ended_at)], ['Last activity', moment(task.last_updated)],
        ['Next attempt', task.next_retry_at && moment(task.next_retry_at)],
      ]))}
      ${section('Depends on', edges(parents, goTo))}
      ${section('Leads to', edges(children, goTo))}
      ${section('Attempts', entries.length && html`<ol class="attempts">${attempts(entries)}</ol>`)}
      ${section('Deliveries', deliveries.length && html`<ul>${deliveries.map((call) => delivery(call, task, done))}</ul>`)}
      ${section('Definition', list([
        ['Id', html`<code>${task.id}</code>`], ['Kind', task.kind], ['Priority', task.priority], ['Timeout', `${task.timeout} s`],
        ['Retries', task.retry ? `${task.retry.max_retries}, first after ${task.retry.initial_delay_secs} s` : 'none'],
        ['Counters', `${task.success} good, ${task.failures} bad${task.expected_count === null ? '' : ` of ${task.expected_count}`}`],
        ['Dead-end barrier', task.dead_end_barrier && 'yes'],
      ]))}
      ${block('Result', task.result)} ${block('Metadata', task.metadata)} ${block('Retry', task.retry)}
      ${block('Actions', task.actions)} ${block('Rules', task.rules)}
      <p><a href="/task/${task.id}">As JSON</a></p>`;
  }

  refresh().catch((error) => signal.aborted || render(html`<p class="reason">${error.message}</p>`, panel));
  return () => refresh().catch(() => {});
}

/** The actions for a task in its state. */
function actions({ id, status }) {
  if (isTerminal(status)) {
    return [{ text: 'Rerun', method: 'POST', path: `/task/${id}/rerun`, question: 'Rerun this task and everything below it?' }];
  }
  return [
    status === 'Paused'
      ? { text: 'Resume', method: 'PATCH', path: `/task/resume/${id}` }
      : { text: 'Pause', method: 'PATCH', path: `/task/pause/${id}` },
    { text: 'Cancel', method: 'DELETE', path: `/task/${id}`, question: 'Cancel this task?' },
    { text: 'Cancel with what needs it', method: 'DELETE', path: `/task/${id}?cascade=true`,
      question: 'Cancel this task and everything that depends on its success?' },
  ];
}

/** The parents and children of a task, each with its edge; of a large batch only those that the task itself names. */
function neighbours({ tasks, links }, { id, dependencies }) {
  const byId = new Map(tasks.map((task) => [task.id, task]));
  const facts = new Map(links.filter((link) => link.child_id === id).map((link) => [link.parent_id, link]));
  const end = (other, name, condition, fact) => ({ id: other, name: byId.get(other)?.name ?? name, task: byId.get(other), condition, fact });
  return {
    parents: (dependencies ?? []).map((edge) => end(edge.task_id, edge.id ?? edge.task_id, edge.condition, facts.get(edge.task_id))),
    children: links.filter((link) => link.parent_id === id).map((link) => end(link.child_id, link.child_id, link.condition, link)),
  };
}

function edges(ends, goTo) {
  const words = (fact) => (!fact ? '' : fact.satisfied === null ? ' · open' : fact.satisfied ? ' · satisfied' : ' · not satisfied');
  return ends.length && html`<ul>
    ${ends.slice(0, NEIGHBOURS_SHOWN).map(({ id, name, task, condition, fact }) => html`<li>
      <button class="plain name" @click=${() => goTo(id)}>${name}</button>
      ${[condition].flat().join(', ')}<span class="faint">${words(fact)}${task ? ` · ${task.status}` : ''}</span></li>`)}
    ${ends.length > NEIGHBOURS_SHOWN ? html`<li class="faint">and ${(ends.length - NEIGHBOURS_SHOWN).toLocaleString()} more</li>` : nothing}
  </ul>`;
}

/** The ledger entries of each attempt, in one line. */
function attempts(entries) {
  return [...Map.groupBy(entries, (entry) => entry.attempt)].map(([attempt, moves]) => {
    const detail = moves.findLast((move) => move.detail)?.detail;
    return html`<li value=${attempt}>
      ${moves.map((move, i) => html`<span title=${new Date(move.at).toLocaleString()}>
        <span class="faint">${i ? `${duration(Date.parse(move.at) - Date.parse(moves[i - 1].at))} →` : ''}</span> ${move.type.replace('_', ' ')}</span>`)}
      ${detail ? html`<div class="faint">${detail}</div>` : nothing}</li>`;
  });
}

function section(name, content) {
  return content ? html`<section><h3>${name}</h3>${content}</section>` : nothing;
}

function list(pairs) {
  return html`<dl>${pairs.filter(([, value]) => value || value === 0).map(([name, value]) => html`<dt>${name}</dt><dd>${value}</dd>`)}</dl>`;
}

function block(name, value) {
  const empty = value === null || value === undefined || (Array.isArray(value) && !value.length);
  return empty ? nothing : html`<details><summary>${name}</summary><pre tabindex="0">${JSON.stringify(value, null, 2)}</pre></details>`;
}
