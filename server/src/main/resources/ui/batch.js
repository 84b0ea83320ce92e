// One batch: its graph, table and timeline, and the selected task.
import { html, nothing, render } from './lit/lit-html.js';
import { follow, json } from './api.js';
import { bar, chips } from './bar.js';
import { act, counting, moment } from './elements.js';
import { Graph } from './graph.js';
import { showGroup } from './group.js';
import { table } from './table.js';
import { showTask } from './task.js';
import { timeline } from './timeline.js';

const TABS = [['graph', 'Graph'], ['table', 'Table'], ['timeline', 'Timeline']];
const LARGE_TASKS = 3000;
const GROUPED_TASKS = 20000;
const NARROW_PIXELS = 560;
const LISTED_TASKS = 100;
const RETRIES_SHOWN = 20;
const LABEL = 'Graph of the batch. Enter chooses a task, arrow keys go along edges, plus, minus and 0 zoom; the table has the same content.';

export async function showBatch(main, id, signal) {
  const hash = location.hash.slice(1);
  const state = {
    batch: null, dag: { tasks: [], links: [], spreads: [] }, grouped: false, shape: null, retries: new Map(),
    tab: TABS.some(([name]) => name === hash) ? hash : 'graph', expanded: false, path: false,
    text: '', found: null, only: {}, sorting: { column: null, down: false },
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
    const items = `items=${state.expanded}`;
    const down = main.clientWidth < NARROW_PIXELS;
    const layoutOf = () => json(`/dag/${id}/layout?${items}&direction=${down ? 'down' : 'right'}`, { signal });
    const dagOf = () => json(`/dag/${id}?${items}`, { signal });
    const batch = await json(`/batch/${id}`, { signal });
    const shape = `${batch.total_tasks} ${items} ${down}`;
    const fresh = shape !== state.shape;
    // For a large batch the server may return groups; then the tasks are not loaded.
    const dag = batch.total_tasks > GROUPED_TASKS && (fresh || state.grouped) ? null : dagOf();
    const layout = fresh || (state.grouped && state.tab === 'graph') ? await layoutOf() : null;
    if (layout) state.grouped = layout.method === 'groups';
    state.dag = state.grouped ? { tasks: await listed(), links: [], spreads: [] } : await (dag ?? dagOf());
    state.batch = batch;
    if (fresh) {
      state.shape = shape;
      graph.shape(layout, down);
    }
    if (!state.grouped) graph.update(state.dag);
    else if (layout) graph.updateGroups(layout);
    draw();
    countDown();
  }

  /** Searches tasks on the server, for a batch that is too large to load as a whole. */
  function listed() {
    const query = new URLSearchParams({ batch_id: id, page_size: LISTED_TASKS, name: state.text, ...state.only });
    return state.tab === 'graph' ? [] : json(`/task?${query}`, { signal });
  }

  async function relist() {
    state.dag = { tasks: await listed(), links: [], spreads: [] };
    draw();
  }

  /** Loads the times of the next attempts, which only single tasks have. */
  async function countDown() {
    const waiting = state.dag.tasks.filter((task) => task.status === 'RetryPending').slice(0, RETRIES_SHOWN);
    const known = state.retries;
    state.retries = new Map(waiting.map((task) => [task.id, known.get(task.id)]));
    await Promise.all(waiting.filter((task) => known.get(task.id)?.attempt !== task.attempt).map(async (task) => {
      const { next_retry_at: at, attempt } = await json(`/task/${task.id}`, { signal });
      if (at) state.retries.set(task.id, { attempt, at: Date.parse(at) });
    }));
    graph.count(new Map([...state.retries].filter(([, retry]) => retry).map(([task, retry]) => [task, retry.at])));
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
    const address = new URL(location.href);
    if (task) address.searchParams.set('task', task);
    else address.searchParams.delete('task');
    history.replaceState(null, '', address);
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

  function list(only) {
    state.only = only;
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
      <div class="head">
        <div class="title">
          <h1>${batch.name ?? `Batch ${id.slice(0, 13)}`}</h1>
          <span class="state b-${batch.state}">${batch.state}</span>
          <span class="faint">${batch.total_tasks.toLocaleString()} tasks · ${moment(batch.created_at)}
            · ${counting(batch.created_at, batch.completed_at)}</span>
          <span class="buttons">${handle(batch).map((each) => act(each, load))}</span>
        </div>
        ${bar(batch.status_counts)}
        <div class="chips">${chips(batch.status_counts)}</div>
      </div>
      <div class="tools">
        <div class="tabs" role="tablist" @keydown=${step}>${TABS.map(([name, text]) => html`<button role="tab" id="tab-${name}"
          tabindex=${name === state.tab ? 0 : -1} aria-selected=${name === state.tab} @click=${() => show(name)}>${text}</button>`)}</div>
        <input type="search" placeholder="Find a task" aria-label="Find a task"
          @input=${({ currentTarget }) => { state.text = currentTarget.value.trim(); find(); }}>
        ${Object.values(state.only).length && !onGraph
          ? toggle(`only ${Object.values(state.only).join(', ')} ✕`, true, false, () => list({})) : nothing}
        ${toggle('Every item', state.expanded, !state.dag.spreads.some((spread) => spread.items > 0),
          () => { state.expanded = !state.expanded; load(); })}
        ${toggle('Critical path', state.path, !onGraph || state.grouped,
          () => { state.path = !state.path; graph.showPath(state.path); draw(); })}
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
      state.sorting = other;
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
  // The first load is done. The opening of the stream triggers the second, so no change in between is missed.
  follow(id, () => load().then(() => refreshTask?.()).catch(() => {}),
    { pause: () => (state.grouped ? 5000 : state.batch.total_tasks > LARGE_TASKS ? 1500 : 150), signal });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !panel.hidden && !document.querySelector('dialog')) choose(null);
  }, { signal });
  const wanted = new URL(location.href).searchParams.get('task');
  if (wanted) choose(wanted);
}

/** The actions for a batch in its state. */
function handle({ batch_id: id, state, status_counts: counts }) {
  const stop = { text: 'Stop', label: 'Stop the batch', method: 'DELETE', path: `/batch/${id}`,
    question: 'Cancel every task of this batch that has not ended?' };
  const rerun = { text: 'Rerun', label: 'Rerun the tasks that did not succeed', method: 'POST', path: `/batch/${id}/rerun` };
  // A batch can succeed although items failed: their errors were collected.
  const unspoilt = state === 'succeeded' && !counts?.failure && !counts?.canceled;
  return state === 'running' ? [stop] : unspoilt ? [] : [rerun];
}

function legend() {
  const entry = (kind, text) => html`<span><i class="edge ${kind}"></i>${text}</span>`;
  return html`<div class="legend" aria-hidden="true">
    ${entry('success', '▸ on success')}${entry('failure', '◆ on failure')}${entry('always', '● always')}
    <span>solid: satisfied · dashed: open · dotted: not satisfied</span></div>`;
}
