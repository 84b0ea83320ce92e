// One batch: its graph, the same as a table and as a timeline, and the task that is chosen.
import { follow, json, notice } from './api.js';
import { bar, chips } from './bar.js';
import { el, moment, span, sure } from './elements.js';
import { Graph } from './graph.js';
import { table } from './table.js';
import { showTask } from './task.js';
import { timeline } from './timeline.js';

const TABS = [['graph', 'Graph'], ['table', 'Table'], ['timeline', 'Timeline']];
const LARGE_TASKS = 3000;

export async function showBatch(main, id, signal) {
  const state = { id, tasks: [], links: [], tab: location.hash.slice(1) || 'graph', expanded: false };
  const head = el('div', { class: 'head' });
  const stage = el('div', { class: 'stage' });
  const panel = el('aside', { class: 'panel', 'aria-label': 'Task', hidden: true });
  const tabs = el('div', { class: 'tabs', role: 'tablist' },
    TABS.map(([name, text]) => el('button', { role: 'tab', id: `tab-${name}`, click: () => open(name) }, text)));
  const search = el('input', { type: 'search', placeholder: 'Find a task', 'aria-label': 'Find a task', input: () => find() });
  const found = el('span', { class: 'faint', role: 'status' });
  const expand = el('button', { 'aria-pressed': 'false', hidden: true, click: () => toggle() }, 'Show every item');
  const fit = el('button', { click: () => graph.fit() }, 'Fit');
  main.append(head, el('div', { class: 'tools' }, tabs, search, found, expand, fit), el('div', { class: 'split' }, stage, panel));

  const canvas = el('canvas', { class: 'graph', tabindex: '0', role: 'application',
    'aria-label': 'Graph of the batch. Arrow keys move along edges, Enter opens a task, plus and minus zoom; the table has the same content.' });
  const map = el('canvas', { class: 'map', 'aria-hidden': 'true' });
  const graph = new Graph(canvas, map, choose, signal);
  const closeTask = { now: null };

  async function load() {
    const [batch, dag] = await Promise.all([json(`/batch/${id}`, { signal }), json(`/dag/${id}`, { signal })]);
    state.batch = batch;
    state.tasks = dag.tasks;
    state.links = dag.links;
    expand.hidden = !dag.tasks.some((task) => /\[\d+\]$/.test(task.name));
    header();
    render();
  }

  function header() {
    const { batch } = state;
    document.title = `${batch.name ?? 'Batch'} · Edgewise`;
    const button = (text, label, path, method, question) => el('button', {
      'aria-label': label, click: async () => {
        if (question && !(await sure(question))) return;
        await json(path, { method });
        notice(`${text}: done.`);
        load();
      } }, text);
    const focused = head.contains(document.activeElement) ? document.activeElement.textContent : null;
    head.replaceChildren(
      el('div', { class: 'title' },
        el('h1', {}, batch.name ?? `Batch ${id.slice(0, 13)}`),
        el('span', { class: `state b-${batch.state}` }, batch.state),
        el('span', { class: 'faint' }, `${batch.total_tasks} tasks · `, moment(batch.created_at), ` · ${span(batch.created_at, batch.completed_at)}`),
        el('span', { class: 'buttons' },
          batch.state === 'running'
            ? button('Stop', 'Stop the batch', `/batch/${id}`, 'DELETE', 'Cancel every task of this batch that has not ended?')
            : null,
          ['failed', 'canceled'].includes(batch.state) ? button('Rerun', 'Run what did not succeed again', `/batch/${id}/rerun`, 'POST') : null)),
      bar(batch.status_counts),
      el('div', { class: 'chips' }, chips(batch.status_counts)));
    if (focused) [...head.querySelectorAll('button')].find((each) => each.textContent === focused)?.focus();
  }

  function open(name) {
    state.tab = name;
    history.replaceState(null, '', `${location.pathname}${location.search}#${name}`);
    stage.replaceChildren();
    render();
  }

  function render() {
    for (const [name] of TABS) document.getElementById(`tab-${name}`).setAttribute('aria-selected', String(name === state.tab));
    fit.hidden = state.tab !== 'graph';
    if (state.tab === 'graph') {
      if (!canvas.isConnected) {
        stage.replaceChildren(canvas, map, legend());
        graph.resize();
      }
      graph.update(state.tasks, state.links, state.expanded);
    } else {
      const wanted = search.value.trim().toLowerCase();
      const shown = wanted ? state.tasks.filter((task) => task.name.toLowerCase().includes(wanted)) : state.tasks;
      if (!stage.contains(document.activeElement) || document.activeElement.tagName !== 'A') {
        stage.replaceChildren(state.tab === 'table' ? table(shown, choose) : timeline(shown, state.batch, choose));
      }
    }
  }

  function find() {
    const count = state.tab === 'graph' ? graph.search(search.value) : null;
    found.textContent = count === null ? '' : `${count} found`;
    if (state.tab !== 'graph') render();
  }

  function toggle() {
    state.expanded = !state.expanded;
    expand.setAttribute('aria-pressed', String(state.expanded));
    render();
  }

  function choose(task) {
    closeTask.now?.abort();
    const address = new URL(location.href);
    if (task) address.searchParams.set('task', task);
    else address.searchParams.delete('task');
    history.replaceState(null, '', address);
    graph.mark(task);
    panel.hidden = !task;
    if (!task) {
      canvas.focus();
      return;
    }
    closeTask.now = new AbortController();
    signal.addEventListener('abort', () => closeTask.now.abort(), { signal: closeTask.now.signal });
    state.refreshTask = showTask(panel, task, { close: () => choose(null), moved: load, goTo: choose, tasks: () => state.tasks, signal: closeTask.now.signal });
  }

  await load();
  follow(id, () => load().then(() => panel.hidden || state.refreshTask?.()).catch(() => {}),
    { pause: () => (state.tasks.length > LARGE_TASKS ? 1500 : 150), signal });
  const wanted = new URL(location.href).searchParams.get('task');
  if (wanted) choose(wanted);
}

function legend() {
  const entry = (kind, text) => el('span', {}, el('i', { class: `edge ${kind}` }), text);
  return el('div', { class: 'legend', 'aria-hidden': 'true' },
    entry('success', 'on success'), entry('failure', 'on failure'), entry('always', 'always'),
    el('span', {}, 'solid: satisfied · dashed: open · dotted: not satisfied'));
}
