// One task: why it stands as it does, what can be done, and everything that is known.
import { json, notice } from './api.js';
import { chip } from './bar.js';
import { counting, duration, el, moment, sure } from './elements.js';
import { attemptMark, isTerminal, statusOf } from './status.js';

/** Shows a task beside its batch; gives a function that refreshes it. */
export function showTask(panel, id, { close, moved, goTo, tasks, signal }) {
  panel.replaceChildren(el('p', { class: 'faint' }, 'Loading…'));
  let shown = '';

  async function refresh() {
    const [task, explanation, deliveries, entries] = await Promise.all([
      json(`/task/${id}`, { signal }),
      json(`/task/${id}/explain`, { signal }).catch(() => null),
      json(`/task/${id}/deliveries`, { signal }).catch(() => []),
      json(`/task/${id}/events`, { signal }).catch(() => []),
    ]);
    const now = JSON.stringify([task, explanation?.reasons, deliveries, entries]);
    if (signal.aborted || now === shown) return;
    shown = now;
    const focused = panel.contains(document.activeElement) ? document.activeElement.textContent : null;
    const opened = new Set([...panel.querySelectorAll('details[open] > summary')].map((each) => each.textContent));
    const { scrollTop } = panel;
    panel.replaceChildren(...content(task, explanation, deliveries, entries));
    for (const summary of panel.querySelectorAll('summary')) summary.parentElement.open = opened.has(summary.textContent);
    panel.scrollTop = scrollTop;
    if (focused) [...panel.querySelectorAll('button')].find((each) => each.textContent === focused)?.focus();
  }

  function content(task, explanation, deliveries, entries) {
    const status = statusOf(task.status);
    return [
      el('div', { class: 'title' }, el('h2', {}, task.name), el('button', { 'aria-label': 'Close', click: close }, '✕')),
      el('p', {}, chip(status, attemptMark(task))),
      actions(task),
      task.failure_reason ? el('p', { class: 'reason' }, task.failure_reason) : null,
      explanation?.reasons?.length
        ? el('section', {}, el('h3', {}, 'Why'), el('ul', {}, explanation.reasons.map((reason) => el('li', {}, reason))))
        : null,
      el('section', {}, el('h3', {}, 'Times'), list([
        ['Created', moment(task.created_at)], ['Started', moment(task.started_at)], ['Ended', moment(task.ended_at)],
        ['Took', task.started_at ? counting(task.started_at, task.ended_at) : null], ['Last activity', moment(task.last_updated)],
        ['Next attempt', task.next_retry_at ? moment(task.next_retry_at) : null],
      ])),
      neighbours(task),
      entries.length ? el('section', {}, el('h3', {}, 'Attempts'), el('ol', { class: 'attempts' }, attempts(entries))) : null,
      deliveries.length
        ? el('section', {}, el('h3', {}, 'Deliveries'), el('ul', {}, deliveries.map((call) => delivery(call, task)))) : null,
      el('section', {}, el('h3', {}, 'Definition'), list([
        ['Id', el('code', {}, task.id)], ['Kind', task.kind], ['Priority', String(task.priority)], ['Timeout', `${task.timeout} s`],
        ['Retries', task.retry ? `${task.retry.max_retries}, first after ${task.retry.initial_delay_secs} s` : 'none'],
        ['Counters', `${task.success} good, ${task.failures} bad${task.expected_count === null ? '' : ` of ${task.expected_count}`}`],
        ['Dead-end barrier', task.dead_end_barrier ? 'yes' : null],
      ])),
      block('Result', task.result), block('Metadata', task.metadata), block('Actions', task.actions), block('Rules', task.rules),
    ].filter(Boolean);
  }

  function act(text, path, method, question) {
    return el('button', { click: async () => {
      if (question && !(await sure(question))) return;
      await json(path, { method });
      notice(`${text}: done.`);
      await refresh();
      moved();
    } }, text);
  }

  function actions(task) {
    const ended = isTerminal(task.status);
    return el('div', { class: 'buttons' },
      ended ? act('Rerun', `/task/${id}/rerun`, 'POST', 'Run this task and everything below it again?') : null,
      !ended && task.status !== 'Paused' ? act('Pause', `/task/pause/${id}`, 'PATCH') : null,
      task.status === 'Paused' ? act('Resume', `/task/resume/${id}`, 'PATCH') : null,
      ended ? null : act('Cancel', `/task/${id}`, 'DELETE', 'Cancel this task?'),
      ended ? null : act('Cancel with what needs it', `/task/${id}?cascade=true`, 'DELETE', 'Cancel this task and everything that needs its success?'));
  }

  function neighbours(task) {
    if (!task.dependencies?.length) return null;
    const names = new Map(tasks().map((each) => [each.id, each]));
    return el('section', {}, el('h3', {}, 'Depends on'), el('ul', {}, task.dependencies.map((edge) => {
      const parent = names.get(edge.task_id);
      const name = parent?.name ?? edge.id ?? edge.task_id;
      return el('li', {},
        parent ? el('a', { href: '#', click: (event) => { event.preventDefault(); goTo(parent.id); } }, name) : name,
        ` ${edge.condition}`, parent ? el('span', { class: 'faint' }, ` · ${parent.status}`) : null);
    })));
  }

  /** A call with what was sent and what came back. */
  function delivery(call, task) {
    const answer = call.response_status ? `answered ${call.response_status}` : call.error ?? 'no answer yet';
    const sent = task.actions.find((action) => action.trigger === call.trigger)?.params;
    const again = call.trigger === 'Start' || !['success', 'dead'].includes(call.status) ? null
      : act('Call again', `/delivery/${encodeURIComponent(call.idempotency_key)}/replay`, 'POST');
    return el('li', {},
      el('strong', {}, `${call.trigger}: ${call.status}`), ` · ${answer}${call.attempts > 1 ? ` · ${call.attempts} calls` : ''} `,
      call.due_at ? el('span', {}, 'next ', moment(call.due_at)) : moment(call.updated_at),
      sent ? el('div', {}, el('code', {}, `${(sent.verb ?? 'Post').toUpperCase()} ${call.url ?? sent.url}`)) : null,
      el('div', { class: 'faint' }, 'key ', el('code', {}, call.idempotency_key)), again);
  }

  refresh().catch((error) => { if (!signal.aborted) panel.replaceChildren(el('p', { class: 'reason' }, error.message)); });
  return () => refresh().catch(() => {});
}

/** What the ledger says about each attempt, in a line. */
function attempts(entries) {
  const byAttempt = Map.groupBy(entries, (entry) => entry.attempt);
  return [...byAttempt].map(([attempt, moves]) => {
    const steps = moves.map((move, i) => {
      const after = i ? ` ${duration(Date.parse(move.at) - Date.parse(moves[i - 1].at))} →` : '';
      return el('span', { title: new Date(move.at).toLocaleString() }, el('span', { class: 'faint' }, after), ` ${move.type.replace('_', ' ')}`);
    });
    const detail = moves.findLast((move) => move.detail)?.detail;
    return el('li', { value: String(attempt) }, steps, detail ? el('div', { class: 'faint' }, detail) : null);
  });
}

function list(pairs) {
  return el('dl', {}, pairs.filter(([, value]) => value !== null && value !== '').map(([name, value]) =>
    [el('dt', {}, name), el('dd', {}, value)]).flat());
}

function block(name, value) {
  const empty = value === null || value === undefined || (Array.isArray(value) && !value.length);
  return empty ? null : el('details', {}, el('summary', {}, name), el('pre', { tabindex: '0' }, JSON.stringify(value, null, 2)));
}
