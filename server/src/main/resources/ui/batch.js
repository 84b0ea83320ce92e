// One batch: its graph, the same as a table and as a timeline, and the task that is chosen.
import { follow, json, notice } from './api.js';
import { bar, chips } from './bar.js';
import { counting, el, moment, sure } from './elements.js';
import { Graph } from './graph.js';
import { table } from './table.js';
import { showTask } from './task.js';
import { timeline } from './timeline.js';

const TABS = [['graph', 'Graph'], ['table', 'Table'], ['timeline', 'Timeline']];
const LARGE_TASKS = 3000;
const GROUPED_TASKS = 20000;
const NARROW_PIXELS = 560;
const LISTED_TASKS = 100;
const RETRIES_SHOWN = 20;

export async function showBatch(main, id, signal) {
  const state = { dag: { tasks: [], links: [], spreads: [] }, tab: location.hash.slice(1) || 'graph', expanded: false, shape: null, retries: new Map() };
  if (!TABS.some(([name]) => name === state.tab)) state.tab = 'graph';
  const head = el('div', { class: 'head' });
  const stage = el('div', { class: 'stage' });
  const panel = el('aside', { class: 'panel', 'aria-label': 'Task', hidden: true });
  const tabs = el('div', { class: 'tabs', role: 'tablist' },
    TABS.map(([name, text]) => el('button', { role: 'tab', id: `tab-${name}`, click: () => open(name) }, text)));
  const search = el('input', { type: 'search', placeholder: 'Find a task', 'aria-label': 'Find a task', input: () => find() });
  const found = el('span', { class: 'faint', role: 'status' });
  const toggle = (text, changed) => {
    const button = el('button', { 'aria-pressed': 'false', click: () => {
      const pressed = button.getAttribute('aria-pressed') !== 'true';
      button.setAttribute('aria-pressed', String(pressed));
      changed(pressed);
    } }, text);
    return button;
  };
  const expand = toggle('Every item', (pressed) => {
    state.expanded = pressed;
    load();
  });
  const path = toggle('Critical path', (pressed) => graph.showPath(pressed));
  const fit = el('button', { click: () => graph.fit() }, 'Fit');
  main.append(head, el('div', { class: 'tools' }, tabs, search, expand, path, fit, found), el('div', { class: 'split' }, stage, panel));

  const canvas = el('canvas', { class: 'graph', tabindex: '0', role: 'application',
    'aria-label': 'Graph of the batch. Enter chooses a task, arrow keys go along edges, plus, minus and 0 zoom; the table has the same content.' });
  const map = el('canvas', { class: 'map', 'aria-hidden': 'true' });
  const graph = new Graph(canvas, map, (node) => choose(node.id), signal);
  let closeTask = null;
  let refreshTask = null;

  async function load() {
    const items = `items=${state.expanded}`;
    const down = (stage.clientWidth || main.clientWidth) < NARROW_PIXELS;
    const layoutOf = () => json(`/dag/${id}/layout?${items}&direction=${down ? 'down' : 'right'}`, { signal });
    const dagOf = () => json(`/dag/${id}?${items}`, { signal });
    const batch = await json(`/batch/${id}`, { signal });
    const shape = `${batch.total_tasks} ${items} ${down}`;
    const fresh = shape !== state.shape;
    // Above a size the server may answer with groups, and then nobody wants all of the tasks.
    const dag = batch.total_tasks > GROUPED_TASKS && (fresh || state.grouped) ? null : dagOf();
    const layout = fresh || state.grouped ? await layoutOf() : null;
    if (layout) state.grouped = layout.method === 'groups';
    state.dag = state.grouped ? { tasks: await listed(), links: [], spreads: [] } : await (dag ?? dagOf());
    state.batch = batch;
    if (fresh) {
      state.shape = shape;
      graph.shape(layout, down);
    }
    if (state.grouped) graph.updateGroups(layout);
    else graph.update(state.dag);
    expand.hidden = !state.dag.spreads.some((spread) => spread.items > 0);
    header();
    render();
    countDown();
  }

  /** Of a batch that is too large to be loaded as a whole, the tasks that are looked for. */
  function listed() {
    const query = new URLSearchParams({ batch_id: id, page_size: LISTED_TASKS, name: search.value.trim() });
    return state.tab === 'graph' ? [] : json(`/task?${query}`, { signal });
  }

  /** Learns when tasks will be tried again; only each task itself says so. */
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

  function header() {
    const { batch } = state;
    document.title = `${batch.name ?? 'Batch'} · Edgewise`;
    const button = (text, label, address, method, question) => el('button', {
      'aria-label': label, click: async () => {
        if (question && !(await sure(question))) return;
        await json(address, { method });
        notice(`${label}: done.`);
        load();
      } }, text);
    const focused = head.contains(document.activeElement) ? document.activeElement.textContent : null;
    head.replaceChildren(
      el('div', { class: 'title' },
        el('h1', {}, batch.name ?? `Batch ${id.slice(0, 13)}`),
        el('span', { class: `state b-${batch.state}` }, batch.state),
        el('span', { class: 'faint' }, `${batch.total_tasks.toLocaleString()} tasks · `, moment(batch.created_at), ' · ',
          counting(batch.created_at, batch.completed_at)),
        el('span', { class: 'buttons' },
          batch.state === 'running'
            ? button('Stop', 'Stop the batch', `/batch/${id}`, 'DELETE', 'Cancel every task of this batch that has not ended?')
            : null,
          ['failed', 'canceled'].includes(batch.state)
            ? button('Rerun', 'Run what did not succeed again', `/batch/${id}/rerun`, 'POST') : null)),
      bar(batch.status_counts),
      el('div', { class: 'chips' }, chips(batch.status_counts)));
    if (focused) [...head.querySelectorAll('button')].find((each) => each.textContent === focused)?.focus();
  }

  function open(name) {
    state.tab = name;
    history.replaceState(null, '', `${location.pathname}${location.search}#${name}`);
    stage.replaceChildren();
    found.textContent = '';
    if (state.grouped) load();
    else render();
    if (search.value) find();
  }

  function render() {
    for (const [name] of TABS) document.getElementById(`tab-${name}`).setAttribute('aria-selected', String(name === state.tab));
    fit.hidden = state.tab !== 'graph';
    path.hidden = state.tab !== 'graph' || state.grouped;
    if (state.tab === 'graph') {
      if (!canvas.isConnected) {
        stage.replaceChildren(canvas, map, legend());
        graph.resize();
      }
      return;
    }
    const wanted = search.value.trim().toLowerCase();
    const tasks = wanted ? state.dag.tasks.filter((task) => task.name.toLowerCase().includes(wanted)) : state.dag.tasks;
    const shown = { tasks, batch: state.batch, more: state.grouped ? state.batch.total_tasks - tasks.length : 0, choose };
    if (state.tab === 'table') table(stage, shown);
    else timeline(stage, shown);
  }

  function find() {
    if (state.tab === 'graph') {
      const count = graph.search(search.value);
      found.textContent = count === null ? '' : `${count} found`;
    } else if (state.grouped) {
      clearTimeout(find.timer);
      find.timer = setTimeout(load, 250);
    } else {
      render();
    }
  }

  function choose(task) {
    closeTask?.abort();
    const address = new URL(location.href);
    if (task) address.searchParams.set('task', task);
    else address.searchParams.delete('task');
    history.replaceState(null, '', address);
    graph.mark(task);
    panel.hidden = !task;
    if (!task) {
      if (state.tab === 'graph') canvas.focus();
      return;
    }
    closeTask = new AbortController();
    const all = AbortSignal.any([signal, closeTask.signal]);
    refreshTask = showTask(panel, task, { close: () => choose(null), moved: load, goTo: choose, tasks: () => state.dag.tasks, signal: all });
  }

  await load();
  // The first look is over; the stream's opening brings the second, and nothing between them is missed.
  follow(id, () => load().then(() => panel.hidden || refreshTask?.()).catch(() => {}),
    { pause: () => (state.grouped ? 5000 : state.batch.total_tasks > LARGE_TASKS ? 1500 : 150), signal });
  document.addEventListener('keydown', (event) => {
    if (event.key === 'Escape' && !panel.hidden) choose(null);
  }, { signal });
  const wanted = new URL(location.href).searchParams.get('task');
  if (wanted) choose(wanted);
}

function legend() {
  const entry = (kind, text) => el('span', {}, el('i', { class: `edge ${kind}` }), text);
  return el('div', { class: 'legend', 'aria-hidden': 'true' },
    entry('success', '▸ on success'), entry('failure', '◆ on failure'), entry('always', '● always'),
    el('span', {}, 'solid: satisfied · dashed: open · dotted: not satisfied'));
}
