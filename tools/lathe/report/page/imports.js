// Imports between modules: who takes what from whom, below which threshold, and what was refused.
(function(L) {
'use strict';
function part() { return L.others.imports && !L.others.imports.failed ? L.others.imports : L.part('import'); }
function short(path) { return path.replace(/^.*\//, ''); }
function graph(p, results) {
  var modules = p.modules.slice(0, 120), n = modules.length, at = {}, size = 520,
      chart = L.chart(760, size, 'Imports between modules', {top: 0, right: 0, bottom: 0, left: 0}), edges = {};
  modules.forEach(function(m, i) { at[m.name] = i; });
  results.forEach(function(r) {
    r.imports.forEach(function(x) {
      var key = at[x.from] + ' ' + at[r.module];
      edges[key] = (edges[key] || 0) + 1;
    });
  });
  function place(i) {
    var a = 2 * Math.PI * i / n - Math.PI / 2;
    return [380 + 190 * Math.cos(a), size / 2 + 190 * Math.sin(a), a];
  }
  for (var k = 0; k < p.calls.length; k += 3) {
    if (p.calls[k] === p.calls[k + 1] || p.calls[k] >= n || p.calls[k + 1] >= n) continue;
    var a = place(p.calls[k]), b = place(p.calls[k + 1]);
    chart.g.append('path')
      .attr({
        d: 'M' + a[0] + ',' + a[1] + 'Q380,' + size / 2 + ' ' + b[0] + ',' + b[1],
        'data-tip': modules[p.calls[k]].name + ' calls ' + modules[p.calls[k + 1]].name + ' ' + p.calls[k + 2] + ' times'
      })
      .style({fill: 'none', stroke: 'var(--line)', 'stroke-width': 1 + Math.log(p.calls[k + 2])});
  }
  d3.entries(edges).forEach(function(e) {
    var ends = e.key.split(' ').map(Number);
    if (ends[0] !== ends[0] || ends[1] !== ends[1]) return;
    var a = place(ends[0]), b = place(ends[1]);
    chart.g.append('path')
      .attr({
        d: 'M' + a[0] + ',' + a[1] + 'Q380,' + (size / 2 + 30) + ' ' + b[0] + ',' + b[1],
        'data-tip': modules[ends[1]].name + ' imports ' + e.value + ' from ' + modules[ends[0]].name
      })
      .style({fill: 'none', stroke: 'var(--c1)', 'stroke-width': 1.5 + Math.log(e.value), opacity: 0.8});
  });
  var top = d3.max(modules, function(m) { return m.instructions; }) || 1;
  modules.forEach(function(m, i) {
    var q = place(i), right = Math.cos(q[2]) >= 0;
    chart.g.append('circle')
      .attr({
        cx: q[0],
        cy: q[1],
        r: 5 + 12 * Math.sqrt(m.instructions / top),
        'data-tip': m.name + ': ' + m.functions + ' functions, ' + m.instructions + ' instructions'
      })
      .style('fill', 'var(--c0)');
    if (n <= 40) chart.g.append('text').attr({x: q[0] + (right ? 20 : -20), y: q[1] + 4, 'text-anchor': right ? 'start' : 'end'}).text(short(m.name));
  });
  return L.el('div', {'class': 'box'}, L.el('h3', {}, 'Modules'),
    L.el('div', {'class': 'legend'}, L.el('span', {}, L.el('i', {style: 'background:var(--line)'}), 'calls'),
      L.el('span', {}, L.el('i', {style: 'background:var(--c1)'}), 'imports'),
      L.el('span', {}, 'a circle\u2019s area is the module\u2019s instructions')),
    chart.node);
}
L.view({
  id: 'imports',
  title: 'Imports',
  whole: true,
  there: function() {
    var p = part();
    return !!p && (p === L.part('import') || p.results.some(function(r) { return r.imports.length || (r.refused || []).length; }));
  },
  count: function() { return d3.sum(part().results, function(r) { return r.imports.length; }); },
  draw: function(to) {
    var p = part(), imports = [], refused = [];
    p.results.forEach(function(r) {
      r.imports.forEach(function(x) { imports.push({into: r.module, x: x}); });
      (r.refused || []).forEach(function(x) { refused.push({into: r.module, x: x}); });
    });
    to.appendChild(L.el('div', {'class': 'cards'}, L.card(p.results.length, 'modules'), L.card(L.num(imports.length), 'imports'),
      L.card(L.num(refused.length), 'refused')));
    if (p.pictures[0]) to.appendChild(graph(p.pictures[0], p.results));
    to.appendChild(L.el('h3', {}, 'Imported'));
    to.appendChild(L.table(
      [
        {name: 'Function', text: true, of: function(i) { return i.x.name; }, show: function(i) { return L.el('code', {}, i.x.name); }},
        {name: 'From', text: true, of: function(i) { return i.x.from; }}, {name: 'Into', text: true, of: function(i) { return i.into; }},
        {name: 'Threshold', of: function(i) { return i.x.threshold; }},
        {name: 'As', text: true, of: function(i) { return i.x.declaration ? 'declaration' : 'body'; }},
        {name: 'Pass', text: true, of: function(i) { return i.x.pass; }}
      ],
      imports, {'class': 'tall'}));
    to.appendChild(L.el('h3', {}, 'Refused'));
    to.appendChild(refused.length ?
        L.table(
          [
            {name: 'Function', text: true, of: function(i) { return i.x.name; }, show: function(i) { return L.el('code', {}, i.x.name); }},
            {name: 'Into', text: true, of: function(i) { return i.into; }}, {name: 'Threshold', of: function(i) { return i.x.threshold; }},
            {name: 'Why', text: true, of: function(i) { return i.x.why; }}
          ],
          refused, {'class': 'tall'}) :
        L.note('Nothing, or nobody asked: --print-import-failures.'));
    to.appendChild(L.how(p.command));
  }
});

// "CALLER: CALLEE inlined, cost C, budget left B" or "... not inlined: WHY, ...", as --inline-info has them.
function decisions() {
  var p = L.part('inline'), out = [], of = (L.others.imports || {}).inlining;
  if (p) {
    p.results.forEach(function(r) {
      r.inlined.forEach(function(x) { out.push({caller: x.caller, callee: x.callee, done: true, why: '', cost: x.cost, benefit: x.benefit}); });
      r.kept.forEach(function(x) { out.push({caller: x.caller, callee: x.callee, done: false, why: x.why, cost: x.cost, left: x.budget_left}); });
    });
    return out;
  }
  ((of || {}).lines || []).forEach(function(text) {
    var m = /^(\S+): (\S+) (not inlined: ([^,]*)|inlined)(.*)$/.exec(text), cost, left;
    if (!m) return;
    cost = /cost (-?\d+)/.exec(m[5]);
    left = /budget left (-?\d+)/.exec(m[5]);
    out.push({
      caller: m[1],
      callee: m[2],
      done: m[3] === 'inlined',
      why: m[4] || '',
      cost: cost ? Number(cost[1]) : null,
      left: left ? Number(left[1]) : null,
      text: text
    });
  });
  return out;
}
L.view({
  id: 'inlining',
  title: 'Inlining',
  whole: true,
  there: function() { return !!L.part('inline') || decisions().length > 0; },
  count: function() { return decisions().filter(function(d) { return d.done; }).length; },
  draw: function(to) {
    var list = decisions(), why = {}, callers = {}, of = L.part('inline') || L.others.imports.inlining;
    list.forEach(function(d) {
      if (!d.done) why[d.why] = (why[d.why] || 0) + 1;
      var c = callers[d.caller] = callers[d.caller] || {caller: d.caller, inlined: 0, kept: 0, cost: 0};
      if (d.done) {
        ++c.inlined;
        c.cost += d.cost || 0;
      } else ++c.kept;
    });
    to.appendChild(L.el('div', {'class': 'cards'}, L.card(list.filter(function(d) { return d.done; }).length, 'calls inlined'),
      L.card(list.filter(function(d) { return !d.done; }).length, 'kept'), L.card(d3.keys(callers).length, 'callers')));
    to.appendChild(L.el('div', {'class': 'row'},
      L.el('div', {}, L.el('h3', {}, 'Callers'),
        L.table(
          [
            {name: 'Caller', text: true, of: function(c) { return c.caller; }}, {name: 'Inlined', of: function(c) { return c.inlined; }},
            {name: 'Kept', of: function(c) { return c.kept; }}, {name: 'Units spent', of: function(c) { return c.cost; }}
          ],
          d3.values(callers), {'class': 'tall'})),
      d3.keys(why).length ?
        L.el('div', {}, L.el('h3', {}, 'Why calls were kept'),
          L.table([{name: 'Why', text: true, of: function(e) { return e.key; }}, {name: 'Calls', of: function(e) { return e.value; }}],
            d3.entries(why), {})) :
        null));
    to.appendChild(L.el('h3', {}, 'Decisions'));
    to.appendChild(L.table(
      [
        {name: 'Caller', text: true, of: function(d) { return d.caller; }}, {name: 'Callee', text: true, of: function(d) { return d.callee; }}, {
          name: 'Decision',
          text: true,
          of: function(d) { return d.done ? 'inlined' : d.why; },
          show: function(d) { return L.el('span', {'class': d.done ? 'better' : '', 'data-tip': d.text}, d.done ? 'inlined' : 'kept: ' + d.why); }
        },
        {name: 'Cost', of: function(d) { return d.cost; }}, {name: 'Benefit', of: function(d) { return d.benefit; }},
        {name: 'Budget left', of: function(d) { return d.left; }}
      ],
      list, {'class': 'tall'}));
    to.appendChild(L.how(of.command));
  }
});
})(Lathe);
