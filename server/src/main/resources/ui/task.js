// One task: why it stands as it does, what can be done, and everything that is known.
import { json, notice } from './api.js';
import { chip } from './bar.js';
import { el, moment, span, sure } from './elements.js';
import { attemptMark, isTerminal, statusOf } from './status.js';

/** Shows a task beside its batch; gives a function that refreshes it. */
export function showTask(panel, id, { close, moved, goTo, tasks, signal }) {
  panel.replaceChildren(el('p', { class: 'faint' }, 'Loading…'));
  let shown = '';

  async function refresh() {
    const [task, explanation, deliveries] = await Promise.all([
      json(`/task/${id}`, { signal }),
      json(`/task/${id}/explain`, { signal }).catch(() => null),
      json(`/task/${id}/deliveries`, { signal }).catch(() => []),
    ]);
    const now = JSON.stringify([task, explanation?.reasons, deliveries]);
    if (signal.aborted || now === shown) return;
    shown = now;
    const focused = panel.contains(document.activeElement) ? document.activeElement.textContent : null;
    panel.replaceChildren(...content(task, explanation, deliveries ?? []));
    if (focused) [...panel.querySelectorAll('button')].find((each) => each.textContent === focused)?.focus();
  }

  function content(task, explanation, deliveries) {
    const status = statusOf(task.status);
    return [
      el('div', { class: 'title' }, el('h2', {}, task.name), el('button', { 'aria-label': 'Close', click: close }, '✕')),
      el('p', {}, chip(status, attemptMark(task))),
      task.failure_reason ? el('p', { class: 'reason' }, task.failure_reason) : null,
      explanation?.reasons?.length
        ? el('section', {}, el('h3', {}, 'Why'), el('ul', {}, explanation.reasons.map((reason) => el('li', {}, reason))))
        : null,
      actions(task),
      el('section', {}, el('h3', {}, 'Times'), list([
        ['Created', moment(task.created_at)], ['Started', moment(task.started_at)], ['Ended', moment(task.ended_at)],
        ['Took', span(task.started_at, task.ended_at)], ['Last activity', moment(task.last_updated)],
        ['Next attempt', task.next_retry_at ? moment(task.next_retry_at) : null],
      ])),
      neighbours(task),
      deliveries.length ? el('section', {}, el('h3', {}, 'Deliveries'), el('ul', { class: 'deliveries' }, deliveries.map(delivery))) : null,
      el('section', {}, el('h3', {}, 'Definition'), list([
        ['Id', el('code', {}, task.id)], ['Kind', task.kind], ['Priority', String(task.priority)], ['Timeout', `${task.timeout} s`],
        ['Retries', task.retry ? `${task.retry.max_retries}, first after ${task.retry.initial_delay_secs} s` : 'none'],
        ['Counters', `${task.success} good, ${task.failures} bad${task.expected_count === null ? '' : ` of ${task.expected_count}`}`],
        ['Dead-end barrier', task.dead_end_barrier ? 'yes' : null],
      ])),
      block('Result', task.result), block('Metadata', task.metadata), block('Actions', task.actions), block('Rules', task.rules),
    ].filter(Boolean);
  }

  function actions(task) {
    const button = (text, path, method, question) => el('button', { click: async () => {
      if (question && !(await sure(question))) return;
      await json(path, { method });
      notice(`${text}: done.`);
      await refresh();
      moved();
    } }, text);
    const ended = isTerminal(task.status);
    return el('div', { class: 'buttons' },
      ended ? button('Rerun', `/task/${id}/rerun`, 'POST', 'Run this task and everything below it again?') : null,
      !ended && task.status !== 'Paused' ? button('Pause', `/task/pause/${id}`, 'PATCH') : null,
      task.status === 'Paused' ? button('Resume', `/task/resume/${id}`, 'PATCH') : null,
      ended ? null : button('Cancel', `/task/${id}`, 'DELETE', 'Cancel this task?'),
      ended ? null : button('Cancel with what needs it', `/task/${id}?cascade=true`, 'DELETE', 'Cancel this task and everything that needs its success?'));
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

  refresh().catch((error) => { if (!signal.aborted) panel.replaceChildren(el('p', { class: 'reason' }, error.message)); });
  return () => refresh().catch(() => {});
}

function delivery(call) {
  const answer = call.response_status ? `answered ${call.response_status}` : call.error ?? '';
  return el('li', {}, el('strong', {}, `${call.trigger} · ${call.status}`), ` ${call.attempts}×, ${answer} `,
    call.due_at ? el('span', {}, 'next ', moment(call.due_at)) : null, call.url ? el('code', {}, call.url) : null,
    el('div', { class: 'faint' }, call.idempotency_key));
}

function list(pairs) {
  return el('dl', {}, pairs.filter(([, value]) => value !== null && value !== '').map(([name, value]) =>
    [el('dt', {}, name), el('dd', {}, value)]).flat());
}

function block(name, value) {
  const empty = value === null || value === undefined || (Array.isArray(value) && !value.length);
  return empty ? null : el('details', {}, el('summary', {}, name), el('pre', { tabindex: '0' }, JSON.stringify(value, null, 2)));
}
