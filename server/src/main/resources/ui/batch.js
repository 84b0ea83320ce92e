// One batch: its graph, table and timeline, and the selected task.
import { html, nothing, render } from './lit/lit-html.js';
import { param, put } from './address.js';
import { items, json } from './api.js';
import { batchHead } from './batchhead.js';
import { follow } from './follow.js';
import { Graph } from './graph.js';
import { showGroup } from './group.js';
import { marksOf } from './marks.js';
import { table } from './table.js';
import { showTask } from './task.js';
import { timeline } from './timeline.js';

const TABS = [['graph', 'Graph'], ['table', 'Table'], ['timeline', 'Timeline']];
const LARGE_TASKS = 3000;
const GROUPED_TASKS = 20000;
const NARROW_PIXELS = 560;
const LISTED_TASKS = 100;
const LABEL = 'Graph of the batch. Enter chooses a task, arrow keys go along edges, plus, minus and 0 zoom; the table has the same content.';

export async function showBatch(main, signal) {
  const id = param('batch') ?? (await json(`/v1/tasks/${param('task')}`, { signal })).batch_id;
  if (!param('batch')) put({ batch: id });
  const hash = location.hash.slice(1);
  const state = {
    batch: null, dag: { tasks: [], links: [], spreads: [] }, grouped: false, shape: null, approvals: [],
    tab: TABS.some(([name]) => name === hash) ? hash : 'graph', expanded: param('items') === 'true', path: param('path') === 'true',
    text: param('find') ?? '', found: null, sorting: param('sort'), only: only(),
  };
  const made = (tag, attributes) => Object.entries(attributes).reduce((element, [name, value]) => {
    element.setAttribute(name, value);
    return element;
  }, document.createElement(tag));
  const canvas = made('canvas', { class: 'graph', tabindex: '0', role: 'application', 'aria-label': LABEL });
  const map = made('canvas', { class: 'map', 'aria-hidden': 'true' });
  const panel = made('aside', { class: 'panel', 'aria-label': 'Task', hidden: '' });
  const graph = new Graph(canvas, map, (node) => (node.group ? open(node.id) : choose(node.id)), signal);
  let closeTask = null;
  let refreshTask = null;
  let typing = null;

  async function load() {
    const shown = `items=${state.expanded}`;
    const down = main.clientWidth < NARROW_PIXELS;
    const layoutOf = () => json(`/v1/batches/${id}/graph/layout?${shown}&direction=${down ? 'down' : 'right'}`, { signal });
    const dagOf = () => json(`/v1/batches/${id}/graph?${shown}`, { signal });
    const batch = await json(`/v1/batches/${id}`, { signal });
    const waiting = batch.status_counts.running || batch.status_counts.paused;
    const approvals = waiting ? items('/v1/approvals?limit=1000', { signal }) : [];
    const shape = `${batch.total_tasks} ${shown} ${down}`;
    const fresh = shape !== state.shape;
    // For a large batch the server may return groups; then the tasks are not loaded.
    const dag = batch.total_tasks > GROUPED_TASKS && (fresh || state.grouped) ? null : dagOf();
    const layout = fresh || (state.grouped && state.tab === 'graph') ? await layoutOf() : null;
    if (layout) state.grouped = layout.method === 'groups';
    state.dag = state.grouped ? { tasks: await listed(), links: [], spreads: [] } : await (dag ?? dagOf());
    state.batch = batch;
    state.approvals = (await approvals).filter((open) => open.batch_id === id);
    if (fresh) {
      state.shape = shape;
      graph.shape(layout, down);
    }
    if (!state.grouped) graph.update(state.dag, marksOf(state.dag, new Set(state.approvals.map((open) => open.task_id))));
    else if (layout) graph.updateGroups(layout);
    draw();
  }

  /** Searches tasks on the server, for a batch that is too large to load as a whole. */
  function listed() {
    const query = new URLSearchParams({ limit: LISTED_TASKS, name: state.text, ...state.only });
    return state.tab === 'graph' ? [] : items(`/v1/batches/${id}/tasks?${query}`, { signal });
  }

  async function relist() {
    state.dag = { tasks: await listed(), links: [], spreads: [] };
    draw();
  }

  function show(tab) {
    state.tab = tab;
    state.found = null;
    history.replaceState(null, '', `${location.pathname}${location.search}#${tab}`);
    if (state.grouped && tab !== 'graph') {
      relist();
      return;
    }
    draw();
    if (state.grouped) load();
    if (state.text && tab === 'graph') find();
  }

  /** Changes the state, and the URL with it. */
  function set(values) {
    Object.assign(state, values);
    put({ find: state.text, items: state.expanded, path: state.path, sort: state.sorting });
  }

  function find() {
    if (state.tab === 'graph') {
      state.found = graph.search(state.text);
    } else if (state.grouped) {
      clearTimeout(typing);
      typing = setTimeout(relist, 250);
    }
    draw();
  }

  function choose(task) {
    closeTask?.abort();
    put({ task, ...(!task && { pane: null }) });
    graph.mark(task);
    panel.hidden = !task;
    refreshTask = null;
    if (!task) {
      if (state.tab === 'graph') canvas.focus();
      return;
    }
    closeTask = new AbortController();
    const all = AbortSignal.any([signal, closeTask.signal]);
    panel.scrollIntoView({ block: 'nearest' });
    refreshTask = showTask(panel, task, { close: () => choose(null), moved: load, goTo: choose, dag: () => state.dag, signal: all });
  }

  /** Shows a group of tasks. */
  function open(box) {
    choose(null);
    graph.mark(box);
    panel.hidden = false;
    panel.scrollIntoView({ block: 'nearest' });
    refreshTask = () => showGroup(panel, graph.byId.get(box).group, { close: () => choose(null), list });
    refreshTask();
  }

  function list(narrowed) {
    state.only = narrowed;
    put({ kind: narrowed.kind, status: narrowed.status });
    choose(null);
    show('table');
  }

  function draw() {
    const { batch } = state;
    document.title = `${batch.name ?? 'Batch'} · Edgewise`;
    const toggle = (text, pressed, hidden, click) =>
      html`<button aria-pressed=${pressed} ?hidden=${hidden} @click=${click}>${text}</button>`;
    const onGraph = state.tab === 'graph';
    render(html`
      ${batchHead(batch, state.approvals, load, choose)}
      <div class="tools">
        <div class="tabs" role="tablist" @keydown=${step}>${TABS.map(([name, text]) => html`<button role="tab" id="tab-${name}"
          tabindex=${name === state.tab ? 0 : -1} aria-selected=${name === state.tab} @click=${() => show(name)}>${text}</button>`)}</div>
        <input type="search" placeholder="Find a task" aria-label="Find a task" value=${state.text}
          @input=${({ currentTarget }) => { set({ text: currentTarget.value.trim() }); find(); }}>
        ${Object.values(state.only).length && !onGraph
          ? toggle(`only ${Object.values(state.only).join(', ')} ✕`, true, false, () => list({})) : nothing}
        ${toggle('Every item', state.expanded, !state.dag.spreads.some((spread) => spread.items > 0),
          () => { set({ expanded: !state.expanded }); load(); })}
        ${toggle('Critical path', state.path, !onGraph || state.grouped,
          () => { set({ path: !state.path }); graph.showPath(state.path); draw(); })}
        <button ?hidden=${!onGraph} @click=${() => graph.fit()}>Fit</button>
        <span class="faint" role="status">${state.found === null ? '' : `${state.found} found`}</span>
      </div>
      <div class="split"><div class="stage">${stage()}</div>${panel}</div>`, main);
    if (onGraph) graph.resize();
  }

  function stage() {
    if (state.tab === 'graph') return html`${canvas}${map}${legend()}`;
    const { dag, batch, sorting, grouped } = state;
    const wanted = state.text.toLowerCase();
    const tasks = wanted ? dag.tasks.filter((task) => task.name.toLowerCase().includes(wanted)) : dag.tasks;
    const more = grouped && !wanted && !Object.values(state.only).length ? batch.total_tasks - tasks.length : 0;
    const sort = (other) => {
      set({ sorting: other });
      draw();
    };
    return state.tab === 'table' ? table({ tasks, more, sorting, sort, choose }) : timeline({ tasks, batch, more, choose });
  }

  /** The arrow keys move between tabs. */
  function step({ key }) {
    const to = TABS.findIndex(([name]) => name === state.tab) + { ArrowLeft: -1, ArrowRight: 1 }[key];
    if (!TABS[to]) return;
    show(TABS[to][0]);
    document.getElementById(`tab-${state.tab}`).focus();
  }

  await load();
  graph.showPath(state.path);
  if (state.text) find();
  // The first load is done. The opening of the stream triggers the second, so no change in between is missed.
  follow(id, () => load().then(() => refreshTask?.()).catch(() => {}),
    { pause: () => (state.grouped ? 5000 : state.batch.total_tasks > LARGE_TASKS ? 1500 : 150), signal });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !panel.hidden && !document.querySelector('dialog')) choose(null);
  }, { signal });
  if (param('task')) choose(param('task'));
}

/** The kind and the status to which the URL narrows the tasks of a large batch. */
function only() {
  return Object.fromEntries(['kind', 'status'].filter(param).map((name) => [name, param(name)]));
}

function legend() {
  const entry = (kind, text) => html`<span><i class="edge ${kind}"></i>${text}</span>`;
  return html`<div class="legend" aria-hidden="true">
    ${entry('success', '▸ on success')}${entry('failure', '◆ on failure')}${entry('always', '● always')}
    <span>solid: satisfied · dashed: open · dotted: not satisfied</span></div>`;
}
