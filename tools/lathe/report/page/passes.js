// The machine passes: instructions before and behind each, registers behind it, and its time.
(function(L) {
'use strict';
function steps(list) {
  var chart = L.chart(820, 260, 'Instructions and registers over passes', {top: 14, right: 56, bottom: 120, left: 56});
  var x = d3.scale.ordinal().domain(d3.range(list.length)).rangePoints([0, chart.w], 0.6),
      top = d3.max(list, function(p) { return Math.max(p.before, p.after); }) || 1, y = d3.scale.linear().domain([0, top * 1.05]).range([chart.h, 0]);
  chart.g.append('g').attr('class', 'axis').call(d3.svg.axis().scale(y).orient('left').ticks(5).tickSize(4));
  var line = d3.svg.line().x(function(p, i) { return x(i); });
  chart.g.append('path').attr({'class': 'step', d: line.y(function(p) { return y(p.after); })(list)});
  list.forEach(function(p, i) {
    chart.g.append('circle')
      .attr({
        cx: x(i),
        cy: y(p.after),
        r: p.changed ? 5 : 3,
        'data-tip':
          p.pass + ': ' + p.before + ' \u2192 ' + p.after + ' instructions' + (L.known(p.registers) ? ', ' + p.registers + ' registers' : '')
      })
      .style('fill', p.changed ? 'var(--c0)' : 'var(--dim)');
    chart.g.append('text')
      .attr({'class': 'dim', 'text-anchor': 'end', transform: 'translate(' + (x(i) + 3) + ',' + (chart.h + 12) + ')rotate(-42)'})
      .text(p.pass);
  });
  if (list.some(function(p) { return L.known(p.registers); })) {
    var z = d3.scale.linear().domain([0, d3.max(list, function(p) { return p.registers || 0; }) * 1.2 || 1]).range([chart.h, 0]);
    chart.g.append('g')
      .attr({'class': 'axis', transform: 'translate(' + chart.w + ',0)'})
      .call(d3.svg.axis().scale(z).orient('right').ticks(5).tickSize(4));
    chart.g.append('path').attr({'class': 'step', d: line.y(function(p) { return z(p.registers || 0); })(list)}).style('stroke', 'var(--c1)');
  }
  return L.el('div', {'class': 'box'},
    L.el('div', {'class': 'legend'}, L.el('span', {}, L.el('i', {style: 'background:var(--c0)'}), 'instructions behind the pass (left)'),
      L.el('span', {}, L.el('i', {style: 'background:var(--c1)'}), 'most registers live at once in a function (right)')),
    chart.node);
}
L.view({
  id: 'passes',
  title: 'Passes',
  whole: true,
  there: function() {
    var m = L.module();
    return !!(m && m.compile && m.compile.passes && m.compile.passes.length);
  },
  count: function() { return L.module().compile.passes.length; },
  draw: function(to) {
    var c = L.module().compile, list = c.passes, ms = (c.stats || {}).ms || {};
    to.appendChild(L.el('div', {'class': 'cards'}, L.card(L.num(ms.total, 1), 'ms in all'), L.card(L.num(ms.read, 1), 'ms reading'),
      L.card(L.num(ms.prepare, 1), 'ms preparing'), L.card(L.num(ms.codegen, 1), 'ms code generation'), L.card(L.num(ms.print, 1), 'ms printing')));
    to.appendChild(steps(list));
    var top = d3.max(list, function(p) { return p.ms; }) || 1;
    to.appendChild(L.el('h3', {}, 'Passes in order'));
    to.appendChild(
      L.table(
        [
          {name: 'Pass', text: true, of: function(p) { return p.pass; }}, {name: 'Functions', of: function(p) { return p.functions; }},
          {name: 'Changed', of: function(p) { return p.changed; }}, {name: 'Instructions before', of: function(p) { return p.before; }},
          {name: 'behind', of: function(p) { return p.after; }},
          {name: 'Registers', of: function(p) { return p.registers; }, tip: 'most that are live at once in one function, behind the pass'},
          {name: 'ms', of: function(p) { return p.ms; }, show: function(p) { return L.num(p.ms, 3); }},
          {name: '', text: true, show: function(p) { return L.el('span', {'class': 'bar', style: 'width:' + Math.round(90 * p.ms / top) + 'px'}); }},
          {
            name: 'Counters',
            text: true,
            wrap: true,
            show: function(p) {
              return d3.entries(p.counters).filter(function(e) { return e.value; }).map(function(e) { return e.key + ' ' + e.value; }).join(', ');
            }
          }
        ],
        list, {}));
    to.appendChild(L.how(c.command, 'Times are of one run, and differ from run to run.'));
  }
});
})(Lathe);
