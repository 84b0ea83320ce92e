// Places the nodes of a graph in layers, left to right.

export const NODE = { width: 168, height: 44, gapX: 76, gapY: 18 };
const SWEEPS = 4;
const SWEEP_MAX_NODES = 5000;

/**
 * Gives every node its x and y: the layer is the longest path from a root, the order inside a layer follows the
 * middle of the neighbours, which untangles most crossings.
 */
export function place(nodes, links) {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  for (const node of nodes) Object.assign(node, { parents: [], children: [], layer: 0, open: 0 });
  for (const link of links) {
    const parent = byId.get(link.from);
    const child = byId.get(link.to);
    if (!parent || !child || parent === child) continue;
    parent.children.push(child);
    child.parents.push(parent);
    child.open++;
  }
  const layers = layer(nodes);
  if (nodes.length <= SWEEP_MAX_NODES) {
    for (let sweep = 0; sweep < SWEEPS; sweep++) {
      const down = sweep % 2 === 0;
      const order = down ? layers : [...layers].reverse();
      for (const row of order) sort(row, down ? 'parents' : 'children');
    }
  }
  return coordinates(layers);
}

function layer(nodes) {
  const ready = nodes.filter((node) => node.open === 0);
  const layers = [];
  for (let i = 0; i < ready.length; i++) {
    const node = ready[i];
    (layers[node.layer] ??= []).push(node);
    node.rank = layers[node.layer].length - 1;
    for (const child of node.children) {
      child.layer = Math.max(child.layer, node.layer + 1);
      if (--child.open === 0) ready.push(child);
    }
  }
  // A node is final only when it was reached last, so the rows are filled again by its final layer.
  const rows = [];
  for (const node of ready) {
    const row = (rows[node.layer] ??= []);
    node.rank = row.push(node) - 1;
  }
  return rows;
}

function sort(row, side) {
  for (const node of row) {
    const near = node[side];
    node.middle = near.length ? near.reduce((sum, other) => sum + other.rank, 0) / near.length : node.rank;
  }
  row.sort((a, b) => a.middle - b.middle || a.rank - b.rank);
  row.forEach((node, i) => (node.rank = i));
}

function coordinates(layers) {
  const stepX = NODE.width + NODE.gapX;
  const stepY = NODE.height + NODE.gapY;
  const tallest = layers.reduce((most, row) => Math.max(most, row.length), 1);
  // A very tall layer is folded into columns, or the graph becomes a line that nobody can read.
  const fold = Math.max(12, Math.ceil(Math.sqrt(tallest) * 2));
  let x = 0;
  let height = 0;
  for (const row of layers) {
    const columns = Math.ceil(row.length / fold);
    const perColumn = Math.ceil(row.length / columns);
    row.forEach((node, i) => {
      const column = Math.floor(i / perColumn);
      const count = Math.min(perColumn, row.length - column * perColumn);
      node.x = x + column * (NODE.width + 20);
      node.y = (i % perColumn) * stepY - (count * stepY) / 2;
      height = Math.max(height, count * stepY);
    });
    x += stepX + (columns - 1) * (NODE.width + 20);
  }
  return { x: 0, y: -height / 2, width: Math.max(NODE.width, x - NODE.gapX), height: Math.max(NODE.height, height) };
}

const ITEM = /^(.*)\[\d+\]$/;

/** The tasks as nodes, with the items of a spread collapsed into one. */
export function collapse(tasks, links, expanded) {
  const groups = new Map();
  for (const task of tasks) {
    const base = expanded ? null : ITEM.exec(task.name)?.[1];
    if (base !== null && base !== undefined) {
      if (!groups.has(base)) groups.set(base, []);
      groups.get(base).push(task);
    }
  }
  const owner = new Map();
  const nodes = [];
  for (const [base, items] of groups) {
    if (items.length < 2) continue;
    const node = { id: items[0].id, name: `${base}[0..${items.length - 1}]`, tasks: items };
    nodes.push(node);
    for (const item of items) owner.set(item.id, node.id);
  }
  for (const task of tasks) {
    if (!owner.has(task.id)) {
      owner.set(task.id, task.id);
      nodes.push({ id: task.id, name: task.name, tasks: [task] });
    }
  }
  const merged = new Map();
  for (const link of links) {
    const from = owner.get(link.parent_id) ?? link.parent_id;
    const to = owner.get(link.child_id) ?? link.child_id;
    const key = `${from} ${to} ${link.condition}`;
    if (from !== to) merged.set(key, { from, to, condition: link.condition, satisfied: link.satisfied, resolution: link.resolution });
  }
  return { nodes, links: [...merged.values()], owner };
}
