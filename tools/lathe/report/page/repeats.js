// Repeated code: the outliner's functions as bands over all functions, what they save by the model and by ptxas.
(function(L) {
'use strict';
L.view({
  id: 'repeats',
  title: 'Repeats',
  whole: true,
  there: function() { return !!L.part('outline'); },
  count:
    function() { return d3.sum(L.part('outline').results, function(r) { return d3.sum(r.rounds, function(x) { return x.functions.length; }); }); },
  draw: function(to) {
    var part = L.part('outline'), r = part.results[0] || {rounds: []}, p = part.pictures[0], m = L.module(), round = r.rounds[0];
    var saved = d3.sum(r.rounds, function(x) { return d3.sum(x.functions, function(f) { return f.saved; }); });
    to.appendChild(L.el('div', {'class': 'cards'}, L.card(round ? round.functions.length : 0, 'functions planned'),
      L.card(round ? round.sites.length : 0, 'sites'), L.card(L.num(saved), 'bytes saved by the model', part.command),
      L.card(L.num((part.stats || {})['bytes before']), 'bytes of the model before'),
      m.outlined && !m.outlined.failed ?
        [
          L.card(L.num(m.outlined.before) + ' \u2192 ' + L.num(m.outlined.after), 'bytes of SASS by ptxas -c', m.outlined.command),
          L.known(m.outlined.whole_after) ? L.card(L.num(m.outlined.whole_before) + ' \u2192 ' + L.num(m.outlined.whole_after), 'without -c',
                                              'ptxas copies a function into each kernel that calls it') :
                                            null
        ] :
        null));
    if (m.outlined && m.outlined.failed) to.appendChild(L.note(m.outlined.failed));
    if (!round) {
      to.appendChild(L.note('No repeat is worth a function.'));
      to.appendChild(L.how(part.command));
      return;
    }
    // Blocks as they follow each other in their functions.
    var start = [], length = [], k, b;
    for (k = 0, b = 0; k < p.blocks.length; k += 3, ++b) {
      var f = p.blocks[k];
      start[b] = length[f] || 0;
      length[f] = start[b] + p.blocks[k + 1];
    }
    var number = {}, uses = {}, bands = [];
    round.functions.forEach(function(o, i) { number[o.name] = i; });
    round.sites.forEach(function(s) {
      var of = round.functions[number[s.function]], first_inst = 0;
      for (var j = 0; j < s.block; ++j) first_inst += p.blocks[3 * j + 1];
      uses[s.function] = (uses[s.function] || 0) + 1;
      bands.push(
        {fn: p.blocks[3 * s.block], at: start[s.block] + (s.first - first_inst), count: of.instructions, of: s.function, i: number[s.function]});
    });
    var shown = length.map(function(n, i) { return {i: i, n: n || 0}; })
                  .filter(function(x) { return x.n && bands.some(function(o) { return o.fn === x.i; }); })
                  .slice(0, 200);
    var left = 200, chart = L.chart(1000, 30 + 22 * shown.length, 'Repeats over functions', {top: 4, right: 12, bottom: 24, left: left});
    var x = d3.scale.linear().domain([0, d3.max(shown, function(s) { return s.n; }) || 1]).range([0, chart.w]);
    shown.forEach(function(s, row) {
      var label = p.functions[s.i];
      chart.g.append('text')
        .attr({x: -8, y: row * 22 + 14, 'text-anchor': 'end', 'data-tip': label})
        .text(label.length > 30 ? label.slice(0, 29) + '\u2026' : label);
      chart.g.append('rect').attr({x: 0, y: row * 22 + 3, width: x(s.n), height: 15, rx: 2}).style('fill', 'var(--grid)');
      bands.forEach(function(o) {
        if (o.fn === s.i)
          chart.g.append('rect')
            .attr({
              x: x(o.at),
              y: row * 22 + 3,
              width: Math.max(2, x(o.count) - x(0) - 0.5),
              height: 15,
              rx: 2,
              'data-tip': o.of + ': ' + o.count + ' instructions from ' + o.at
            })
            .style('fill', L.colour(o.i));
      });
    });
    chart.g.append('g')
      .attr('class', 'axis')
      .attr('transform', 'translate(0,' + 22 * shown.length + ')')
      .call(d3.svg.axis().scale(x).orient('bottom').ticks(10).tickSize(4));
    to.appendChild(L.el('div', {'class': 'box'}, L.el('h3', {}, 'Bands: one colour is one function made of a repeat'), chart.node));
    r.rounds.forEach(function(one, i) {
      to.appendChild(L.el('h3', {}, 'Round ' + (i + 1)));
      to.appendChild(L.table(
        [
          {
            name: 'Function',
            text: true,
            of: function(o) { return o.name; },
            show: function(o) {
              return [
                L.el('i', {
                  style: 'display:inline-block;width:10px;height:10px;border-radius:3px;margin-right:.5em;background:' + L.colour(number[o.name] || 0)
                }),
                L.el('code', {}, o.name)
              ];
            }
          },
          {name: 'Instructions', of: function(o) { return o.instructions; }},
          {name: 'Sites', of: function(o) { return one.sites.filter(function(s) { return s.function === o.name; }).length; }},
          {name: 'Bytes', of: function(o) { return o.bytes; }}, {name: 'Frame', of: function(o) { return o.frame_bytes; }},
          {name: 'Parameters', text: true, of: function(o) { return o.parameters.join(' '); }},
          {name: 'Results', text: true, of: function(o) { return o.results.join(' '); }},
          {name: 'Saved', of: function(o) { return o.saved; }, tip: 'bytes, by the model'}
        ],
        one.functions, {'class': 'tall'}));
    });
    to.appendChild(L.how([part.command, m.outlined && m.outlined.command], 'Predicted bytes are those of the outliner\u2019s cost model.'));
  }
});
})(Lathe);
