// One block's graph before and after each stage of the code generator, and the rules of the combiner that fired.
(function(L) {
'use strict';
var most_nodes = 60;
// "%3 = add i32 %1, %2 ..." -> nodes with their operands.
function parse(text) {
  var nodes = [], of = {};
  text.split('\n').forEach(function(line) {
    var m = /^%(\d+) = (\S+) ?(.*)$/.exec(line);
    if (!m) return;
    var rest = m[3].replace(/ order=\d+/, ''), uses = (rest.match(/%\d+/g) || []).map(function(u) { return Number(u.slice(1)); });
    var node = {id: Number(m[1]), op: m[2], text: rest, uses: uses, label: m[2] + ' ' + rest.replace(/,? ?(chain )?%\d+/g, '').trim()};
    nodes.push(node);
    of[node.id] = node;
  });
  nodes.forEach(function(n) { n.level = d3.max(n.uses, function(u) { return of[u] && of[u].level !== undefined ? of[u].level + 1 : 0; }) || 0; });
  // What a node is, names left out: the same in two stages.
  nodes.forEach(function(n) {
    n.key = n.op + '(' + n.text.replace(/%(\d+)/g, function(x, u) { return of[u] && of[u].key ? of[u].key : '?'; }) + ')';
    if (n.key.length > 400) n.key = n.key.length + n.key.slice(0, 400);
  });
  return nodes;
}
// Blocks of a stage's text: "; function NAME, block N" and what follows.
function blocks(text) {
  var out = [], now = null;
  text.split('\n').forEach(function(line) {
    var m = /^; function (.*)$/.exec(line);
    if (m) out.push(now = {name: m[1], lines: []});
    else if (now) now.lines.push(line);
    else if (line) out.push(now = {name: 'graph', lines: [line]});
  });
  return out;
}
// Of a large graph what changed, with what it reads and who reads it.
function near(nodes, has) {
  if (nodes.length <= most_nodes) return nodes;
  var keep = {}, of = {}, count = 0;
  nodes.forEach(function(n) { of[n.id] = n; });
  nodes.forEach(function(n) {
    if (has[n.key] || count > most_nodes) return;
    [n.id].concat(n.uses).forEach(function(id) {
      if (of[id] && of[id].op !== 'entry' && !keep[id]) {
        keep[id] = true;
        ++count;
      }
    });
  });
  nodes.forEach(function(n) {
    if (count <= most_nodes && n.uses.some(function(u) { return keep[u] && of[u] && !has[of[u].key]; }) && !keep[n.id]) {
      keep[n.id] = true;
      ++count;
    }
  });
  return count ? nodes.filter(function(n) { return keep[n.id]; }) : nodes.slice(0, most_nodes);
}
function graph(whole, other, title, mark) {
  var levels = [], wide = 190, high = 46, has = {}, where = {}, nodes;
  (other || []).forEach(function(n) { has[n.key] = true; });
  nodes = near(whole, has);
  nodes.forEach(function(n) { (levels[n.level] = levels[n.level] || []).push(n); });
  var most = d3.max(levels, function(l) { return l ? l.length : 0; }) || 1, rows = levels.filter(Boolean).length,
      width = Math.max(300, most * wide + 20), height = rows * high + 20;
  levels = levels.filter(Boolean);
  levels.forEach(function(l, y) {
    l.forEach(function(n, i) { n.want = n.uses.length ? d3.mean(n.uses, function(u) { return where[u] ? where[u][0] : i * wide; }) : i * wide; });
    l.sort(function(a, b) { return a.want - b.want || a.id - b.id; });
    l.forEach(function(n, i) { where[n.id] = [i * wide + 4, y * high + 8]; });
  });
  var chart = L.chart(width, height, title, {top: 0, right: 0, bottom: 0, left: 0}), readers = {};
  chart.root.style('max-width', 'none');
  nodes.forEach(function(n) { n.uses.forEach(function(u) { readers[u] = (readers[u] || 0) + 1; }); });
  nodes.forEach(function(n) {
    n.uses.forEach(function(u) {
      if (!where[u] || readers[u] > 12) return;  // the entry's chain leads everywhere
      var a = where[u], b = where[n.id], x1 = a[0] + 90, y1 = a[1] + 26, x2 = b[0] + 90, y2 = b[1];
      chart.g.append('path').attr(
        {'class': 'edge', d: 'M' + x1 + ',' + y1 + 'C' + x1 + ',' + (y1 + 16) + ' ' + x2 + ',' + (y2 - 16) + ' ' + x2 + ',' + y2});
    });
  });
  nodes.forEach(function(n) {
    var w = where[n.id], text = '%' + n.id + ' ' + n.label;
    chart.g.append('rect').attr({
      'class': 'node ' + (other && !has[n.key] ? mark : ''),
      x: w[0],
      y: w[1],
      width: wide - 10,
      height: 26,
      rx: 5,
      'data-tip': '%' + n.id + ' = ' + n.op + ' ' + n.text
    });
    chart.g.append('text').attr({x: w[0] + 8, y: w[1] + 17}).text(text.length > 27 ? text.slice(0, 26) + '\u2026' : text);
  });
  return L.el('div', {'class': 'box grow'},
    L.el('h3', {}, title + ': ' + whole.length + ' nodes' + (nodes.length < whole.length ? ', ' + nodes.length + ' drawn: around what changed' : '')),
    L.el('div', {'class': 'scroll tall', tabindex: 0, role: 'region', 'aria-label': title}, chart.node));
}
function rules(part, name) {
  if (!part || part.failed) return part ? L.note(part.failed) : null;
  var list = {}, out = [];
  part.results.forEach(function(r) {
    if (!name || r.graph === name || name.indexOf(r.graph) === 0)
      d3.entries(r.fired).forEach(function(e) { list[e.key] = (list[e.key] || 0) + e.value; });
  });
  out = d3.entries(list).sort(function(a, b) { return b.value - a.value || d3.ascending(a.key, b.key); });
  return out.length ? L.table(
                        [
                          {name: 'Rule', text: true, of: function(e) { return e.key; }, show: function(e) { return L.el('code', {}, e.key); }},
                          {name: 'Fired', of: function(e) { return e.value; }}
                        ],
                        out, {'class': 'tall'}) :
                      L.note('No rule fired.');
}
function staged(to, fn) {
  var m = L.module(), stages = m.stages, first = blocks(stages[0].text),
      mine = first.filter(function(b) { return b.name.split(', block')[0] === fn; }).map(function(b) { return b.name; });
  if (!mine.length) return to.appendChild(L.note('No graph of this function: it is not in the code generator\u2019s text.'));
  var state = {block: 0, stage: 1}, detail = L.el('div'), most = -1, chosen = state;
  // Begins where a run of the combiner fired most rules.
  stages.forEach(function(s, k) {
    if (!s.combine || s.combine.failed || k + 1 >= stages.length) return;
    s.combine.results.forEach(function(r) {
      var at = mine.indexOf(r.graph), fired = d3.sum(d3.values(r.fired));
      if (at >= 0 && Math.min(fired, 40) > most) {
        most = Math.min(fired, 40);
        chosen = {block: at, stage: k + 1};
      }
    });
  });
  state = chosen;
  function text(stage) {
    return (blocks(stage.text).filter(function(b) { return b.name === mine[state.block]; })[0] || {lines: []}).lines.join('\n');
  }
  function draw() {
    detail.textContent = '';
    var before = stages[state.stage - 1], after = stages[state.stage], a = parse(text(before)), b = parse(text(after));
    detail.appendChild(L.el('div', {'class': 'row'}, graph(a, b, 'behind ' + before.stage, 'gone'), graph(b, a, 'behind ' + after.stage, 'new')));
    if (before.combine) {
      detail.appendChild(L.el('h3', {}, 'Rules that fired in this block'));
      detail.appendChild(rules(before.combine, mine[state.block]));
      detail.appendChild(L.how([before.command, after.command, before.combine.command]));
    } else detail.appendChild(L.how([before.command, after.command]));
  }
  function choice(label, names, at, change) {
    var box = L.el('select', {
      onchange: function() {
        change(box.selectedIndex);
        draw();
      }
    },
      names.map(function(n, k) { return L.el('option', {selected: k === at}, n); }));
    return L.el('label', {}, label, box);
  }
  to.appendChild(L.el('div', {'class': 'row', style: 'margin-bottom:.8em'},
    choice('Block', mine.map(function(n) { return n.replace(fn + ', ', ''); }), state.block, function(k) { state.block = k; }),
    choice('Stage', stages.slice(1).map(function(s, k) { return stages[k].stage + ' \u2192 ' + s.stage; }), state.stage - 1,
      function(k) { state.stage = k + 1; })));
  to.appendChild(L.el('div', {'class': 'legend'}, L.el('span', {}, L.el('i', {style: 'border:2px solid var(--c2)'}), 'new in the later stage'),
    L.el('span', {}, L.el('i', {style: 'border:2px dashed var(--bad)'}), 'gone there')));
  draw();
  to.appendChild(detail);
}
function alone(to) {
  var part = L.part('combine'), detail = L.el('div');
  function show(i) {
    detail.textContent = '';
    var p = part.pictures[i], r = part.results[i], a = parse(p.before), b = parse(p.after);
    detail.appendChild(L.el('div', {'class': 'row'}, graph(a, b, 'before', 'gone'), graph(b, a, 'after', 'new')));
    detail.appendChild(L.el('div', {'class': 'row', style: 'margin-top:1em'}, rules({results: [r]}),
      p.trace ? L.el('div', {'class': 'box grow'}, L.el('h3', {}, 'Steps'), L.el('pre', {'class': 'scroll tall', tabindex: 0, text: p.trace})) :
                null));
  }
  to.appendChild(L.table(
    [
      {
        name: 'Graph',
        text: true,
        of: function(r) { return r.graph; },
        show: function(r) { return L.el('button', {'class': 'link', onclick: function() { show(part.results.indexOf(r)); }}, r.graph || 'graph'); }
      },
      {name: 'Outcome', text: true, of: function(r) { return r.outcome; }}, {name: 'Nodes', of: function(r) { return r.nodes; }},
      {name: 'Visits', of: function(r) { return r.visits; }}, {name: 'Rewrites', of: function(r) { return r.rewrites; }},
      {name: 'Erased', of: function(r) { return r.erased; }}
    ],
    part.results, {'class': 'tall'}));
  to.appendChild(detail);
  if (part.pictures.length) show(0);
  to.appendChild(L.how(part.command));
}
L.view({
  id: 'graphs',
  title: 'Graphs',
  there: function() {
    var m = L.module();
    return !!L.part('combine') || !!(m && m.stages && m.stages.length > 1);
  },
  draw: function(to, fn) { return L.part('combine') ? alone(to) : staged(to, fn); }
});
})(Lathe);
