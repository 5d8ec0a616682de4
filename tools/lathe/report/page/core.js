// What every view uses: the data, elements, tables, listings that draw only the rows in sight, tips, and the views' list.
var Lathe = (function() {
  'use strict';
  var L = {views: [], data: null, modules: [], state: {view: '', module: 0, fn: ''}, drawn: {}};

  // ---- elements
  L.el = function(tag, attributes) {
    var e = document.createElement(tag), k, i;
    for (k in attributes || {}) {
      if (attributes[k] === null || attributes[k] === undefined || attributes[k] === false) continue;
      if (k === 'text') e.textContent = attributes[k];
      else if (k.slice(0, 2) === 'on') e.addEventListener(k.slice(2), attributes[k]);
      else e.setAttribute(k, attributes[k] === true ? '' : attributes[k]);
    }
    for (i = 2; i < arguments.length; ++i) L.append(e, arguments[i]);
    return e;
  };
  L.append = function(to, what) {
    if (what === null || what === undefined || what === '') return to;
    if (Array.isArray(what)) what.forEach(function(one) { L.append(to, one); });
    else to.appendChild(typeof what === 'object' ? what : document.createTextNode(String(what)));
    return to;
  };
  L.note = function(text) { return L.el('p', {'class': 'note'}, text); };
  L.how = function(commands, more) {
    var list = (Array.isArray(commands) ? commands : [commands]).filter(Boolean);
    return L.el('details', {'class': 'how'}, L.el('summary', {}, 'How to get these numbers'), L.el('pre', {text: list.join('\n')}),
      more ? L.el('p', {}, more) : null);
  };
  L.card = function(value, label, title) { return L.el('div', {'class': 'card', 'data-tip': title}, L.el('b', {}, value), L.el('span', {}, label)); };
  L.colour = function(k) { return 'var(--c' + (k % 8) + ')'; };
  L.css = function(name) { return getComputedStyle(document.documentElement).getPropertyValue(name).trim(); };

  // ---- numbers
  L.known = function(n) { return n !== null && n !== undefined; };
  L.num = function(n, digits) {
    if (!L.known(n)) return '\u2013';
    if (typeof n !== 'number') return String(n);
    var text = digits === undefined && Math.round(n) === n ? String(n) : n.toFixed(digits === undefined ? 2 : digits);
    return text.replace(/\B(?=(\d{3})+(?!\d))(?!\.\d*)/g, text.indexOf('.') < 0 ? '\u202f' : '');
  };
  L.percent = function(x) { return L.known(x) ? Math.round(100 * x) + '\u202f%' : '\u2013'; };

  // ---- tips: what has data-tip shows it under the pointer or with the focus
  L.tip = function(text, x, y) {
    var tip = document.getElementById('tip');
    tip.hidden = !text;
    if (!text) return;
    tip.textContent = text;
    var box = tip.getBoundingClientRect();
    tip.style.left = Math.max(4, Math.min(x + 14, innerWidth - box.width - 8)) + 'px';
    tip.style.top = Math.max(4, Math.min(y + 16, innerHeight - box.height - 8)) + 'px';
  };
  function tipped(e) { return e.target.closest ? e.target.closest('[data-tip]') : null; }
  L.watchTips = function() {
    document.addEventListener('mousemove', function(e) {
      var at = tipped(e);
      L.tip(at ? at.getAttribute('data-tip') : '', e.clientX, e.clientY);
    });
    document.addEventListener('focusin', function(e) {
      var at = tipped(e);
      if (at && at.matches(':focus-visible')) L.tip(at.getAttribute('data-tip'), at.getBoundingClientRect().left, at.getBoundingClientRect().bottom);
    });
    document.addEventListener('focusout', function() { L.tip(''); });
  };
  L.number = function(
    value, command) { return command ? L.el('abbr', {tabindex: 0, 'data-tip': command, title: ''}, value) : L.el('span', {}, value); };

  // ---- tables: columns {name, of(row) -> number or text, show(row) -> content, text, tip}; heads sort
  L.table = function(columns, rows, options) {
    options = options || {};
    var body = L.el('tbody'), head = L.el('tr'), sorted = {by: -1, down: true};
    var shown = rows.slice(), most = options.most || 500;
    function fill() {
      body.textContent = '';
      shown.slice(0, most).forEach(function(row) {
        var line = L.el('tr', {'class': options.chosen && options.chosen(row) ? 'chosen' : null});
        columns.forEach(function(c, k) {
          var content = c.show ? c.show(row) : typeof c.of(row) === 'number' ? L.num(c.of(row)) : L.known(c.of(row)) ? c.of(row) : '\u2013';
          line.appendChild(
            L.append(L.el(k === 0 && options.heads !== false ? 'th' : 'td',
                       {'class': c.text ? 'text ' + (c.wrap ? 'wrap' : '') : null, scope: k === 0 && options.heads !== false ? 'row' : null}),
              content));
        });
        body.appendChild(line);
      });
      if (shown.length > most)
        body.appendChild(L.el('tr', {},
          L.el('td', {'class': 'text', colspan: columns.length},
            L.el('button', {
              onclick: function() {
                most += 2000;
                fill();
              }
            },
              (shown.length - most) + ' more'))));
    }
    columns.forEach(function(c, k) {
      var cell = L.el('th', {scope: 'col', 'class': c.text ? 'text' : null});
      if (c.of)
        cell.appendChild(L.el('button', {
          'data-tip': c.tip,
          onclick: function() {
            sorted.down = sorted.by === k ? !sorted.down : !c.text;
            sorted.by = k;
            head.querySelectorAll('th').forEach(function(h) { h.removeAttribute('aria-sort'); });
            cell.setAttribute('aria-sort', sorted.down ? 'descending' : 'ascending');
            shown = rows.slice().sort(function(a, b) {
              var x = c.of(a), y = c.of(b);
              if (!L.known(x)) return 1;
              if (!L.known(y)) return -1;
              return (x < y ? -1 : x > y ? 1 : 0) * (sorted.down ? -1 : 1);
            });
            fill();
          }
        },
          c.name));
      else cell.textContent = c.name;
      head.appendChild(cell);
    });
    fill();
    return L.el('div', {'class': 'scroll ' + (options['class'] || ''), tabindex: 0, role: 'region', 'aria-label': options.caption || 'table'},
      L.el('table', {}, options.caption ? L.el('caption', {}, options.caption) : null, L.el('thead', {}, head), body));
  };

  // ---- listings: `render(i)` makes the content of line i; only those in sight are there
  L.listing = function(count, label, render, options) {
    options = options || {};
    var high = 18, all = L.el('div', {'class': 'all', style: 'height:' + Math.min(count * high, 3e7) + 'px;width:' + (options.wide || 80) + 'ch'});
    var box = L.el('div', {'class': 'listing', tabindex: 0, role: 'region', 'aria-label': label, 'aria-describedby': 'keys'}, all);
    var pending = false;
    function draw() {
      pending = false;
      var first = Math.max(0, Math.floor(box.scrollTop / high) - 10),
          last = Math.min(count, first + Math.ceil((box.clientHeight || 600) / high) + 20);
      all.textContent = '';
      for (var i = first; i < last; ++i) {
        var line = render(i);
        line.style.top = i * high + 'px';
        all.appendChild(line);
      }
    }
    box.addEventListener('scroll', function() {
      if (!pending) {
        pending = true;
        requestAnimationFrame(draw);
      }
    });
    box.redraw = draw;
    box.show = function(i) {
      var top = i * high;
      if (top < box.scrollTop + 2 * high || top > box.scrollTop + box.clientHeight - 3 * high)
        box.scrollTop = Math.max(0, top - box.clientHeight / 3);
      draw();
    };
    requestAnimationFrame(draw);
    return box;
  };

  // ---- charts
  L.chart = function(width, height, label, margin) {
    var m = margin || {top: 12, right: 16, bottom: 34, left: 44};
    var root = d3.select(document.createElementNS('http://www.w3.org/2000/svg', 'svg'))
                 .attr({width: width, height: height, viewBox: '0 0 ' + width + ' ' + height, role: 'img', 'aria-label': label});
    root.append('title').text(label);
    var g = root.append('g').attr('transform', 'translate(' + m.left + ',' + m.top + ')');
    return {root: root, node: root.node(), g: g, w: width - m.left - m.right, h: height - m.top - m.bottom};
  };
  L.axes = function(chart, x, y, names) {
    chart.g.append('g')
      .attr('class', 'axis')
      .attr('transform', 'translate(0,' + chart.h + ')')
      .call(d3.svg.axis().scale(x).orient('bottom').ticks(Math.max(3, Math.floor(chart.w / 70))).tickSize(4));
    chart.g.append('g').attr('class', 'axis').call(d3.svg.axis().scale(y).orient('left').ticks(6).tickFormat(d3.format('d')).tickSize(4));
    chart.g.append('text').attr({'class': 'dim', x: chart.w, y: chart.h + 30, 'text-anchor': 'end'}).text(names[0]);
    chart.g.append('text').attr({'class': 'dim', x: -8, y: -2, 'text-anchor': 'start'}).text(names[1]);
  };

  // ---- the data
  L.module = function() { return L.modules[L.state.module] || null; };
  L.part = function(name) {
    var m = L.module(), part = m && m.parts ? m.parts[name] : null;
    return part && !part.failed ? part : null;
  };
  L.code = function(fn) {
    var m = L.module();
    return m && m.code ? m.code.filter(function(c) { return c.function === fn; })[0] || null : null;
  };
  L.ptx = function() {
    var m = L.module();
    if (m && m.ptx && !m.ptx_lines) m.ptx_lines = m.ptx.split('\n');
    return m && m.ptx_lines || [];
  };
  L.ptxLine = function(fn, instruction) {
    var code = L.code(fn), line = code ? code.lines[instruction] : 0;
    return line ? L.ptx()[line - 1].trim().replace(/\s+/g, ' ') : '';
  };
  L.kernel = function(fn) {
    var m = L.module();
    return m && m.kernels ? m.kernels.filter(function(k) { return k.function === fn; })[0] || null : null;
  };
  // Which functions there are, by the best source that says so.
  L.functions = function() {
    var m = L.module();
    if (!m) return [];
    if (m.kernels) return m.kernels.map(function(k) { return k.function; });
    if (m.code) return m.code.map(function(c) { return c.function; });
    var seen = {};
    ['pressure', 'flow'].forEach(function(
      name) { ((m.parts || {})[name] || {results: []}).results.forEach(function(r) { seen[r.function || ''] = true; }); });
    return Object.keys(seen);
  };
  L.view = function(view) { L.views.push(view); };
  L.failed = function(name) {
    var m = L.module(), part = m && m.parts ? m.parts[name] : null;
    return part && part.failed ? L.note(part.command + ': ' + part.failed) : null;
  };
  return L;
})();
