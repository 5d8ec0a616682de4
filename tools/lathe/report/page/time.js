// Time by the model: cycles of a warp, what takes them, by block, beside other builds.
(function(L) {
'use strict';
function percent(now, was) { return was ? (now < was ? '\u2212' : '+') + Math.abs(100 * (now / was - 1)).toFixed(1) + '\u202f%' : '\u2013'; }
// How long a warp takes by each of the three, in one bar each: the longest decides.
function bars(t) {
  var rows = [{name: 'issue', cycles: t.issue}].concat(t.units.map(function(u) { return {name: 'unit ' + u.unit, cycles: u.cycles}; }),
    [{name: 'latency, by ' + t.threads + (t.threads === 1 ? ' warp' : ' warps'), cycles: t.alone / t.threads}]);
  var most = d3.max(rows, function(r) { return r.cycles; }) || 1, high = 22;
  var chart = L.chart(620, high * rows.length + 16, 'What takes the cycles', {top: 8, right: 80, bottom: 8, left: 170});
  rows.forEach(function(r, i) {
    chart.g.append('text').attr({x: -8, y: high * i + 15, 'text-anchor': 'end'}).text(r.name);
    chart.g.append('rect')
      .attr({
        x: 0,
        y: high * i + 3,
        height: high - 6,
        width: Math.max(1, chart.w * r.cycles / most),
        rx: 2,
        'data-tip': r.name + ': ' + L.num(r.cycles, 2) + ' cycles of a warp'
      })
      .style('fill', r.cycles === most ? 'var(--c1)' : 'var(--c0)');
    chart.g.append('text').attr({'class': 'dim', x: chart.w * r.cycles / most + 6, y: high * i + 15}).text(L.num(r.cycles, 1));
  });
  return L.el('div', {'class': 'box'}, L.el('h3', {}, 'What takes the cycles; the longest decides'), chart.node);
}
function blocks(t, names) {
  var list = t.blocks.filter(function(b) { return b.runs > 0; }).sort(function(a, b) { return b.share - a.share || a.block - b.block; });
  return L.table(
    [
      {name: 'Block', text: true, of: function(b) { return names(b.block); }},
      {name: 'Share', of: function(b) { return b.share; }, show: function(b) { return L.percent(b.share); }},
      {name: 'Runs', of: function(b) { return b.runs; }, show: function(b) { return L.num(b.runs, 1); }, tip: 'for one run of the kernel'},
      {name: 'Cycles', of: function(b) { return b.cycles; }, tip: 'of a warp, each time'},
      {name: 'Bound', text: true, of: function(b) { return b.bound; }}, {name: 'Issue', of: function(b) { return b.issue; }},
      {name: 'Busiest unit', of: function(b) { return b.busiest; }},
      {name: 'One warp alone', of: function(b) { return b.alone; }, tip: 'cycles until it is through'}
    ],
    list, {});
}
function builds(k, m) {
  var rows = [{name: 'this build', row: k, command: m.command || m.module}];
  if (k.was && L.known(k.was.cycles_together)) rows.push({name: 'the other build', row: k.was, command: ''});
  (m.alternatives || []).forEach(function(a) {
    (a.kernels || []).forEach(function(g) {
      if (g.function === k.function) rows.push({name: a.name, row: g, command: L.command_of(a)});
    });
  });
  if (rows.length === 1) return null;
  return L.el('div', {}, L.el('h3', {}, 'Builds'),
    L.table(
      [
        {name: 'Build', text: true, of: function(r) { return r.name; }}, {name: 'Least', of: function(r) { return r.row.cycles; }},
        {name: 'Most', of: function(r) { return r.row.cycles_together; }}, {
          name: 'Relative time',
          of: function(r) { return r.row.cycles_together; },
          show: function(r) { return percent(r.row.cycles_together, k.cycles_together); },
          tip: 'of the most, against this build'
        },
        {name: 'Warps', of: function(r) { return r.row.warps; }}, {name: 'PTX', of: function(r) { return r.row.instructions; }},
        {name: 'Command', text: true, wrap: true, show: function(r) { return L.el('code', {}, r.command); }}
      ],
      rows, {}));
}
L.view({
  id: 'time',
  title: 'Time',
  there: function() { return L.modules.some(function(m) { return m.kernels && m.kernels.some(function(k) { return k.time; }); }); },
  draw: function(to, fn) {
    var k = L.kernel(fn), m = L.module(), code = L.code(fn);
    if (!k || !k.time) return to.appendChild(L.note('The model tells the time of kernels of which a block fits on a multiprocessor.'));
    function names(b) { return code && code.labels[b] ? code.labels[b] : 'block ' + b; }
    var t = k.time_profiled || k.time;
    to.appendChild(L.el('div', {'class': 'cards'}, L.card(L.num(t.cycles, 1), 'cycles of a warp at least', 'warps at unlike places of the code'),
      L.card(L.num(t.together, 1), 'cycles of a warp at most', 'all warps in one block at a time'), L.card(t.bound, 'takes them'),
      L.card(t.threads, 'warps share an issuer')));
    to.appendChild(L.note('A model: it tells builds of one kernel apart, not how long a launch takes. ' +
      (k.time_profiled ? 'Blocks run as often as in the launch of --profile.' :
                         'Blocks run as often as the shape of the code suggests; --profile gives what a launch did.')));
    to.appendChild(L.el('div', {'class': 'row'}, bars(t)));
    L.append(to, builds(k, m));
    to.appendChild(L.el('h3', {}, 'Blocks'));
    to.appendChild(blocks(t, names));
    to.appendChild(L.how([(m.command ? m.command.replace(/-o -$/, '-o IN.ptx') + ' && lathe flow IN.ptx' : 'lathe flow ' + m.module) +
      ' --throughput --function=' + fn + ' --warps=' + t.threads + (k.time_profiled ? ' --profile=FILE.json' : '')],
      'Known limits: latencies are a table\u2019s (a hit in the nearest cache), not what memory takes under load; no caches, no bandwidth beyond a ' +
        'unit\u2019s cycles, no waiting at barriers; PTX and not what ptxas makes of it; nothing of the begin and the end of a launch. ' +
        'Not compared with a GPU.'));
  }
});
})(Lathe);
