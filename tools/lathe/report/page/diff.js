// Two builds: what changed in the table's numbers, in the mix of instructions, and in the text of one function.
(function(L) {
'use strict';
var measures = [
  ['registers_ptxas', 'Registers (ptxas)'], ['registers', 'Live'], ['predicates', 'Predicates'], ['shared', 'Shared'], ['stack', 'Stack'],
  ['spills', 'Spills'], ['warps', 'Warps'], ['sass_bytes', 'SASS bytes'], ['instructions', 'PTX']
];

// The text of a function in PTX, from its head to its end.
function body(text, fn) {
  var lines = text.split('\n'), from = -1, out = [];
  for (var i = 0; i < lines.length; ++i) {
    if (from < 0 && /\.(entry|func)\b/.test(lines[i]) &&
      new RegExp('(^|[\\s)])' + fn.replace(/[$.*+?^{}()|[\]\\]/g, '\\$&') + '\\s*\\(?').test(lines[i]) && !/;\s*$/.test(lines[i]))
      from = i;
    if (from >= 0) out.push(lines[i].replace(/\t/g, ' ').replace(/ +/g, ' ').trim());
    if (from >= 0 && /^\}/.test(lines[i])) break;
  }
  return out.filter(function(l) { return l && !/^\.(loc|reg)\b/.test(l); });
}
function mnemonic(line) {
  var m = /^(?:@!?%\w+ )?([a-z][\w.:]*)[\s;]/.exec(line);
  return m ? m[1] : null;
}
// Registers have other numbers in each build: a line is compared by what it does, and labels by their order.
function shape(line) {
  return line.replace(/%[a-z]+\d+/g, function(r) { return r.replace(/\d+$/, ''); }).replace(/\$L\w+/g, '$L');
}
// Longest common subsequence over the stretch that differs; too long a stretch is cut at lines that stand once in both.
function align(a, b) {
  var x = a.map(shape), y = b.map(shape), out = [];
  function same(i, j) { out.push([i, j]); }
  function go(a0, a1, b0, b1) {
    while (a0 < a1 && b0 < b1 && x[a0] === y[b0]) same(a0++, b0++);
    var tail = [];
    while (a0 < a1 && b0 < b1 && x[a1 - 1] === y[b1 - 1]) tail.push([--a1, --b1]);
    var n = a1 - a0, m = b1 - b0, i, j;
    if (!n || !m) {
      for (i = a0; i < a1; ++i) out.push([i, -1]);
      for (j = b0; j < b1; ++j) out.push([-1, j]);
    } else if (n * m > 4e6) {
      var count = {}, at = -1;
      for (i = a0; i < a1; ++i) count[x[i]] = (count[x[i]] || 0) + 1;
      for (j = b0; j < b1; ++j) count[y[j]] = (count[y[j]] || 0) + 1000000;
      for (i = a0 + (n >> 1); i < a1 && at < 0; ++i)
        if (count[x[i]] === 1000001) at = i;
      if (at < 0) {
        go(a0, a0 + (n >> 1), b0, b0 + (m >> 1));
        go(a0 + (n >> 1), a1, b0 + (m >> 1), b1);
      } else {
        j = y.indexOf(x[at], b0);
        go(a0, at, b0, j);
        same(at, j);
        go(at + 1, a1, j + 1, b1);
      }
    } else {
      var t = new Int32Array((n + 1) * (m + 1));
      for (i = n - 1; i >= 0; --i)
        for (j = m - 1; j >= 0; --j)
          t[i * (m + 1) + j] =
            x[a0 + i] === y[b0 + j] ? t[(i + 1) * (m + 1) + j + 1] + 1 : Math.max(t[(i + 1) * (m + 1) + j], t[i * (m + 1) + j + 1]);
      for (i = 0, j = 0; i < n || j < m;)
        if (i < n && j < m && x[a0 + i] === y[b0 + j]) same(a0 + i++, b0 + j++);
        else if (j >= m || (i < n && t[(i + 1) * (m + 1) + j] >= t[i * (m + 1) + j + 1])) out.push([a0 + i++, -1]);
        else out.push([-1, b0 + j++]);
    }
    tail.reverse().forEach(function(p) { out.push(p); });
  }
  go(0, a.length, 0, b.length);
  return out;
}
function mix(was, now) {
  var of = {};
  was.forEach(function(l) {
    var m = mnemonic(l);
    if (m) (of[m] = of[m] || [0, 0])[0]++;
  });
  now.forEach(function(l) {
    var m = mnemonic(l);
    if (m) (of[m] = of[m] || [0, 0])[1]++;
  });
  return d3.entries(of)
    .filter(function(e) { return e.value[0] !== e.value[1]; })
    .sort(function(a, b) { return Math.abs(b.value[1] - b.value[0]) - Math.abs(a.value[1] - a.value[0]) || d3.ascending(a.key, b.key); });
}
function text(to, fn) {
  var other = L.others.against, was = [], now = body((L.module() || {}).ptx || '', fn);
  other.modules.forEach(function(m) {
    if (!was.length) was = body(m.ptx, fn);
  });
  if (!was.length || !now.length) return to.appendChild(L.note(fn + ' has no text in ' + (was.length ? 'this build' : other.name) + '.'));
  var pairs = align(was, now), rows = [], changed = 0;
  pairs.forEach(function(p) {
    if (p[0] < 0 || p[1] < 0) ++changed;
  });
  var list = mix(was, now);
  to.appendChild(L.el('h3', {}, fn + ': instructions by kind'));
  to.appendChild(list.length ?
      L.table(
        [
          {name: 'Instruction', text: true, of: function(e) { return e.key; }, show: function(e) { return L.el('code', {}, e.key); }},
          {name: 'Before', of: function(e) { return e.value[0]; }}, {name: 'Now', of: function(e) { return e.value[1]; }}, {
            name: 'Change',
            of: function(e) { return e.value[1] - e.value[0]; },
            show: function(e) {
              var d = e.value[1] - e.value[0];
              return L.el('span', {'class': d > 0 ? 'worse' : 'better'}, (d > 0 ? '+' : '\u2212') + Math.abs(d));
            }
          }
        ],
        list, {'class': 'tall'}) :
      L.note('The same in kind and number.'));
  // Unchanged stretches are folded to three lines around a change.
  for (var i = 0; i < pairs.length; ++i) {
    var near = false;
    for (var k = Math.max(0, i - 3); k <= i + 3 && k < pairs.length; ++k) near = near || pairs[k][0] < 0 || pairs[k][1] < 0;
    if (near) rows.push(pairs[i]);
    else if (rows.length === 0 || rows[rows.length - 1] !== null) rows.push(null);
  }
  to.appendChild(L.el('h3', {}, fn + ': text, ' + changed + ' lines differ; names of registers are not compared'));
  if (!changed) return null;
  to.appendChild(L.listing(rows.length, 'Lines that differ', function(r) {
    var p = rows[r];
    if (p === null) return L.append(L.el('div', {'class': 'ln dim'}), '        \u22ef');
    return L.append(L.el('div', {'class': 'ln ' +
        (p[0] < 0    ? 'added' :
            p[1] < 0 ? 'taken' :
                       '')}),
      [
        L.el('span', {'class': 'no'}, p[0] < 0 ? '' : p[0] + 1), L.el('span', {'class': 'no'}, p[1] < 0 ? '' : p[1] + 1),
        (p[0] < 0    ? '+ ' :
            p[1] < 0 ? '\u2212 ' :
                       '  ') +
          (p[1] < 0 ? was[p[0]] : now[p[1]])
      ]);
  }, {wide: 130}));
  return null;
}

L.view({
  id: 'diff',
  title: 'Changes',
  there: function() { return !!L.others.against; },
  count: function() {
    return d3.sum(L.modules, function(m) {
      return m.kernels
        .filter(function(k) {
          return k.was &&
            measures.some(function(
              x) { return L.known(L.value(k, x[0])) && L.known(L.value(k.was, x[0])) && L.value(k, x[0]) !== L.value(k.was, x[0]); });
        })
        .length;
    });
  },
  draw: function(to, fn) {
    var rows = [], gone = 0;
    L.modules.forEach(function(m, at) {
      m.kernels.forEach(function(k) {
        k.of = m;
        k.at = at;
        if (k.was) rows.push(k);
        else ++gone;
      });
    });
    to.appendChild(L.el('p', {}, 'Against ' + L.others.against.name + '.' + (gone ? ' ' + gone + ' functions are new.' : '')));
    function total(name) {
      var now = 0, was = 0, any = false;
      rows.forEach(function(k) {
        if (L.known(L.value(k, name)) && L.known(L.value(k.was, name))) {
          any = true;
          now += L.value(k, name);
          was += L.value(k.was, name);
        }
      });
      return any ? [was, now] : null;
    }
    to.appendChild(L.el('div', {'class': 'cards'}, measures.filter(function(x) { return total(x[0]); }).map(function(x) {
      var t = total(x[0]);
      return L.card(L.num(t[0]) + ' \u2192 ' + L.num(t[1]), x[1] + ', sum');
    })));
    to.appendChild(L.table([{
      name: 'Function',
      text: true,
      of: function(k) { return k.function; },
      show: function(k) {
        return L.el('button', {
          'class': 'link',
          onclick: function() {
            L.state.module = k.at;
            L.go('diff', k.function);
          }
        },
          k.function);
      }
    }].concat(measures.map(function(x) {
      return {
        name: x[1],
        of: function(k) { return L.known(L.value(k, x[0])) && L.known(L.value(k.was, x[0])) ? L.value(k, x[0]) - L.value(k.was, x[0]) : null; },
        tip: 'sorts by the change',
        show: function(k) { return [L.num(L.value(k, x[0])), L.delta(k, x[0])]; }
      };
    })),
      rows, {'class': 'tall', chosen: function(k) { return k.function === fn; }}));
    text(to, fn);
    to.appendChild(L.how(L.modules.map(function(m) { return m.command || m.module; })));
  }
});
})(Lathe);
