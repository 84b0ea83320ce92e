// The graph of a batch on a canvas: pan, zoom, search, choose.
import { NODE, collapse, place } from './layout.js';
import { paint, paintMap, palette } from './paint.js';
import { speaksFor } from './status.js';

const ZOOM = { min: 0.02, max: 2.5 };
const CLICK_PIXELS = 5;

export class Graph {
  /** Draws on a canvas and a small one beside it; tells which task was chosen. */
  constructor(canvas, map, chosen, signal) {
    Object.assign(this, { canvas, map, chosen, nodes: [], links: [], byId: new Map(), found: null, picked: null });
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
    signal.addEventListener('abort', () => resized.disconnect());
  }

  /** Takes the graph as the server has it now; keeps the view unless the shape has changed. */
  update(tasks, links, expanded) {
    const shape = `${tasks.length} ${links.length} ${expanded}`;
    const collapsed = collapse(tasks, links, expanded);
    if (shape === this.shape) {
      for (const fresh of collapsed.nodes) {
        const node = this.byId.get(fresh.id);
        if (node) node.tasks = fresh.tasks;
      }
      for (const link of collapsed.links) {
        Object.assign(this.linkOf.get(`${link.from} ${link.to} ${link.condition}`) ?? {}, link);
      }
    } else {
      this.shape = shape;
      this.nodes = collapsed.nodes;
      this.bounds = place(this.nodes, collapsed.links);
      this.byId = new Map(this.nodes.map((node) => [node.id, node]));
      this.links = collapsed.links.filter((link) => this.byId.has(link.from) && this.byId.has(link.to));
      for (const link of this.links) Object.assign(link, { source: this.byId.get(link.from), target: this.byId.get(link.to) });
      this.linkOf = new Map(this.links.map((link) => [`${link.from} ${link.to} ${link.condition}`, link]));
      this.owner = collapsed.owner;
      this.fit();
    }
    for (const node of this.nodes) node.status = node.tasks.length === 1 ? node.tasks[0].status : speaksFor(node.tasks);
    this.draw();
  }

  /** Gives the canvas its size in pixels; that clears it, so it is painted at once. */
  resize() {
    const { canvas } = this;
    const width = Math.max(1, Math.round(canvas.clientWidth * devicePixelRatio));
    const height = Math.max(1, Math.round(canvas.clientHeight * devicePixelRatio));
    if (canvas.width === width && canvas.height === height) return;
    Object.assign(canvas, { width, height });
    if (!this.moved) this.fit();
    paint(this);
    paintMap(this);
  }

  /** Shows the whole graph. */
  fit() {
    if (!this.bounds || !this.canvas.clientWidth) return;
    const { clientWidth: width, clientHeight: height } = this.canvas;
    const scale = Math.min((width - 40) / this.bounds.width, (height - 40) / this.bounds.height, 1.2);
    this.view.scale = Math.max(ZOOM.min, scale);
    this.centre(this.bounds.x + this.bounds.width / 2, this.bounds.y + this.bounds.height / 2 - NODE.gapY / 2);
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

  drag(event) {
    const { canvas } = this;
    const start = { x: event.offsetX, y: event.offsetY };
    let last = { x: event.clientX, y: event.clientY };
    canvas.setPointerCapture(event.pointerId);
    const move = (next) => {
      this.pan(next.clientX - last.x, next.clientY - last.y);
      last = { x: next.clientX, y: next.clientY };
    };
    const end = (next) => {
      canvas.removeEventListener('pointermove', move);
      canvas.removeEventListener('pointerup', end);
      canvas.removeEventListener('pointercancel', end);
      if (Math.hypot(next.offsetX - start.x, next.offsetY - start.y) < CLICK_PIXELS) this.click(next.offsetX, next.offsetY);
    };
    canvas.addEventListener('pointermove', move);
    canvas.addEventListener('pointerup', end);
    canvas.addEventListener('pointercancel', end);
  }

  click(x, y) {
    const at = { x: (x - this.view.x) / this.view.scale, y: (y - this.view.y) / this.view.scale };
    const node = this.nodes.find((each) =>
      at.x >= each.x && at.x <= each.x + NODE.width && at.y >= each.y && at.y <= each.y + NODE.height);
    if (node) this.pick(node);
  }

  pick(node) {
    this.picked = node;
    this.draw();
    this.chosen(node.tasks[0].id);
  }

  /** Marks the task that another view has chosen. */
  mark(id) {
    this.picked = id ? this.byId.get(this.owner?.get(id)) ?? null : null;
    this.draw();
  }

  key(event) {
    const step = 60;
    const keys = {
      '+': () => this.zoom(1.25), '=': () => this.zoom(1.25), '-': () => this.zoom(0.8), 0: () => this.fit(),
      ArrowLeft: () => this.walk('parents') || this.pan(step, 0), ArrowRight: () => this.walk('children') || this.pan(-step, 0),
      ArrowUp: () => this.walk(-1) || this.pan(0, step), ArrowDown: () => this.walk(1) || this.pan(0, -step),
      Enter: () => this.picked ? this.chosen(this.picked.tasks[0].id) : this.nodes.length && this.pick(this.nodes[0]),
    };
    if (!keys[event.key] || event.ctrlKey || event.metaKey) return;
    event.preventDefault();
    keys[event.key]();
  }

  /** Moves the choice along an edge, or up and down in its layer. */
  walk(way) {
    if (!this.picked) return false;
    const next = typeof way === 'string'
      ? this.picked[way][0]
      : this.nodes.find((node) => node.layer === this.picked.layer && node.rank === this.picked.rank + way);
    if (!next) return true;
    this.pick(next);
    const x = next.x * this.view.scale + this.view.x;
    const y = next.y * this.view.scale + this.view.y;
    if (x < 0 || y < 0 || x > this.canvas.clientWidth - 80 || y > this.canvas.clientHeight - 40) {
      this.centre(next.x + NODE.width / 2, next.y + NODE.height / 2);
    }
    return true;
  }

  /** Highlights what has the text in its name; gives how many there are. */
  search(text) {
    const wanted = text.trim().toLowerCase();
    this.found = wanted
      ? new Set(this.nodes.filter((node) => node.name.toLowerCase().includes(wanted) || node.tasks.some((task) => task.id === wanted)))
      : null;
    const [first] = this.found ?? [];
    if (first) {
      this.view.scale = Math.max(this.view.scale, 0.6);
      this.moved = true;
      this.centre(first.x + NODE.width / 2, first.y + NODE.height / 2);
    }
    this.draw();
    return this.found?.size ?? null;
  }

  jump(event) {
    const { bounds } = this;
    const scale = Math.min(this.map.clientWidth / bounds.width, this.map.clientHeight / bounds.height);
    this.moved = true;
    this.centre(bounds.x + event.offsetX / scale, bounds.y + event.offsetY / scale);
  }

  /** Draws before the next frame, once however often it was asked to. */
  draw() {
    this.frame ??= requestAnimationFrame(() => {
      this.frame = null;
      paint(this);
      paintMap(this);
    });
  }
}
