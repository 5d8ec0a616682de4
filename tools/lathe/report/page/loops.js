// Loops of the modulo scheduler: reservation table, what bounds the interval, the recurrence, overlapped iterations, blocks.
(function(L) {
'use strict';
function loops(fn) {
  var part = L.part('modulo'), out = [], of_ptx = !!(L.module() || {}).code;
  if (!part) return out;
  part.results.forEach(function(r, i) {
    if (!of_ptx || r.loop.slice(0, r.loop.lastIndexOf(':')) === fn) out.push({result: r, picture: part.pictures[i]});
  });
  return out;
}
function bounds(r) {
  var list = [['RecMII', r.rec_mii, 'the recurrence'], ['ResMII', r.res_mii, 'units and issue slots'], ['II', r.ii || 0, r.refused || '']],
      top = d3.max(list, function(b) { return b[1]; }) || 1;
  var chart = L.chart(360, 112, 'Interval against its bounds', {top: 6, right: 40, bottom: 6, left: 56}),
      x = d3.scale.linear().domain([0, top]).range([0, chart.w]);
  list.forEach(function(b, i) {
    chart.g.append('text').attr({'class': 'dim', x: -8, y: i * 32 + 18, 'text-anchor': 'end'}).text(b[0]);
    chart.g.append('rect')
      .attr({x: 0, y: i * 32 + 4, width: x(b[1]), height: 20, rx: 3, 'data-tip': b[0] + ' ' + b[1] + (b[2] ? ': ' + b[2] : '')})
      .style('fill', L.colour(i === 2 ? 1 : 0))
      .style('opacity', i === 2 ? 1 : 0.6);
    chart.g.append('text').attr({x: x(b[1]) + 6, y: i * 32 + 18}).text(b[1] || 'none');
  });
  return L.el('div', {'class': 'box'}, L.el('h3', {}, 'Interval and bounds'), chart.node);
}
function stage(r, i) { return r.ii ? Math.floor(r.cycles[i] / r.ii) : 0; }
function chip(text, k, tip) {
  return L.el('span',
    {'class': 'chip', 'data-tip': tip, style: 'border-color:' + L.colour(k) + ';background:color-mix(in srgb,' + L.colour(k) + ' 16%,transparent)'},
    text);
}
function table(loop) {
  var r = loop.result, p = loop.picture, units = [], cells = {}, has = {}, k, rows = [];
  for (k = 0; k < p.holds.length; k += 4) {
    var inst = p.holds[k], unit = p.holds[k + 1];
    if (units.indexOf(unit) < 0) units.push(unit);
    has[inst] = true;
    for (var c = 0; c < p.holds[k + 3] && c < r.ii; ++c) {
      var slot = ((r.cycles[inst] + p.holds[k + 2] + c) % r.ii + r.ii) % r.ii;
      (cells[slot + ' ' + unit] = cells[slot + ' ' + unit] || []).push([inst, c]);
    }
  }
  units.sort(d3.ascending);
  p.names.forEach(function(n, i) {
    if (!has[i]) (cells[r.cycles[i] % r.ii + ' -'] = cells[r.cycles[i] % r.ii + ' -'] || []).push([i, 0]);
  });
  for (k = 0; k < r.ii && k < 400; ++k) rows.push(k);
  function cell(key) {
    return (cells[key] || []).map(function(e) {
      return chip(e[1] ? '\u2026' + e[0] : e[0] + ' ' + p.names[e[0]], stage(r, e[0]),
        e[0] + ': ' + p.names[e[0]] + '\ncycle ' + r.cycles[e[0]] + ', stage ' + stage(r, e[0]) + ', latency ' + p.latency[e[0]]);
    });
  }
  return L.table(
    [{name: 'Slot', of: function(s) { return s; }}]
      .concat(units.map(function(u) {
        return {
          name: p.units[u] + (p.unit_copies[u] > 1 ? ' \u00d7' + p.unit_copies[u] : ''),
          text: true,
          wrap: true,
          show: function(s) { return cell(s + ' ' + u); }
        };
      }))
      .concat(
        Object.keys(has).length < p.names.length ? [{name: 'no unit', text: true, wrap: true, show: function(s) { return cell(s + ' -'); }}] : []),
    rows, {heads: false, 'class': 'tall'});
}
function ring(loop) {
  var r = loop.result, p = loop.picture, n = r.recurrence.length;
  if (!n) return L.el('div', {'class': 'box'}, L.el('h3', {}, 'Recurrence'), L.note('No edge leads back: only units bound the interval.'));
  var high = n === 1 ? 210 : 300, chart = L.chart(360, high, 'The recurrence that bounds the interval', {top: 0, right: 0, bottom: 0, left: 0}),
      cx = 180, cy = high / 2, radius = n === 1 ? 62 : 96, latency = 0, distance = 0;
  chart.g.append('defs')
    .append('marker')
    .attr({id: 'head', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 7, markerHeight: 7, orient: 'auto'})
    .append('path')
    .attr('d', 'M0,0L8,4L0,8z')
    .style('fill', 'var(--c1)');
  r.recurrence.forEach(function(e, i) {
    var a = 2 * Math.PI * i / n - Math.PI / 2, b = 2 * Math.PI * (i + 1) / n - Math.PI / 2, gap = n === 1 ? 0.35 : Math.min(0.32, 1.4 / n),
        from = p.edges[5 * e], l = p.edges[5 * e + 2], d = p.edges[5 * e + 3];
    latency += l;
    distance += d;
    var x1 = cx + radius * Math.cos(a + gap), y1 = cy + radius * Math.sin(a + gap), x2 = cx + radius * Math.cos(b - gap),
        y2 = cy + radius * Math.sin(b - gap), m = (a + b) / 2;
    chart.g.append('path').attr({
      'class': 'ring',
      d: 'M' + x1 + ',' + y1 + 'A' + radius + ',' + radius + ' 0 ' + (n === 1 ? 1 : 0) + ' 1 ' + x2 + ',' + y2,
      'marker-end': 'url(#head)'
    });
    chart.g.append('text')
      .attr({'class': 'dim', x: cx + (radius - 26) * Math.cos(m), y: cy + (radius - 26) * Math.sin(m) + 4, 'text-anchor': 'middle'})
      .text(l + (d ? ', +' + d : ''));
    chart.g.append('circle')
      .attr({cx: cx + radius * Math.cos(a), cy: cy + radius * Math.sin(a), r: 13})
      .style('fill', L.colour(stage(r, from)))
      .attr('data-tip', from + ': ' + p.names[from]);
    chart.g.append('text')
      .attr({x: cx + radius * Math.cos(a), y: cy + radius * Math.sin(a) + 4, 'text-anchor': 'middle'})
      .style('fill', 'var(--panel)')
      .text(from);
    chart.g.append('text')
      .attr({
        x: cx + (radius + 18) * Math.cos(a),
        y: cy + (radius + 22) * Math.sin(a) + 4,
        'text-anchor': Math.cos(a) > 0.3 ? 'start' :
          Math.cos(a) < -0.3             ? 'end' :
                                           'middle'
      })
      .text(p.names[from]);
  });
  return L.el('div', {'class': 'box', style: 'max-width:400px'}, L.el('h3', {}, 'Recurrence'), chart.node,
    L.note(latency + ' cycles in ' + distance + ' iteration' + (distance === 1 ? '' : 's') + ': RecMII ' + r.rec_mii +
      '. On an edge: its latency, and +iterations.'));
}
function overlap(loop) {
  var r = loop.result, count = Math.min(8, r.stages + 3), height = 24,
      chart = L.chart(720, 40 + height * count, 'How iterations overlap', {top: 8, right: 12, bottom: 30, left: 84});
  var end = r.ii * (count - 1) + r.ii * r.stages, x = d3.scale.linear().domain([0, end]).range([0, chart.w]);
  for (var i = 0; i < count; ++i) {
    chart.g.append('text').attr({'class': 'dim', x: -8, y: i * height + 16, 'text-anchor': 'end'}).text('iteration ' + i);
    for (var s = 0; s < r.stages; ++s)
      chart.g.append('rect')
        .attr({
          x: x((i + s) * r.ii) + 0.5,
          y: i * height + 3,
          width: x(r.ii) - x(0) - 1,
          height: height - 6,
          rx: 2,
          'data-tip': 'iteration ' + i + ', stage ' + s
        })
        .style('fill', L.colour(s))
        .style('opacity', 0.8);
  }
  var kernel = x((r.stages - 1) * r.ii);
  chart.g.append('rect')
    .attr({x: kernel, y: 0, width: x(r.ii) - x(0), height: height * count})
    .style('fill', 'none')
    .style('stroke', 'var(--text)')
    .style('stroke-dasharray', '4 3');
  chart.g.append('g')
    .attr('class', 'axis')
    .attr('transform', 'translate(0,' + height * count + ')')
    .call(d3.svg.axis().scale(x).orient('bottom').ticks(10).tickSize(4));
  return L.el('div', {'class': 'box'}, L.el('h3', {}, 'Overlap: ' + r.stages + ' stages, an iteration every ' + r.ii + ' cycles'), chart.node,
    L.note('Dashed: one pass of the kernel.'));
}
function expansion(loop) {
  var e = loop.picture.expansion, p = loop.picture;
  if (!e) return null;
  if (e.refused) return L.note('No code is made of it: ' + e.refused);
  var rows = e.blocks.filter(function(b) { return b.count || b.copies; });
  return L.el('div', {},
    L.el('h3', {},
      'Blocks: ' + e.method + ', the kernel unrolled ' + e.unroll + (e.unroll === 1 ? ' time, ' : ' times, ') + e.growth + ' % of the body'),
    L.table(
      [
        {name: 'Block', text: true, of: function(b) { return b.role; }}, {name: 'Starts', of: function(b) { return b.starts; }, tip: 'iterations'},
        {name: 'Copies', of: function(b) { return b.copies; }}, {
          name: 'Instances, by iteration',
          text: true,
          wrap: true,
          show: function(b) {
            var out = [];
            for (var k = 0; k < b.instances.length && k < 3 * 60; k += 3)
              out.push(chip(b.instances[k] + (b.instances[k + 1] ? (b.instances[k + 1] > 0 ? '+' : '') + b.instances[k + 1] : ''),
                stage(loop.result, b.instances[k]), p.names[b.instances[k]] + '\niteration ' + b.instances[k + 1] + ', cycle ' + b.instances[k + 2]));
            if (b.count > 60) out.push(L.el('span', {'class': 'dim'}, ' ' + (b.count - Math.min(60, b.instances.length / 3)) + ' more'));
            return out;
          }
        }
      ],
      rows, {}));
}
function draw_loop(to, loop) {
  to.textContent = '';
  var r = loop.result;
  to.appendChild(L.el('div', {'class': 'row'}, bounds(r), ring(loop), r.ii ? overlap(loop) : null));
  if (!r.ii) return to.appendChild(L.note('No schedule: ' + r.refused + '.'));
  to.appendChild(L.el('h3', {}, 'Reservation table; a colour is a stage'));
  to.appendChild(table(loop));
  L.append(to, expansion(loop));
}

L.view({
  id: 'loops',
  title: 'Loops',
  there: function() { return !!L.part('modulo'); },
  count: function() { return L.part('modulo').results.length; },
  draw: function(to, fn) {
    var list = loops(fn), detail = L.el('div');
    if (!list.length) return to.appendChild(L.failed('modulo') || L.note('This function has no loop of one block that could be pipelined.'));
    to.appendChild(L.table(
      [
        {
          name: 'Loop',
          text: true,
          of: function(l) { return l.result.loop; },
          show: function(l) { return L.el('button', {'class': 'link', onclick: function() { draw_loop(detail, l); }}, l.result.loop || 'loop'); }
        },
        {name: 'Instructions', of: function(l) { return l.result.instructions; }}, {name: 'RecMII', of: function(l) { return l.result.rec_mii; }},
        {name: 'ResMII', of: function(l) { return l.result.res_mii; }}, {name: 'II', of: function(l) { return l.result.ii; }},
        {name: 'Least?', text: true, of: function(l) { return l.result.ii ? l.result.least_ii ? 'proven' : 'not proven' : ''; }},
        {name: 'Stages', of: function(l) { return l.result.stages; }}, {
          name: 'MaxLive',
          text: true,
          of: function(l) { return d3.entries(l.result.max_live || {}).map(function(e) { return e.key + ' ' + e.value; }).join(', '); }
        },
        {name: 'Refused', text: true, of: function(l) { return l.result.refused || ''; }}
      ],
      list, {'class': 'short'}));
    draw_loop(detail, list[0]);
    to.appendChild(detail);
    to.appendChild(L.how(L.part('modulo').command));
  }
});
})(Lathe);
