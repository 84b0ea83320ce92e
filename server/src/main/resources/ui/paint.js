// Draws a graph: what is out of sight is left out, and what is too small to read is only a block of colour.
import { NODE } from './layout.js';
import { STATUSES, attemptMark, countStatuses, isTerminal, statusOf } from './status.js';

const TEXT_SCALE = 0.42;
const EDGE_LIMIT = 30000;
const MAP_MIN_NODES = 25;

/** The colours in force: an element is asked, because only there the scheme has been decided. */
export function palette() {
  const probe = document.createElement('span');
  document.body.append(probe);
  const value = (name) => {
    probe.style.color = `var(${name})`;
    return getComputedStyle(probe).color;
  };
  const colours = {
    text: value('--text'), faint: value('--faint'), surface: value('--surface'), accent: value('--accent'),
    good: value('--s-success'), bad: value('--s-failure'),
    status: Object.fromEntries(STATUSES.map((status) => [status.name, value(`--s-${status.key}`)])),
  };
  probe.remove();
  return colours;
}

export function paint(graph) {
  const { canvas, view, colours } = graph;
  const context = canvas.getContext('2d');
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  const ratio = devicePixelRatio;
  context.setTransform(view.scale * ratio, 0, 0, view.scale * ratio, view.x * ratio, view.y * ratio);
  const seen = {
    left: -view.x / view.scale - NODE.width,
    top: -view.y / view.scale - NODE.height,
    right: (canvas.clientWidth - view.x) / view.scale,
    bottom: (canvas.clientHeight - view.y) / view.scale,
  };
  edges(context, graph, seen);
  for (const node of graph.nodes) {
    if (node.x < seen.left || node.x > seen.right || node.y < seen.top || node.y > seen.bottom) continue;
    context.globalAlpha = graph.found && !graph.found.has(node) ? 0.25 : 1;
    if (view.scale < TEXT_SCALE) block(context, node, colours);
    else card(context, node, colours, graph.picked === node);
  }
  context.globalAlpha = 1;
}

function edges(context, graph, seen) {
  const { colours, view } = graph;
  if (graph.links.length > EDGE_LIMIT && view.scale < 0.15) return;
  const tiny = view.scale < 0.2;
  context.lineWidth = 1.6 / Math.max(view.scale, 0.5);
  for (const link of graph.links) {
    const { source, target } = link;
    const fromX = source.x + NODE.width;
    if (Math.max(fromX, target.x) < seen.left || Math.min(fromX, target.x) > seen.right) continue;
    if (Math.max(source.y, target.y) < seen.top || Math.min(source.y, target.y) > seen.bottom) continue;
    const fromY = source.y + NODE.height / 2;
    const toY = target.y + NODE.height / 2;
    const near = graph.picked === source || graph.picked === target;
    context.strokeStyle = near ? colours.accent : colour(link, colours);
    context.globalAlpha = link.satisfied === false && !near ? 0.35 : 0.85;
    context.setLineDash(tiny || link.satisfied === true ? [] : link.satisfied === false ? [2, 5] : [7, 5]);
    context.beginPath();
    context.moveTo(fromX, fromY);
    const bend = Math.max(24, (target.x - fromX) / 2);
    context.bezierCurveTo(fromX + bend, fromY, target.x - bend, toY, target.x, toY);
    context.stroke();
    if (!tiny) end(context, link, target.x, toY);
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
}

function colour(link, colours) {
  return link.condition === 'on_success' ? colours.good : link.condition === 'on_failure' ? colours.bad : colours.faint;
}

/** The end of an edge tells its condition by shape: arrow, diamond, or circle for always. */
function end(context, link, x, y) {
  context.fillStyle = context.strokeStyle;
  context.setLineDash([]);
  context.beginPath();
  if (link.condition === 'on_success') {
    context.moveTo(x, y);
    context.lineTo(x - 8, y - 4.5);
    context.lineTo(x - 8, y + 4.5);
  } else if (link.condition === 'on_failure') {
    context.moveTo(x, y);
    context.lineTo(x - 5, y - 5);
    context.lineTo(x - 10, y);
    context.lineTo(x - 5, y + 5);
  } else {
    context.arc(x - 4, y, 4, 0, Math.PI * 2);
  }
  context.fill();
}

function block(context, node, colours) {
  context.fillStyle = colours.status[node.status];
  context.fillRect(node.x, node.y, NODE.width, NODE.height);
}

function card(context, node, colours, picked) {
  const colour = colours.status[node.status];
  context.beginPath();
  context.roundRect(node.x, node.y, NODE.width, NODE.height, 7);
  context.fillStyle = colours.surface;
  context.fill();
  context.lineWidth = picked ? 3 : 1.2;
  context.strokeStyle = picked ? colours.accent : colour;
  if (node.status === 'Skipped' || node.status === 'Waiting') context.setLineDash([4, 3]);
  context.stroke();
  context.setLineDash([]);
  context.beginPath();
  context.roundRect(node.x, node.y, 26, NODE.height, [7, 0, 0, 7]);
  context.fillStyle = colour;
  context.fill();
  context.fillStyle = colours.surface;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.font = '15px system-ui, sans-serif';
  context.fillText(statusOf(node.status).mark, node.x + 13, node.y + NODE.height / 2);
  context.textAlign = 'left';
  context.fillStyle = colours.text;
  context.font = '600 13px system-ui, sans-serif';
  context.fillText(shortened(node.name, 20), node.x + 33, node.y + 15);
  context.fillStyle = colours.faint;
  context.font = '11px system-ui, sans-serif';
  context.fillText(second(node), node.x + 33, node.y + 31);
  if (node.tasks.length > 1) progress(context, node, colours);
}

function second(node) {
  if (node.tasks.length > 1) {
    const ended = node.tasks.filter((task) => isTerminal(task.status)).length;
    return `${ended} of ${node.tasks.length} ended`;
  }
  return shortened(node.status + attemptMark(node.tasks[0]), 24);
}

function progress(context, node, colours) {
  const counts = countStatuses(node.tasks);
  let x = node.x + 28;
  const width = NODE.width - 32;
  for (const status of STATUSES) {
    const part = (counts[status.key] / node.tasks.length) * width;
    context.fillStyle = colours.status[status.name];
    context.fillRect(x, node.y + NODE.height - 5, part, 3);
    x += part;
  }
}

function shortened(text, length) {
  return text.length > length ? `${text.slice(0, length - 1)}…` : text;
}

/** The whole graph in small, with a frame around what is seen. */
export function paintMap(graph) {
  const { map, canvas, view, bounds, colours } = graph;
  map.hidden = graph.nodes.length < MAP_MIN_NODES;
  if (map.hidden || !bounds) return;
  if (map.width !== map.clientWidth * devicePixelRatio) {
    map.width = map.clientWidth * devicePixelRatio;
    map.height = map.clientHeight * devicePixelRatio;
  }
  const context = map.getContext('2d');
  const scale = Math.min(map.clientWidth / bounds.width, map.clientHeight / bounds.height) * devicePixelRatio;
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, map.width, map.height);
  for (const node of graph.nodes) {
    context.fillStyle = colours.status[node.status];
    context.fillRect((node.x - bounds.x) * scale, (node.y - bounds.y) * scale,
      Math.max(1, NODE.width * scale), Math.max(1, NODE.height * scale));
  }
  context.strokeStyle = colours.accent;
  context.lineWidth = 1.5 * devicePixelRatio;
  context.strokeRect((-view.x / view.scale - bounds.x) * scale, (-view.y / view.scale - bounds.y) * scale,
    (canvas.clientWidth / view.scale) * scale, (canvas.clientHeight / view.scale) * scale);
}
