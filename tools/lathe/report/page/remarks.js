// Remarks of all algorithms by the line that they speak of.
(function(L) {
'use strict';
function all() {
  var m = L.module();
  return m ? (m.remarks || []).concat(((m.compile || {}).remarks) || []) : [];
}
L.view({
  id: 'remarks',
  title: 'Remarks',
  whole: true,
  there: function() { return all().length > 0; },
  count: function() { return all().length; },
  draw: function(to) {
    var list = all(), shown = list, where = L.el('div'),
        box = L.el('input', {type: 'search', 'aria-label': 'Words to look for', placeholder: 'words to look for', oninput: fill});
    var kinds = d3.set(list.map(function(r) { return r.pass; })).values().sort(),
        choose = L.el('select', {'aria-label': 'Pass', onchange: fill}, L.el('option', {}, 'all passes'),
          kinds.map(function(k) { return L.el('option', {}, k); }));
    var order =
      list.map(function(r, i) { return [r, i]; })
        .sort(function(a, b) { return d3.ascending(a[0].file || '', b[0].file || '') || (a[0].line || 0) - (b[0].line || 0) || a[1] - b[1]; })
        .map(function(p) { return p[0]; });
    function fill() {
      var words = box.value.toLowerCase(), pass = choose.selectedIndex ? choose.value : '';
      shown = order.filter(function(r) {
        return (!pass || r.pass === pass) &&
          (!words || (r.text + ' ' + r.name + ' ' + r['function'] + ' ' + (r.file || '')).toLowerCase().indexOf(words) >= 0);
      });
      where.textContent = '';
      where.appendChild(L.table(
        [
          {
            name: 'Where',
            text: true,
            of: function(r) { return (r.file || '') + ':' + d3.format('08d')(r.line || 0); },
            show: function(
              r) { return L.el('code', {}, (r.file || '').replace(/^.*\//, '') + ':' + (r.line || '?') + (r.column ? ':' + r.column : '')); }
          },
          {name: 'Pass', text: true, of: function(r) { return r.pass; }}, {
            name: 'Kind',
            text: true,
            of: function(r) { return r.kind; },
            show: function(r) { return L.el('span', {'class': r.kind === 'passed' ? 'better' : ''}, r.kind); }
          },
          {name: 'Name', text: true, of: function(r) { return r.name; }}, {name: 'Function', text: true, of: function(r) { return r['function']; }}, {
            name: 'What',
            text: true,
            wrap: true,
            of: function(r) { return r.text || d3.entries(r.arguments || {}).map(function(e) { return e.key + ': ' + e.value; }).join(', '); }
          }
        ],
        shown, {most: 300, heads: false}));
    }
    to.appendChild(L.el('div', {'class': 'row', style: 'margin-bottom:.7em'}, box, choose));
    to.appendChild(where);
    fill();
    to.appendChild(L.how('the commands of the other views with --remarks FILE', 'Without .loc lines are those of the PTX.'));
  }
});
})(Lathe);
