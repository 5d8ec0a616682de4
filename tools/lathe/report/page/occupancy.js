// The staircases of occupancy: blocks over registers, shared memory and block size, the kernel as a dot, other builds as rings.
(function(L) {
'use strict';
function at(stairs, x) {
  var y = 0;
  for (var k = 0; k + 1 < stairs.length && stairs[k] <= x; k += 2) y = stairs[k + 1];
  return y;
}
function stairs(spec, k, ghosts) {
  var points = [], s = spec.stairs, most = spec.most;
  for (var i = 0; i + 1 < s.length; i += 2) points.push([s[i], s[i + 1]]);
  points.push([most, points.length ? points[points.length - 1][1] : 0]);
  var chart = L.chart(430, 240, spec.label), top = d3.max(points, function(p) { return p[1]; }) || 1;
  var x = d3.scale.linear().domain([points[0] ? points[0][0] : 0, most]).range([0, chart.w]),
      y = d3.scale.linear().domain([0, top * 1.08]).range([chart.h, 0]);
  y.ticks(5).forEach(function(t) { chart.g.append('line').attr({'class': 'grid', x1: 0, x2: chart.w, y1: y(t), y2: y(t)}); });
  var line = d3.svg.line().interpolate('step-after').x(function(p) { return x(p[0]); }).y(function(p) { return y(p[1]); });
  var area = d3.svg.area().interpolate('step-after').x(function(p) { return x(p[0]); }).y0(chart.h).y1(function(p) { return y(p[1]); });
  chart.g.append('path').attr({'class': 'area', d: area(points)});
  chart.g.append('path').attr({'class': 'step', d: line(points)});
  L.axes(chart, x, y, [spec.x, 'blocks on a multiprocessor']);
  ghosts.forEach(function(g) {
    var v = spec.of(g);
    if (L.known(v))
      chart.g.append('circle').attr({
        'class': 'ghost',
        cx: x(v),
        cy: y(g.blocks),
        r: 5,
        'data-tip': g.name + ': ' + v + ' ' + spec.unit + ', ' + g.blocks + ' blocks, ' + g.warps + ' warps'
      });
  });
  chart.g.append('line').attr({'class': 'lost', x1: x(spec.of(k)), x2: x(spec.of(k)), y1: chart.h, y2: y(k.blocks)});
  chart.g.append('circle').attr({
    'class': 'dot',
    cx: x(spec.of(k)),
    cy: y(k.blocks),
    r: 7,
    'data-tip': k.function + ': ' + spec.of(k) + ' ' + spec.unit + ', ' + k.blocks + ' blocks, ' + k.warps + ' warps'
  });
  var cross = chart.g.append('line').attr({'class': 'lost', y1: 0, y2: chart.h}).style('display', 'none');
  chart.root
    .on('mousemove',
      function() {
        var v = Math.round(x.invert(d3.mouse(chart.g.node())[0]));
        if (v < x.domain()[0] || v > most) return cross.style('display', 'none');
        cross.style('display', null).attr({x1: x(v), x2: x(v)});
        if (d3.event.target.getAttribute('data-tip')) return;
        L.tip(v + ' ' + spec.unit + ': ' + at(s, v) + ' blocks', d3.event.clientX, d3.event.clientY);
        d3.event.stopPropagation();
      })
    .on('mouseleave', function() {
      cross.style('display', 'none');
      L.tip('');
    });
  return L.el('div', {'class': 'box', style: 'flex:1 1 20em;max-width:36em'}, L.el('h3', {}, spec.title), chart.node);
}

// What makes another build, and what ptxas was called with where the registers are limited there.
L.command_of = function(build) { return build.command + (/^ptxas/.test(build.name) ? ' | ' + build.ptxas : ''); };

L.view({
  id: 'occupancy',
  title: 'Occupancy',
  there: function() { return L.modules.some(function(m) { return m.kernels && m.kernels.some(function(k) { return k.kernel; }); }); },
  draw: function(to, fn) {
    var k = L.kernel(fn), m = L.module();
    if (!k || !k.kernel) return to.appendChild(L.note('Choose a kernel: this is a function that kernels call.'));
    var ghosts = [];
    (m.alternatives || []).forEach(function(a) {
      (a.kernels || []).forEach(function(g) {
        if (g.function === fn) {
          g.name = a.name;
          g.by = a;
          ghosts.push(g);
        }
      });
    });
    var registers = function(r) { return L.known(r.registers_ptxas) ? r.registers_ptxas : r.registers; };
    to.appendChild(L.el('p', {},
      fn + ': ' + k.blocks + ' blocks of ' + k.threads + ' threads reside, ' + k.warps + ' of ' + m.machine.warps +
        ' warps. What allows no more: ' + k.limit + '.'));
    to.appendChild(L.el('div', {'class': 'legend'}, L.el('span', {}, L.el('i', {style: 'background:var(--c1)'}), 'this build'),
      L.el('span', {}, L.el('i', {style: 'border:2px solid var(--c3)'}), 'other builds, really made')));
    var shared = function(r) { return (L.known(r.shared_ptxas) ? r.shared_ptxas : r.shared) + (r.dynamic_shared || 0); };
    to.appendChild(L.el('div', {'class': 'row'},
      stairs({
        title: 'Registers of a thread',
        label: 'Blocks over registers',
        x: 'registers',
        unit: 'registers',
        most: m.machine.thread_registers,
        stairs: k.stairs_registers,
        of: registers
      },
        k, ghosts),
      stairs({
        title: 'Shared memory of a block',
        label: 'Blocks over shared memory',
        x: 'bytes',
        unit: 'bytes',
        most: m.machine.block_shared,
        stairs: k.stairs_shared,
        of: shared
      },
        k, ghosts),
      stairs({
        title: 'Threads of a block',
        label: 'Blocks over block size',
        x: 'threads',
        unit: 'threads',
        most: m.machine.block_threads,
        stairs: k.stairs_threads,
        of: function(r) { return r.threads; }
      },
        k, ghosts)));
    to.appendChild(L.el('h3', {}, 'Builds'));
    var rows = [k].concat(ghosts);
    to.appendChild(L.table(
      [
        {name: 'Build', text: true, of: function(r) { return r.name || 'this build'; }},
        {name: 'Registers (ptxas)', of: function(r) { return r.registers_ptxas; }}, {name: 'Live', of: function(r) { return r.registers; }},
        {name: 'Spilled bytes', of: function(r) { return L.value(r, 'spills'); }}, {name: 'Blocks', of: function(r) { return r.blocks; }},
        {name: 'Warps', of: function(r) { return r.warps; }}, {name: 'SASS bytes', of: function(r) { return r.sass_bytes; }},
        {name: 'PTX', of: function(r) { return r.instructions; }},
        {name: 'Command', text: true, wrap: true, show: function(r) { return L.el('code', {}, r.by ? L.command_of(r.by) : m.command || m.module); }}
      ],
      rows, {chosen: function(r) { return r === k; }}));
    (m.alternatives || []).filter(function(a) { return a.failed; }).forEach(function(a) { to.appendChild(L.note(a.name + ': ' + a.failed)); });
    if (m.no_alternatives) to.appendChild(L.note(m.no_alternatives));
    to.appendChild(L.how([(m.command || m.module)].concat((m.alternatives || []).map(function(a) { return a.command; }))));
  }
});
})(Lathe);
