// Accesses to memory: width, caches, why one was not joined with its neighbours, and what a profile says of it.
(function(L) {
'use strict';
var why = {
  alone: 'no neighbour has the same base and kind',
  apart: 'its neighbours do not touch it',
  dependence: 'something between them must stay there',
  shape: 'no width fits: count, order or alignment',
  out_of_fuel: 'no fuel was left',
  limit: 'more registers than the limit',
  step: 'a step of occupancy would be lost'
};
// The grouper numbers instructions over the blocks of all functions; the page over those of one.
function offset(fn) {
  var at = 0, list = (L.module() || {}).code || [];
  for (var i = 0; i < list.length && list[i].function !== fn; ++i) at += list[i].lines.length;
  return at;
}
function profiled(fn) {
  var of = {}, profile = (L.module() || {}).profile;
  ((profile || {}).instructions || []).forEach(function(p) {
    if (p.function === fn) of[p.line] = p;
  });
  return of;
}
function joined(fn, group) {
  var of = {}, base = offset(fn);
  if (!group || !group.results.length) return of;
  (group.results[0].groups || [])
    .forEach(function(g) { g.members.forEach(function(m) { of[m - base] = {text: 'joined: ' + g.name + ' of ' + g.members.length, good: true}; }); });
  (group.results[0].refused || [])
    .forEach(function(r) { of[r.instruction - base] = {text: r.why + (why[r.why] ? ': ' + why[r.why] : ''), rule: r.why}; });
  return of;
}
function counts(list, key) {
  var of = {};
  list.forEach(function(a) { of[key(a)] = (of[key(a)] || 0) + 1; });
  return d3.entries(of).sort(function(a, b) { return b.value - a.value || d3.ascending(a.key, b.key); });
}
function bars(title, list) {
  var top = d3.max(list, function(e) { return e.value; }) || 1;
  return L.el('div', {'class': 'box'}, L.el('h3', {}, title),
    L.table(
      [
        {name: '', text: true, of: function(e) { return e.key; }}, {name: 'Accesses', of: function(e) { return e.value; }},
        {name: '', text: true, show: function(e) { return L.el('span', {'class': 'bar', style: 'width:' + Math.round(110 * e.value / top) + 'px'}); }}
      ],
      list, {heads: false}));
}
// A problem text: the groups alone.
function plain(to, group) {
  var r = group.results[0], p = group.pictures[0];
  to.appendChild(L.el('div', {'class': 'cards'}, L.card(r.groups.length, 'groups'), L.card(r.refused.length, 'candidates left alone')));
  to.appendChild(L.table(
    [
      {name: 'Group', text: true, of: function(g) { return g.name; }}, {name: 'Kind', text: true, of: function(g) { return g.kind; }},
      {name: 'Stands at', of: function(g) { return g.place; }}, {name: 'Members', text: true, of: function(g) { return g.members.join(', '); }},
      {name: 'Carried', text: true, of: function(g) { return g.carried.join(', '); }}
    ],
    r.groups, {}));
  var at = {};
  for (var k = 0; k < p.candidates.length; k += 6) at[p.candidates[k]] = p.candidates.slice(k, k + 6);
  to.appendChild(L.el('h3', {}, 'Left alone'));
  to.appendChild(L.table(
    [
      {name: 'Instruction', of: function(x) { return x.instruction; }},
      {name: 'Kind', text: true, of: function(x) { return p.kinds[at[x.instruction][1]]; }},
      {name: 'Key', of: function(x) { return at[x.instruction][2]; }}, {name: 'Order', of: function(x) { return at[x.instruction][3]; }},
      {name: 'Size', of: function(x) { return at[x.instruction][4]; }}, {name: 'Alignment', of: function(x) { return at[x.instruction][5]; }},
      {name: 'Why', text: true, of: function(x) { return x.why + (why[x.why] ? ': ' + why[x.why] : ''); }}
    ],
    r.refused, {heads: false, 'class': 'tall'}));
  to.appendChild(L.how(group.command));
}

L.view({
  id: 'memory',
  title: 'Memory',
  there: function() { return !!L.part('group'); },
  draw: function(to, fn) {
    var group = L.part('group'), code = L.code(fn), m = L.module();
    if (!code) return plain(to, group);
    var state = joined(fn, group), profile = profiled(fn), any = false;
    var rows = code.accesses.map(function(a) {
      var p = profile[a.line] || null, s = state[a.instruction];
      any = any || !!p;
      return {a: a, p: p, state: s ? s.text : a.left || '', good: s && s.good, rule: s ? s.good ? 'joined' : s.rule : a.left || 'not looked at'};
    });
    if (!rows.length) return to.appendChild(L.note('This function touches no memory but its parameters.'));
    to.appendChild(
      L.el('div', {'class': 'row'}, bars('By space and width', counts(rows, function(r) { return r.a.space + ' ' + (r.a.bytes || '?') + ' bytes'; })),
        bars('By what the grouper said', counts(rows, function(r) { return r.rule; })),
        bars('By caches', counts(rows, function(r) { return r.a.cache || 'default'; }))));
    to.appendChild(L.el('h3', {}, 'Accesses'));
    var columns = [
      {name: 'Line', of: function(r) { return r.a.line; }}, {
        name: 'Instruction',
        text: true,
        of: function(r) { return r.a.op; },
        show: function(r) {
          return L.el('button', {'class': 'link', 'data-tip': L.ptxLine(fn, r.a.instruction), onclick: function() { L.go('pressure', fn); }}, r.a.op);
        }
      },
      {name: 'Space', text: true, of: function(r) { return r.a.space; }}, {name: 'Bytes', of: function(r) { return r.a.bytes || null; }},
      {name: 'Caches', text: true, of: function(r) { return r.a.cache || 'default'; }}, {
        name: 'Joined?',
        text: true,
        of: function(r) { return r.state; },
        show: function(r) { return L.el('span', {'class': r.good ? 'better' : ''}, r.state); }
      }
    ];
    if (any)
      columns = columns.concat([
        {name: 'Requests', of: function(r) { return r.p ? r.p.global.requests + r.p.shared.requests : null; }}, {
          name: 'Sectors a request',
          of: function(r) { return r.p && r.p.global.requests ? r.p.global.sectors / r.p.global.requests : null; },
          tip: 'of 32 bytes'
        },
        {
          name: 'Bytes used',
          of: function(r) { return r.p && r.p.global.sectors ? r.p.global.efficiency : null; },
          show: function(r) {
            return r.p && r.p.global.sectors ? L.el('span', {'class': r.p.global.efficiency < 0.5 ? 'worse' : ''}, L.percent(r.p.global.efficiency)) :
                                               '\u2013';
          }
        },
        {name: 'Bank conflicts', of: function(r) { return r.p && r.p.shared.requests ? r.p.shared.conflicts : null; }},
        {name: 'Lanes', of: function(r) { return r.p ? r.p.average_lanes : null; }}
      ]);
    to.appendChild(L.table(columns, rows, {heads: false, 'class': 'tall'}));
    if (!any)
      to.appendChild(L.note(m.profile ?
          'The profile has no line of this function: it is of other PTX.' :
          'Coalescing and bank conflicts: run the kernel with lathe run --profile=FILE.json on this very PTX, and give that file with --profile.'));
    to.appendChild(L.how([group.command, m.profile ? 'lathe run ' + m.module + ' --kernel ' + fn + ' ... --profile=FILE.json' : '']));
  }
});
})(Lathe);
