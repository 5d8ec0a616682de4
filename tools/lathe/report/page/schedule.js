// Regions of the list scheduler: what each unit does in each cycle, before and after, with the chain that both wait for.
(function(L) {
'use strict';
var most_drawn = 4000;
function regions(fn) {
  var part = L.part('sched'), out = [];
  if (!part) return out;
  part.results.forEach(function(r, i) {
    var p = part.pictures[i];
    if (p && (p.function === undefined || p.function === fn)) out.push({result: r, picture: p});
  });
  return out;
}
function sum(o) { return d3.sum(d3.values(o || {})); }
function name(r, fn, i) {
  var code = L.code(fn), p = r.picture;
  if (!code || p.block === undefined) return (p.names || [])[i] || String(i);
  var first = 0;
  for (var b = 0; b < p.block; ++b) first += code.counts[b];
  return L.ptxLine(fn, first + p.first + i) || String(i);
}
// One row for each unit that is held, and one for what holds none; instructions as bars over cycles.
function pipes(r, fn, cycles, title, from, to) {
  var p = r.picture, used = [], row = {}, bars = [], on = {}, has = {}, k;
  for (k = 0; k < p.holds.length; k += 4)
    if (used.indexOf(p.holds[k + 1]) < 0) used.push(p.holds[k + 1]);
  used.sort(d3.ascending);
  used.forEach(function(u, i) { row[u] = i; });
  p.critical.forEach(function(c) { on[c] = true; });
  for (k = 0; k < p.holds.length && bars.length < most_drawn; k += 4) {
    var inst = p.holds[k], start = cycles[inst] + p.holds[k + 2], end = start + p.holds[k + 3];
    has[inst] = true;
    if (end > from && start < to) bars.push({inst: inst, row: row[p.holds[k + 1]], start: start, end: end});
  }
  p.latency.forEach(function(n, i) {
    if (!has[i] && cycles[i] >= from && cycles[i] < to && bars.length < most_drawn)
      bars.push({inst: i, row: used.length, start: cycles[i], end: cycles[i] + 1});
  });
  var names = used.map(function(u) { return p.units[u]; }).concat(bars.some(function(b) { return b.row === used.length; }) ? ['no unit'] : []);
  var chart = L.chart(1000, 46 + 26 * names.length, title, {top: 8, right: 12, bottom: 34, left: 64});
  var x = d3.scale.linear().domain([from, to]).range([0, chart.w]), y = function(n) { return n * 26; };
  names.forEach(function(n, i) {
    chart.g.append('text').attr({'class': 'dim', x: -8, y: y(i) + 17, 'text-anchor': 'end'}).text(n);
    chart.g.append('line').attr({'class': 'grid', x1: 0, x2: chart.w, y1: y(i + 1), y2: y(i + 1)});
  });
  chart.g.append('g')
    .attr('class', 'axis')
    .attr('transform', 'translate(0,' + y(names.length) + ')')
    .call(d3.svg.axis().scale(x).orient('bottom').ticks(12).tickSize(4));
  chart.g.append('text').attr({'class': 'dim', x: chart.w, y: y(names.length) + 30, 'text-anchor': 'end'}).text('cycles');
  var where = {};
  chart.g.selectAll('rect')
    .data(bars)
    .enter()
    .append('rect')
    .attr({
      x: function(b) { return x(Math.max(from, b.start)); },
      y: function(b) { return y(b.row) + 4; },
      width: function(b) {
        where[b.inst] = where[b.inst] || b;
        return Math.max(1.5, x(Math.min(to, b.end)) - x(Math.max(from, b.start)) - 0.7);
      },
      height: 18,
      rx: 2,
      'data-tip': function(b) {
        return b.inst + ': ' + name(r, fn, b.inst) + '\ncycle ' + cycles[b.inst] + ', latency ' + p.latency[b.inst] +
          (on[b.inst] ? ', on the critical path' : '');
      }
    })
    .style('fill', function(b) { return L.colour(b.row); })
    .style('stroke', function(b) { return on[b.inst] ? 'var(--text)' : null; })
    .style('stroke-width', 1.6)
    .style('opacity', function(b) { return on[b.inst] ? 1 : 0.62; });
  var chain = p.critical.filter(function(c) { return where[c]; });
  chart.g.append('path')
    .attr('class', 'edge')
    .style('stroke', 'var(--text)')
    .attr('d', chain.map(function(c, i) { return (i ? 'L' : 'M') + x(Math.max(from, where[c].start)) + ',' + (y(where[c].row) + 13); }).join(''));
  return L.el('div', {}, L.el('h3', {}, title), chart.node,
    bars.length >= most_drawn ? L.note('The first ' + most_drawn + ' of this stretch are drawn.') : null);
}
function draw_region(to, r, fn) {
  to.textContent = '';
  var p = r.picture, b = r.result.before, a = r.result.after, end = Math.max(b.makespan, a.makespan, 1), window_ = Math.min(end, 600), from = 0;
  to.appendChild(L.el('div', {'class': 'cards'}, L.card(b.makespan + ' \u2192 ' + a.makespan, 'cycles by the model'),
    L.card(L.num(p.longest_path), 'longest path', 'no order is shorter, units aside'),
    L.card(sum(b.registers) + ' \u2192 ' + sum(a.registers), 'registers live at once'),
    L.card(L.known(a.occupancy) ? b.occupancy + ' \u2192 ' + a.occupancy : '\u2013', 'warps by them'), L.card(r.result.decision, r.result.strategy)));
  var charts = L.el('div', {'class': 'box'});
  function stretch() {
    charts.textContent = '';
    charts.appendChild(pipes(r, fn, p.before, 'Before: the order of the source', from, Math.min(end, from + window_)));
    charts.appendChild(pipes(
      r, fn, r.result.cycles, r.result.decision.slice(0, 4) === 'kept' ? 'After: kept as it was' : 'After', from, Math.min(end, from + window_)));
  }
  if (end > window_) {
    var slide = L.el('input', {
      type: 'range',
      min: 0,
      max: end - window_,
      value: 0,
      'aria-label': 'First cycle shown',
      oninput: function() {
        from = Number(slide.value);
        stretch();
      }
    });
    to.appendChild(L.el('label', {}, 'First cycle', slide));
  }
  stretch();
  to.appendChild(charts);
  to.appendChild(L.el('h3', {}, 'Critical path'));
  to.appendChild(L.table(
    [
      {name: 'Instruction', of: function(c) { return c; }},
      {name: 'What', text: true, of: function(c) { return name(r, fn, c); }, show: function(c) { return L.el('code', {}, name(r, fn, c)); }},
      {name: 'Latency', of: function(c) { return p.latency[c]; }}, {name: 'Cycle before', of: function(c) { return p.before[c]; }},
      {name: 'Cycle after', of: function(c) { return r.result.cycles[c]; }}
    ],
    p.critical, {heads: false, 'class': 'tall'}));
}

L.view({
  id: 'schedule',
  title: 'Schedule',
  there: function() { return !!L.part('sched'); },
  draw: function(to, fn) {
    var list = regions(fn), detail = L.el('div');
    if (!list.length) return to.appendChild(L.failed('sched') || L.note('No region of this function is scheduled.'));
    var biggest = 0;
    list.forEach(function(r, i) {
      if (r.picture.latency.length > list[biggest].picture.latency.length) biggest = i;
    });
    to.appendChild(
      L.el('p', {}, 'A region is straight-line code. The guard keeps the source order where no step of registers is won: ptxas schedules again.'));
    to.appendChild(L.table(
      [
        {
          name: 'Region',
          text: true,
          of: function(r) { return r.result.region; },
          show: function(
            r) { return L.el('button', {'class': 'link', onclick: function() { draw_region(detail, r, fn); }}, r.result.region || 'region'); }
        },
        {name: 'Instructions', of: function(r) { return r.picture.latency.length; }},
        {name: 'Decision', text: true, of: function(r) { return r.result.decision; }},
        {name: 'Strategy', text: true, of: function(r) { return r.result.strategy; }},
        {name: 'Cycles before', of: function(r) { return r.result.before.makespan; }},
        {name: 'after', of: function(r) { return r.result.after.makespan; }},
        {name: 'Longest path', of: function(r) { return r.picture.longest_path; }},
        {name: 'Registers before', of: function(r) { return sum(r.result.before.registers); }},
        {name: 'after', of: function(r) { return sum(r.result.after.registers); }}
      ],
      list, {'class': 'short', most: 60}));
    draw_region(detail, list[biggest], fn);
    to.appendChild(L.el('h3', {}, 'Pipes of a region'));
    to.appendChild(detail);
    to.appendChild(L.how(
      L.part('sched').command, 'Cycles are those of an in-order machine with the latencies and units of nvptx/target/opcodes.def; not of a GPU.'));
  }
});
})(Lathe);
