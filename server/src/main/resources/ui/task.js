// One task: why it is in its state, its actions, its log and all of its details.
import { html, nothing, render } from './lit/lit-html.js';
import { param, put } from './address.js';
import { items, json } from './api.js';
import { decisions } from './approvals.js';
import { chip } from './bar.js';
import { block } from './batchparts.js';
import { delivery } from './delivery.js';
import { act } from './dialogs.js';
import { showLog } from './log.js';
import { attemptMark, isTerminal, statusOf } from './status.js';
import { attemptsOf, edges, errorOf, list, neighbours, progressOf, section, why } from './taskparts.js';
import { counting, moment } from './time.js';

const PANES = [['details', 'Details'], ['log', 'Log'], ['data', 'Data']];

/** Shows a task beside its batch; returns a function that refreshes it. */
export function showTask(panel, id, { close, moved, goTo, dag, signal }) {
  const state = { pane: PANES.some(([name]) => name === param('pane')) ? param('pane') : 'details', about: null, log: null };
  render(html`<p class="faint">Loading…</p>`, panel);
  signal.addEventListener('abort', () => render(nothing, panel));

  async function refresh() {
    const path = `/v1/tasks/${id}`;
    const [task, explanation, deliveries, attempts, entries] = await Promise.all([
      json(path, { signal }),
      json(`${path}/explain`, { signal }).catch(() => null),
      items(`${path}/deliveries?limit=200`, { signal }).catch(() => []),
      items(`${path}/attempts?limit=200`, { signal }).catch(() => []),
      items(`${path}/events?limit=1000`, { signal }).catch(() => []),
    ]);
    state.about = { task, explanation, deliveries, attempts, entries };
    draw();
  }

  function draw() {
    if (!signal.aborted && state.about) render(content(state.about), panel);
  }

  async function done() {
    await refresh();
    moved();
  }

  function show(pane) {
    state.pane = pane;
    put({ pane: pane === 'details' ? null : pane });
    draw();
  }

  /** The log is an element of its own, which lives until the task is closed. */
  function log() {
    if (!state.log) {
      state.log = document.createElement('div');
      state.log.className = 'log-box';
      showLog(state.log, id, { over: () => isTerminal(state.about.task.status), signal });
    }
    return state.log;
  }

  function content(about) {
    const { task } = about;
    return html`
      <div class="title"><h2>${task.name}</h2><button aria-label="Close" @click=${close}>✕</button></div>
      <p>${chip(statusOf(task.status), attemptMark(task))}</p>
      <div class="buttons">${actions(task).map((each) => act(each, done))}</div>
      ${progressOf(task)}
      ${task.failure_reason ? html`<p class="reason said">${task.failure_reason}</p>` : nothing}
      ${task.waiting_for?.form === 'approval' && !isTerminal(task.status) ? approval(task) : nothing}
      <div class="tabs" role="tablist">${PANES.map(([name, text]) => html`<button role="tab" id="pane-${name}"
        aria-selected=${name === state.pane} @click=${() => show(name)}>${text}</button>`)}</div>
      ${state.pane === 'log' ? log() : state.pane === 'data' ? data(task) : details(about)}`;
  }

  function approval({ waiting_for: waiting, name }) {
    return html`<div class="ask">${waiting.title ? html`<strong>${waiting.title}</strong>` : nothing}
      ${waiting.text ? html`<p class="said">${waiting.text}</p>` : nothing}
      ${decisions({ task: id, title: waiting.title ?? name }, done)}</div>`;
  }

  function details({ task, explanation, deliveries, attempts, entries }) {
    const { parents, children } = neighbours(dag(), task);
    return html`
      ${errorOf(task.error)}
      ${section('Why', why(explanation, goTo))}
      ${section('Times', list([
        ['Created', moment(task.created_at)], ['Started', task.started_at && moment(task.started_at)], ['Ended', task.ended_at && moment(task.ended_at)],
        ['Took', task.started_at && counting(task.started_at, task.ended_at)], ['Last activity', moment(task.last_updated)],
        ['Next attempt', task.next_retry_at && moment(task.next_retry_at)], ['Starts after', task.start_after && moment(task.start_after)],
        ['Deadline', task.deadline], ['Worker', task.worker],
        ['Called batch', task.child_batch_id && html`<a href="/view?batch=${task.child_batch_id}">open</a>`],
      ]))}
      ${section('Depends on', edges(parents, goTo))}
      ${section('Leads to', edges(children, goTo))}
      ${section('Attempts', attemptsOf(attempts, entries))}
      ${section('Deliveries', deliveries.length && html`<ul>${deliveries.map((call) => delivery(call, task, done))}</ul>`)}
      ${section('Definition', list([
        ['Id', html`<code>${task.id}</code>`], ['Kind', task.kind], ['Priority', task.priority], ['Timeout', `${task.timeout} s`],
        ['Retries', task.retry ? `${task.retry.max_retries}, first after ${task.retry.initial_delay_secs} s` : 'none'],
        ['Counters', `${task.success} good, ${task.failures} bad${task.expected_count === null ? '' : ` of ${task.expected_count}`}`],
        ['Dead-end barrier', task.dead_end_barrier && 'yes'],
      ]))}
      ${block('Retry', task.retry)} ${block('Actions', task.actions)} ${block('Rules', task.rules)}
      <p><a href="/v1/tasks/${task.id}">As JSON</a></p>`;
  }

  refresh().catch((error) => signal.aborted || render(html`<p class="reason">${error.message}</p>`, panel));
  return () => refresh().catch(() => {});
}

/** What a task was given and has returned, and the expressions it is made of. */
function data(task) {
  const parts = [block('Result', task.result, true), block('Input', task.input, true), block('Metadata', task.metadata, true),
    ...['let', 'when', 'output', 'return', 'spread', 'wait', 'call'].map((name) => block(name, task[name], true))];
  return parts.every((part) => part === nothing) ? html`<p class="faint">It has no input and no result.</p>` : parts;
}

/** The actions for a task in its state. */
export function actions({ id, status }) {
  const to = (verb) => `/v1/tasks/${id}/${verb}`;
  if (isTerminal(status)) return [{ text: 'Rerun', path: to('rerun'), question: 'Rerun this task and everything below it?' }];
  return [
    status === 'Paused' ? { text: 'Resume', path: to('resume') } : { text: 'Pause', path: to('pause') },
    { text: 'Cancel', path: to('cancel'), question: 'Cancel this task?' },
    { text: 'Cancel with what needs it', path: `${to('cancel')}?cascade=true`,
      question: 'Cancel this task and everything that depends on its success?' },
  ];
}
