// Control flow: blocks by depth of loops and how often they probably run, with what dominates them.
(function(L) {
'use strict';
function record(fn) {
  var part = L.part('flow'), at = -1;
  part.results.forEach(function(r, i) {
    if ((r.function || '') === fn || part.results.length === 1) at = i;
  });
  return at < 0 ? null : {result: part.results[at], picture: part.pictures[at]};
}
function graph(r, names) {
  var blocks = r.result.blocks.slice(0, 300), rank = {}, row = {}, most = d3.max(blocks, function(b) { return b.frequency; }) || 1, high = 34;
  blocks.forEach(function(b, i) {
    row[b.block] = i;
    rank[b.block] = b.depth;
  });
  var chart = L.chart(620, 20 + high * blocks.length, 'Control flow', {top: 8, right: 10, bottom: 6, left: 120});
  chart.g.append('defs')
    .append('marker')
    .attr({id: 'to', viewBox: '0 0 8 8', refX: 7, refY: 4, markerWidth: 6, markerHeight: 6, orient: 'auto'})
    .append('path')
    .attr('d', 'M0,0L8,4L0,8z')
    .style('fill', 'var(--dim)');
  for (var k = 0; k < r.picture.edges.length; k += 2) {
    var a = row[r.picture.edges[k]], b = row[r.picture.edges[k + 1]];
    if (a === undefined || b === undefined) continue;
    var back = b <= a, far = 24 + Math.min(90, 9 * Math.abs(a - b)), x1 = back ? 18 * Math.min(blocks[a].depth, blocks[b].depth) : 330,
        y1 = a * high + 18, y2 = b * high + 10, side = back ? -far : far;
    if (b === a + 1) chart.g.append('path').attr({'class': 'edge', d: 'M60,' + (a * high + 24) + 'L60,' + (b * high + 1), 'marker-end': 'url(#to)'});
    else
      chart.g.append('path')
        .attr({
          'class': 'edge',
          d: 'M' + x1 + ',' + y1 + 'C' + (x1 + side) + ',' + y1 + ' ' + (x1 + side) + ',' + y2 + ' ' + x1 + ',' + y2,
          'marker-end': 'url(#to)'
        })
        .style('stroke', back ? 'var(--c1)' : null);
  }
  blocks.forEach(function(b, i) {
    var x = 18 * b.depth;
    chart.g.append('rect').attr({
      'class': 'node',
      x: x,
      y: i * high + 2,
      width: 330 - x,
      height: 22,
      rx: 4,
      'data-tip': 'dominated by ' + (b.dominator === null ? 'none' : names(b.dominator)) + '; every way out goes through ' +
          (b.post_dominator === null ? 'none' : names(b.post_dominator)) + '\nlive in ' + b.in.length + ', out ' + b.out.length
    });
    chart.g.append('rect')
      .attr({x: x, y: i * high + 20, width: (330 - x) * Math.sqrt(b.frequency / most), height: 4, rx: 2})
      .style('fill', L.colour(b.depth));
    chart.g.append('text')
      .attr({x: x + 8, y: i * high + 16})
      .text(names(b.block) + ': ' + r.picture.counts[b.block] + ' instructions, ' +
        (b.frequency < 100 ? b.frequency.toFixed(2) : Math.round(b.frequency)) + ' times');
  });
  return chart.node;
}
L.view({
  id: 'flow',
  title: 'Flow',
  there: function() { return !!L.part('flow'); },
  draw: function(to, fn) {
    var r = record(fn), code = L.code(fn);
    if (!r) return to.appendChild(L.failed('flow') || L.note('Nothing is known of this function.'));
    function names(b) { return code && code.labels[b] ? code.labels[b] : 'block ' + b; }
    to.appendChild(L.el('div', {'class': 'cards'}, L.card(r.result.blocks.length, 'blocks'), L.card(r.result.loops.length, 'loops'),
      L.card(d3.max(r.result.blocks, function(b) { return b.depth; }) || 0, 'deepest loop'),
      L.card(r.result.irreducible ? 'yes' : 'no', 'irreducible')));
    to.appendChild(
      L.el('div', {'class': 'row'},
        L.el('div', {'class': 'box'}, L.el('h3', {}, 'Blocks in order; a bar is how often one probably runs'), graph(r, names)),
        r.result.loops.length ?
          L.el('div', {'class': 'box grow'}, L.el('h3', {}, 'Loops'),
            L.table(
              [
                {name: 'Header', text: true, of: function(l) { return names(l.header); }}, {name: 'Depth', of: function(l) { return l.depth; }},
                {name: 'Within', text: true, of: function(l) { return l.parent === null ? '' : names(r.result.loops[l.parent].header); }},
                {name: 'Blocks', of: function(l) { return l.blocks.length; }}
              ],
              r.result.loops, {})) :
          null));
    if (r.result.blocks.length > 300) to.appendChild(L.note('The first 300 blocks are drawn.'));
    to.appendChild(L.how(L.part('flow').command, 'Frequencies are guesses from the shape of the flow, for one call of the function.'));
  }
});
})(Lathe);
