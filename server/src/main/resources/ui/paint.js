// Paints a graph: skips what is out of view, and reduces what is too small to read to a block of colour.
import { caption } from './layout.js';
import { STATUSES, statusOf } from './status.js';

const TEXT_SCALE = 0.42;
const DETAIL_SCALE = 0.2;
const TINY_LINES_MAX = 5000;
const DASHED_LINES_MAX = 1000;
const DASHED_LENGTH_MAX = 4000;
const MAP_MIN_NODES = 25;
const STRIPE_WIDTH = 26;
const FADED = 0.2;

/** The current colours, read from an element, because the colour scheme is resolved only there. */
export function palette() {
  const probe = document.createElement('span');
  document.body.append(probe);
  const value = (name) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    text: value('--text'), faint: value('--faint'), surface: value('--surface'), accent: value('--accent'),
    condition: { on_success: value('--s-success'), on_failure: value('--s-failure'), always: value('--faint') },
    status: Object.fromEntries(STATUSES.map((status) => [status.name, value(`--s-${status.key}`)])),
  };
  probe.remove();
  return colours;
}

export function paint(graph) {
  const { canvas, view, box } = graph;
  const context = canvas.getContext('2d');
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  const ratio = devicePixelRatio;
  context.setTransform(view.scale * ratio, 0, 0, view.scale * ratio, view.x * ratio, view.y * ratio);
  const seen = {
    left: -view.x / view.scale - box.width,
    top: -view.y / view.scale - box.height,
    right: (canvas.clientWidth - view.x) / view.scale,
    bottom: (canvas.clientHeight - view.y) / view.scale,
  };
  if (view.scale < DETAIL_SCALE) tinyLines(context, graph, seen);
  else lines(context, graph, seen);
  const emphasised = graph.found ?? graph.path;
  for (const node of graph.nodes) {
    if (node.x < seen.left || node.x > seen.right || node.y < seen.top || node.y > seen.bottom) continue;
    context.globalAlpha = emphasised && !emphasised.has(node) ? FADED : 1;
    if (view.scale < TEXT_SCALE) block(context, node, graph);
    else card(context, node, graph);
  }
  context.globalAlpha = 1;
}

function outOfSight({ source, target }, seen) {
  return Math.max(source.x, target.x) < seen.left || Math.min(source.x, target.x) > seen.right
    || Math.max(source.y, target.y) < seen.top || Math.min(source.y, target.y) > seen.bottom;
}

/** Whether a dashed line would mostly be out of view; dashes take longest to paint. */
function long({ source, target }) {
  return Math.abs(source.x - target.x) + Math.abs(source.y - target.y) > DASHED_LENGTH_MAX;
}

/** When zoomed out, only the colours of lines are visible, so all lines of one colour are one stroke. */
function tinyLines(context, graph, seen) {
  if (graph.links.length > TINY_LINES_MAX) return;
  const paths = { on_success: new Path2D(), on_failure: new Path2D(), always: new Path2D() };
  for (const link of graph.links) {
    if (outOfSight(link, seen)) continue;
    const { from, to } = ends(link, graph);
    paths[link.condition].moveTo(from.x, from.y);
    paths[link.condition].lineTo(to.x, to.y);
  }
  context.lineWidth = 0.6 / graph.view.scale;
  context.globalAlpha = graph.found || graph.path ? FADED : 0.4;
  for (const [condition, path] of Object.entries(paths)) {
    context.strokeStyle = graph.colours.condition[condition];
    context.stroke(path);
  }
}

function lines(context, graph, seen) {
  const emphasised = graph.found ?? graph.path;
  const shown = graph.links.filter((link) => !outOfSight(link, seen));
  for (const link of shown) {
    const near = graph.picked === link.source || graph.picked === link.target
      || (graph.path?.has(link.source) && graph.path.has(link.target));
    context.lineWidth = (near ? 3 : 1.6) / Math.max(graph.view.scale, 0.5);
    context.strokeStyle = graph.colours.condition[link.condition];
    context.globalAlpha = near ? 1 : emphasised ? FADED : link.satisfied === false ? 0.45 : 0.85;
    context.setLineDash(link.satisfied === true || shown.length > DASHED_LINES_MAX || long(link) ? [] : link.satisfied === false ? [2, 5] : [7, 5]);
    context.beginPath();
    const tip = trace(context, link, graph);
    context.stroke();
    arrow(context, link, tip, graph.down);
    if (link.label) outcomes(context, link, tip, graph);
  }
  context.setLineDash([]);
}

/** The ends of a line for which the layout has no route. */
function ends({ source, target }, { box, down }) {
  return down
    ? { from: { x: source.x + box.width / 2, y: source.y + box.height }, to: { x: target.x + box.width / 2, y: target.y } }
    : { from: { x: source.x + box.width, y: source.y + box.height / 2 }, to: { x: target.x, y: target.y + box.height / 2 } };
}

/** Traces the route of a line; returns its end. */
function trace(context, link, graph) {
  const { points } = link;
  if (points.length) {
    context.moveTo(points[0], points[1]);
    for (let i = 2; i < points.length; i += 6) context.bezierCurveTo(...points.slice(i, i + 6));
    return { x: points.at(-2), y: points.at(-1) };
  }
  const { from, to } = ends(link, graph);
  context.moveTo(from.x, from.y);
  if (graph.down) {
    const bend = Math.max(24, (to.y - from.y) / 2);
    context.bezierCurveTo(from.x, from.y + bend, to.x, to.y - bend, to.x, to.y);
  } else {
    const bend = Math.max(24, (to.x - from.x) / 2);
    context.bezierCurveTo(from.x + bend, from.y, to.x - bend, to.y, to.x, to.y);
  }
  return to;
}

/** An edge whose condition is a list of outcomes names them at its end. */
function outcomes(context, { label }, { x, y }, { down, colours }) {
  context.font = '10px system-ui, sans-serif';
  context.fillStyle = colours.text;
  context.textAlign = down ? 'left' : 'right';
  context.textBaseline = 'bottom';
  context.fillText(label, down ? x + 6 : x - 12, y - 5);
  context.textAlign = 'left';
}

/** The end of an edge shows its condition by shape: arrow, diamond, or circle for always. */
function arrow(context, link, { x, y }, down) {
  const at = (back, aside) => (down ? [x + aside, y - back] : [x - back, y + aside]);
  context.fillStyle = context.strokeStyle;
  context.setLineDash([]);
  context.beginPath();
  if (link.condition === 'on_success') {
    context.moveTo(x, y);
    context.lineTo(...at(8, -4.5));
    context.lineTo(...at(8, 4.5));
  } else if (link.condition === 'on_failure') {
    context.moveTo(x, y);
    context.lineTo(...at(5, -5));
    context.lineTo(...at(10, 0));
    context.lineTo(...at(5, 5));
  } else {
    context.arc(...at(4, 0), 4, 0, Math.PI * 2);
  }
  context.fill();
}

function block(context, node, { colours, box, picked }) {
  context.fillStyle = picked === node ? colours.accent : colours.status[node.status];
  context.fillRect(node.x, node.y, box.width, box.height);
}

function card(context, node, { colours, box, picked, retries }) {
  const colour = colours.status[node.status];
  context.beginPath();
  context.roundRect(node.x, node.y, box.width, box.height, 7);
  context.fillStyle = colours.surface;
  context.fill();
  context.lineWidth = picked === node ? 3 : 1.2;
  context.strokeStyle = picked === node ? colours.accent : colour;
  if (node.status === 'Skipped' || node.status === 'Waiting') context.setLineDash([4, 3]);
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  context.roundRect(node.x, node.y, STRIPE_WIDTH, box.height, [7, 0, 0, 7]);
  context.fillStyle = colour;
  context.fill();
  context.fillStyle = colours.surface;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = '600 15px system-ui, sans-serif';
  context.fillText(statusOf(node.status).mark, node.x + STRIPE_WIDTH / 2, node.y + box.height / 2);
  context.textAlign = 'left';
  const left = node.x + STRIPE_WIDTH + 7;
  const room = box.width - STRIPE_WIDTH - 12;
  context.fillStyle = colours.text;
  context.font = '600 13px system-ui, sans-serif';
  context.fillText(shortened(context, node.name, room), left, node.y + 15);
  context.fillStyle = colours.faint;
  context.font = '11px system-ui, sans-serif';
  context.fillText(shortened(context, caption(node, retries.get(node.id)), room), left, node.y + 31);
  if (node.counts && node.total) progress(context, node, colours, box);
}

function progress(context, node, colours, box) {
  let x = node.x + STRIPE_WIDTH + 2;
  const width = box.width - STRIPE_WIDTH - 6;
  for (const status of STATUSES) {
    const part = (node.counts[status.key] / node.total) * width;
    context.fillStyle = colours.status[status.name];
    context.fillRect(x, node.y + box.height - 5, part, 3);
    x += part;
  }
}

function shortened(context, text, room) {
  if (context.measureText(text).width <= room) return text;
  let length = Math.min(text.length - 1, Math.floor(room / 4));
  while (length > 1 && context.measureText(`${text.slice(0, length)}…`).width > room) length--;
  return `${text.slice(0, length)}…`;
}

/** The minimap: the whole graph, with a frame around the visible part. */
export function paintMap(graph) {
  const { map, canvas, view, bounds, colours, box } = graph;
  map.hidden = graph.nodes.length < MAP_MIN_NODES;
  if (map.hidden) return;
  const width = Math.round(map.clientWidth * devicePixelRatio);
  const height = Math.round(map.clientHeight * devicePixelRatio);
  if (map.width !== width || map.height !== height) Object.assign(map, { width, height });
  const context = map.getContext('2d');
  const scale = Math.min(map.width / bounds.width, map.height / bounds.height);
  context.clearRect(0, 0, map.width, map.height);
  for (const node of graph.nodes) {
    context.fillStyle = colours.status[node.status];
    context.fillRect(node.x * scale, node.y * scale, Math.max(1, box.width * scale), Math.max(1, box.height * scale));
  }
  context.strokeStyle = colours.accent;
  context.lineWidth = 1.5 * devicePixelRatio;
  context.strokeRect((-view.x / view.scale) * scale, (-view.y / view.scale) * scale,
    (canvas.clientWidth / view.scale) * scale, (canvas.clientHeight / view.scale) * scale);
}
