// Imports between modules: who takes what from whom, below which threshold, and what was refused.
(function (L) {
  'use strict';
  function part() { return L.others.imports && !L.others.imports.failed ? L.others.imports : L.part('import'); }
  function short(path) { return path.replace(/^.*\//, ''); }
  function graph(p, results) {
    var modules = p.modules.slice(0, 120), n = modules.length, at = {}, size = 520, chart = L.chart(760, size, 'Imports between modules', { top: 0, right: 0, bottom: 0, left: 0 }), edges = {};
    modules.forEach(function (m, i) { at[m.name] = i; });
    results.forEach(function (r) {
      r.imports.forEach(function (x) { var key = at[x.from] + ' ' + at[r.module]; edges[key] = (edges[key] || 0) + 1; });
    });
    function place(i) { var a = 2 * Math.PI * i / n - Math.PI / 2; return [380 + 190 * Math.cos(a), size / 2 + 190 * Math.sin(a), a]; }
    for (var k = 0; k < p.calls.length; k += 3) {
      if (p.calls[k] === p.calls[k + 1] || p.calls[k] >= n || p.calls[k + 1] >= n) continue;
      var a = place(p.calls[k]), b = place(p.calls[k + 1]);
      chart.g.append('path').attr({ d: 'M' + a[0] + ',' + a[1] + 'Q380,' + size / 2 + ' ' + b[0] + ',' + b[1], 'data-tip': modules[p.calls[k]].name + ' calls ' + modules[p.calls[k + 1]].name + ' ' + p.calls[k + 2] + ' times' }).style({ fill: 'none', stroke: 'var(--line)', 'stroke-width': 1 + Math.log(p.calls[k + 2]) });
    }
    d3.entries(edges).forEach(function (e) {
      var ends = e.key.split(' ').map(Number);
      if (ends[0] !== ends[0] || ends[1] !== ends[1]) return;
      var a = place(ends[0]), b = place(ends[1]);
      chart.g.append('path').attr({ d: 'M' + a[0] + ',' + a[1] + 'Q380,' + (size / 2 + 30) + ' ' + b[0] + ',' + b[1], 'data-tip': modules[ends[1]].name + ' imports ' + e.value + ' from ' + modules[ends[0]].name }).style({ fill: 'none', stroke: 'var(--c1)', 'stroke-width': 1.5 + Math.log(e.value), opacity: 0.8 });
    });
    var top = d3.max(modules, function (m) { return m.instructions; }) || 1;
    modules.forEach(function (m, i) {
      var q = place(i), right = Math.cos(q[2]) >= 0;
      chart.g.append('circle').attr({ cx: q[0], cy: q[1], r: 5 + 12 * Math.sqrt(m.instructions / top), 'data-tip': m.name + ': ' + m.functions + ' functions, ' + m.instructions + ' instructions' }).style('fill', 'var(--c0)');
      if (n <= 40) chart.g.append('text').attr({ x: q[0] + (right ? 20 : -20), y: q[1] + 4, 'text-anchor': right ? 'start' : 'end' }).text(short(m.name));
    });
    return L.el('div', { 'class': 'box' }, L.el('h3', {}, 'Modules'), L.el('div', { 'class': 'legend' }, L.el('span', {}, L.el('i', { style: 'background:var(--line)' }), 'calls'), L.el('span', {}, L.el('i', { style: 'background:var(--c1)' }), 'imports'), L.el('span', {}, 'a circle\u2019s area is the module\u2019s instructions')), chart.node);
  }
  L.view({ id: 'imports', title: 'Imports', whole: true,
    there: function () {
      var p = part();
      return !!p && (p === L.part('import') || p.results.some(function (r) { return r.imports.length || (r.refused || []).length; }));
    },
    count: function () { return d3.sum(part().results, function (r) { return r.imports.length; }); },
    draw: function (to) {
      var p = part(), imports = [], refused = [];
      p.results.forEach(function (r) {
        r.imports.forEach(function (x) { imports.push({ into: r.module, x: x }); });
        (r.refused || []).forEach(function (x) { refused.push({ into: r.module, x: x }); });
      });
      to.appendChild(L.el('div', { 'class': 'cards' }, L.card(p.results.length, 'modules'), L.card(L.num(imports.length), 'imports'), L.card(L.num(refused.length), 'refused')));
      if (p.pictures[0]) to.appendChild(graph(p.pictures[0], p.results));
      to.appendChild(L.el('h3', {}, 'Imported'));
      to.appendChild(L.table([
        { name: 'Function', text: true, of: function (i) { return i.x.name; }, show: function (i) { return L.el('code', {}, i.x.name); } }, { name: 'From', text: true, of: function (i) { return i.x.from; } },
        { name: 'Into', text: true, of: function (i) { return i.into; } }, { name: 'Threshold', of: function (i) { return i.x.threshold; } },
        { name: 'As', text: true, of: function (i) { return i.x.declaration ? 'declaration' : 'body'; } }, { name: 'Pass', text: true, of: function (i) { return i.x.pass; } }], imports, { 'class': 'tall' }));
      to.appendChild(L.el('h3', {}, 'Refused'));
      to.appendChild(refused.length ? L.table([
        { name: 'Function', text: true, of: function (i) { return i.x.name; }, show: function (i) { return L.el('code', {}, i.x.name); } }, { name: 'Into', text: true, of: function (i) { return i.into; } },
        { name: 'Threshold', of: function (i) { return i.x.threshold; } }, { name: 'Why', text: true, of: function (i) { return i.x.why; } }], refused, { 'class': 'tall' }) : L.note('Nothing, or nobody asked: --print-import-failures.'));
      to.appendChild(L.how(p.command, 'Which of the imported calls are inlined under the budget: lathe thinlto --inline-info.'));
    } });
})(Lathe);
