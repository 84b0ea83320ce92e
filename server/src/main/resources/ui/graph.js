// The graph of a batch on a canvas: pan, zoom, search, select.
import { arrange, beside, criticalPath, fill, fillGroups, retriesOf } from './layout.js';
import { paint, paintMap, palette } from './paint.js';

const ZOOM = { min: 0.005, max: 2.5 };
const CLICK_PIXELS = 5;
const READABLE_SCALE = 0.6;

export class Graph {
  /** Draws on a canvas and a minimap, and reports the selected task. */
  constructor(canvas, map, chosen, signal) {
    Object.assign(this, { canvas, map, chosen, nodes: [], links: [], found: null, path: null, picked: null, retries: new Map() });
    this.view = { x: 0, y: 0, scale: 1 };
    this.colours = palette();
    const on = (target, type, listener, options = {}) => target.addEventListener(type, listener, { signal, ...options });
    on(matchMedia('(prefers-color-scheme: dark)'), 'change', () => {
      this.colours = palette();
      this.draw();
    });
    on(canvas, 'wheel', (event) => this.wheel(event), { passive: false });
    on(canvas, 'pointerdown', (event) => this.drag(event));
    on(canvas, 'keydown', (event) => this.key(event));
    on(map, 'pointerdown', (event) => this.jump(event));
    const resized = new ResizeObserver(() => this.resize());
    resized.observe(canvas);
    const ticking = setInterval(() => this.retries.size && this.draw(), 500);
    signal.addEventListener('abort', () => {
      resized.disconnect();
      clearInterval(ticking);
    });
  }

  /** Sets another layout and shows all of it. */
  shape(layout, down) {
    const picked = this.picked?.id;
    Object.assign(this, arrange(layout), { down, found: null });
    this.picked = this.byId.get(picked) ?? null;
    this.fit();
  }

  /** Sets the current tasks and edges, and the marks of tasks by ID. */
  update(dag, marks = new Map()) {
    fill(this, dag, marks);
    this.retries = retriesOf(dag.tasks);
    this.canvas.dataset.counting = String(this.retries.size);
    if (this.path) this.path = criticalPath(this);
    this.draw();
  }

  /** Sets the current counts of groups. */
  updateGroups(layout) {
    fillGroups(this, layout);
    this.draw();
  }

  /** Shows or hides the critical path. */
  showPath(shown) {
    this.path = shown ? criticalPath(this) : null;
    this.draw();
  }

  /** Sets the canvas size in pixels. That clears it, so it is repainted at once. */
  resize() {
    const { canvas } = this;
    const width = Math.max(1, Math.round(canvas.clientWidth * devicePixelRatio));
    const height = Math.max(1, Math.round(canvas.clientHeight * devicePixelRatio));
    if (canvas.width === width && canvas.height === height) return;
    Object.assign(canvas, { width, height });
    if (!this.moved) this.fit();
    this.paint();
  }

  paint() {
    if (!this.box) return;
    paint(this);
    paintMap(this);
    if (!this.canvas.dataset.painted) {
      performance.mark('first-graph');
      this.canvas.dataset.painted = 'true';
    }
  }

  /** Shows the whole graph. */
  fit() {
    if (!this.bounds || !this.canvas.clientWidth) return;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const scale = Math.min((width - 32) / this.bounds.width, (height - 72) / this.bounds.height, 1.15);
    this.view.scale = Math.max(ZOOM.min, scale);
    this.centre(this.bounds.width / 2, this.bounds.height / 2);
    this.moved = false;
  }

  centre(x, y) {
    this.view.x = this.canvas.clientWidth / 2 - x * this.view.scale;
    this.view.y = this.canvas.clientHeight / 2 - y * this.view.scale;
    this.draw();
  }

  zoom(factor, x = this.canvas.clientWidth / 2, y = this.canvas.clientHeight / 2) {
    const scale = Math.min(ZOOM.max, Math.max(ZOOM.min, this.view.scale * factor));
    this.view.x = x - ((x - this.view.x) * scale) / this.view.scale;
    this.view.y = y - ((y - this.view.y) * scale) / this.view.scale;
    this.view.scale = scale;
    this.moved = true;
    this.draw();
  }

  pan(dx, dy) {
    this.view.x += dx;
    this.view.y += dy;
    this.moved = true;
    this.draw();
  }

  wheel(event) {
    event.preventDefault();
    this.zoom(Math.exp(-event.deltaY / (event.ctrlKey ? 100 : 400)), event.offsetX, event.offsetY);
  }

  /** One pointer drags or clicks, a second one zooms. */
  drag(event) {
    const { canvas } = this;
    this.pointers ??= new Map();
    this.pointers.set(event.pointerId, { x: event.offsetX, y: event.offsetY });
    const start = { x: event.offsetX, y: event.offsetY };
    canvas.setPointerCapture(event.pointerId);
    const move = (next) => {
      if (next.pointerId !== event.pointerId) return;
      const before = this.pointers.get(event.pointerId);
      const now = { x: next.offsetX, y: next.offsetY };
      const other = [...this.pointers].find(([id]) => id !== event.pointerId)?.[1];
      if (!other) this.pan(now.x - before.x, now.y - before.y);
      else this.zoom(distance(now, other) / Math.max(1, distance(before, other)), (now.x + other.x) / 2, (now.y + other.y) / 2);
      this.pointers.set(event.pointerId, now);
    };
    const end = (next) => {
      if (next.pointerId !== event.pointerId) return;
      for (const [type, listener] of [['pointermove', move], ['pointerup', end], ['pointercancel', end]]) {
        canvas.removeEventListener(type, listener);
      }
      const alone = this.pointers.size === 1;
      this.pointers.delete(event.pointerId);
      if (alone && next.type === 'pointerup' && distance({ x: next.offsetX, y: next.offsetY }, start) < CLICK_PIXELS) {
        this.click(next.offsetX, next.offsetY);
      }
    };
    canvas.addEventListener('pointermove', move);
    canvas.addEventListener('pointerup', end);
    canvas.addEventListener('pointercancel', end);
  }

  click(x, y) {
    const at = { x: (x - this.view.x) / this.view.scale, y: (y - this.view.y) / this.view.scale };
    const node = this.nodes.find((each) =>
      at.x >= each.x && at.x <= each.x + this.box.width && at.y >= each.y && at.y <= each.y + this.box.height);
    if (node) this.pick(node);
  }

  pick(node) {
    this.picked = node;
    this.draw();
    this.chosen(node);
  }

  /** Marks the task that another view has selected. */
  mark(id) {
    this.picked = (id && this.byId?.get(id)) || null;
    this.draw();
  }

  key(event) {
    const step = 60;
    const move = (dx, dy) => this.walk(event.key) || this.pan(dx, dy);
    const keys = {
      '+': () => this.zoom(1.25), '=': () => this.zoom(1.25), '-': () => this.zoom(0.8), 0: () => this.fit(),
      ArrowLeft: () => move(step, 0), ArrowRight: () => move(-step, 0), ArrowUp: () => move(0, step), ArrowDown: () => move(0, -step),
      Enter: () => this.nodes.length && this.pick(this.picked ?? this.nodes[0]),
    };
    if (!keys[event.key] || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    keys[event.key]();
  }

  /** Moves the selection to the neighbouring node. */
  walk(key) {
    if (!this.picked) return false;
    const next = beside(this, this.picked, key, this.down);
    if (!next) return true;
    this.pick(next);
    const x = next.x * this.view.scale + this.view.x;
    const y = next.y * this.view.scale + this.view.y;
    if (x < 0 || y < 0 || x > this.canvas.clientWidth - 80 || y > this.canvas.clientHeight - 40) this.look(next);
    return true;
  }

  /** Centres a node at a readable size. */
  look(node) {
    this.view.scale = Math.max(this.view.scale, READABLE_SCALE);
    this.moved = true;
    this.centre(node.x + this.box.width / 2, node.y + this.box.height / 2);
  }

  /** Highlights the tasks with the text in their names; returns how many there are. */
  search(text) {
    const wanted = text.trim().toLowerCase();
    this.found = wanted
      ? new Set(this.nodes.filter((node) => node.name.toLowerCase().includes(wanted) || node.id === wanted))
      : null;
    const [first] = this.found ?? [];
    if (first) this.look(first);
    this.draw();
    return this.found?.size ?? null;
  }

  jump(event) {
    const scale = Math.min(this.map.clientWidth / this.bounds.width, this.map.clientHeight / this.bounds.height);
    this.moved = true;
    this.centre(event.offsetX / scale, event.offsetY / scale);
  }

  /** Schedules one repaint before the next frame. */
  draw() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      this.paint();
    });
  }
}

function distance(a, b) {
  return Math.hypot(a.x - b.x, a.y - b.y);
}
