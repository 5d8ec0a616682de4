// Source, PTX and SASS of a function in columns that are chosen together, by .loc and by lines.
(function(L) {
'use strict';
function line(cells, state, click) { return L.append(L.el('div', {'class': 'ln ' + state, onclick: click}), cells); }
function no(n) { return L.el('span', {'class': 'no'}, n); }
function widest(lines, from, to) {
  var w = 40;
  for (var i = from; i < to && i < from + 3000; ++i)
    if (lines[i] && lines[i].length > w) w = lines[i].length;
  return Math.min(w + 14, 400);
}
// PTX: all lines of the function, a gauge of pressure beside those that are instructions.
function ptx(fn, values, lists, pick) {
  var code = L.code(fn), text = L.ptx(), first = Math.max(0, code.lines[0] - 1), last = first, instruction = {}, i, at = -1,
      top = d3.max(values) || 1, same = {};
  code.lines.forEach(function(l, k) {
    if (l && instruction[l] === undefined) instruction[l] = k;
    if (l > last) last = l;
    if (l && l - 1 < first) first = l - 1;
  });
  for (i = first; i > 0 && !/\.(entry|func)\b/.test(text[i]); --i) { /* back to the head */
  }
  if (/\.(entry|func)\b/.test(text[i])) first = i;
  while (last < text.length && !/^\}/.test(text[last])) ++last;
  var box = L.listing(last + 1 - first, 'PTX', function(k) {
    var n = first + k + 1, inst = instruction[n], over = inst !== undefined && values[inst] === top;
    return line(
      [
        no(n),
        L.el('span', {'class': 'gauge'},
          inst === undefined ?
            null :
            L.el('i',
              {'class': over ? 'over' : null, style: 'width:' + Math.round(46 * values[inst] / top) + 'px', 'data-tip': values[inst] + ' live'})),
        (text[n - 1] || '').replace(/\t/g, '  ')
      ],
      inst === at && inst !== undefined ? 'at' :
        same[inst]                      ? 'same' :
                                          '',
      function() {
        if (inst !== undefined) pick(inst);
      });
  }, {wide: widest(text, first, last)});
  lists.push({
    pick: function(k) {
      at = k;
      same = {};
      if (code.source_lines && code.source_lines[k])
        code.source_lines.forEach(function(l, j) {
          if (l === code.source_lines[k] && code.files[j] === code.files[k]) same[j] = true;
        });
      box.show(code.lines[k] - 1 - first);
    }
  });
  return L.el('div', {}, L.el('h3', {}, 'PTX'), box);
}
function source(fn, lists, pick) {
  var code = L.code(fn), m = L.module();
  if (!code.source_lines) return null;
  var file = 0, count = {}, k;
  code.files.forEach(function(f) {
    if (f) count[f] = (count[f] || 0) + 1;
  });
  for (k in count)
    if (!file || count[k] > count[file]) file = Number(k);
  var of = (m.sources || [])[file - 1];
  if (!of) return null;
  var heading = L.el('h3', {}, of.file);
  if (!L.known(of.text)) {
    // Without the text its lines are still known: how many instructions each has.
    var lines = {}, list = [];
    code.source_lines.forEach(function(l, j) {
      if (l && code.files[j] === file) (lines[l] = lines[l] || []).push(j);
    });
    for (k in lines) list.push({line: Number(k), instructions: lines[k]});
    return L.el('div', {}, heading, L.note('Its text was not found where the report was made.'),
      L.table(
        [
          {
            name: 'Line',
            of: function(r) { return r.line; },
            show: function(r) { return L.el('button', {'class': 'link', onclick: function() { pick(r.instructions[0]); }}, r.line); }
          },
          {name: 'Instructions', of: function(r) { return r.instructions.length; }}
        ],
        list, {heads: false, 'class': 'tall'}));
  }
  var text = of.text.split('\n'), at = 0, first = {};
  code.source_lines.forEach(function(l, j) {
    if (l && code.files[j] === file && first[l] === undefined) first[l] = j;
  });
  var box = L.listing(text.length, 'Source', function(i) {
    return line([no(i + 1), (text[i] || '').replace(/\t/g, '  ')],
      i + 1 === at                 ? 'at' :
        first[i + 1] !== undefined ? '' :
                                     '',
      function() {
        if (first[i + 1] !== undefined) pick(first[i + 1]);
      });
  }, {wide: widest(text, 0, text.length)});
  lists.push({
    pick: function(i) {
      at = code.files[i] === file ? code.source_lines[i] : 0;
      if (at) box.show(at - 1);
      else box.redraw();
    }
  });
  return L.el('div', {}, heading, box);
}
// SASS as nvdisasm or cuobjdump prints it: a section for each function, lines of the source by markers.
L.sassOf = function(fn) {
  var m = L.module();
  if (!m.sass) return null;
  if (!m.sass_lines) m.sass_lines = m.sass.split('\n');
  var out = [], inside = false, file = '', line = 0;
  m.sass_lines.forEach(function(t) {
    var head = /\.section\s+\.text\.([^\s,"]+)/.exec(t) || /^\s*Function : (\S+)/.exec(t) || /^\s*\.text\.([^\s:]+):/.exec(t),
        mark = /File "([^"]*)", line (\d+)/.exec(t);
    if (head) inside = head[1] === fn;
    else if (/^\s*\.section/.test(t)) inside = false;
    if (mark) {
      file = mark[1];
      line = Number(mark[2]);
    } else if (inside && /\/\*[0-9a-f]{4,}\*\//.test(t) && /;/.test(t)) out.push({text: t.replace(/\s+/g, ' '), file: file, line: line});
  });
  return out;
};
function sass(fn, lists, pick) {
  var list = L.sassOf(fn), code = L.code(fn), m = L.module(), at = -1;
  if (!list || !list.length) return null;
  var first = {};
  (code.source_lines || []).forEach(function(l, j) {
    if (l && first[l] === undefined) first[l] = j;
  });
  var box = L.listing(list.length, 'SASS', function(i) {
    return line([no(i), list[i].text], list[i].line && list[i].line === at ? 'same' : '', function() {
      if (first[list[i].line] !== undefined) pick(first[list[i].line]);
    });
  }, {wide: 90});
  lists.push({
    pick: function(i) {
      at = code.source_lines ? code.source_lines[i] : code.lines[i];
      for (var k = 0; k < list.length; ++k)
        if (list[k].line === at) {
          box.show(k);
          return;
        }
      box.redraw();
    }
  });
  return L.el('div', {}, L.el('h3', {}, L.number('SASS', m.sass_command)), box);
}
L.codeColumns = function(fn, values, to, lists, pick) {
  L.append(to, source(fn, lists, pick));
  L.append(to, ptx(fn, values, lists, pick));
  return L.append(to, sass(fn, lists, pick));
};
})(Lathe);
