// Pressure over a function's instructions beside its source, PTX and SASS; what is live where it is highest.
(function(L) {
'use strict';
function record(fn) {
  var part = L.part('pressure');
  if (!part) return null;
  for (var i = 0; i < part.results.length; ++i)
    if ((part.results[i].function || '') === fn || part.results.length === 1) return {result: part.results[i], picture: part.pictures[i]};
  return null;
}
// Of each instruction the pressure behind it: the places of the blocks without their first.
function behind(picture, set) {
  var out = [], place = 0;
  picture.counts.forEach(function(n) {
    for (var k = 1; k <= n; ++k) out.push(picture.sets[set].curve[place + k]);
    place += n + 1;
  });
  return out;
}
function curve(values, steps, warps, chosen, pick) {
  var canvas = L.el('canvas', {height: 190, role: 'img', tabindex: 0, 'aria-label': 'Pressure over instructions'}), m = {l: 44, r: 12, t: 12, b: 24};
  var top = Math.max(d3.max(values) || 1, 8), n = values.length;
  var reach = steps.filter(function(s) { return s <= top * 1.35; });
  if (reach.length) top = Math.max(top, reach[reach.length - 1]);
  var state = {from: 0, to: Math.max(1, n)};
  canvas.draw = function() {
    var ratio = devicePixelRatio || 1, w = canvas.clientWidth || 900, h = 190;
    canvas.width = w * ratio;
    canvas.height = h * ratio;
    var c = canvas.getContext('2d');
    c.scale(ratio, ratio);
    var pw = w - m.l - m.r, ph = h - m.t - m.b, span = state.to - state.from;
    function x(i) { return m.l + (i - state.from) / span * pw; }
    function y(v) { return m.t + ph - v / (top * 1.06) * ph; }
    c.font = '11px sans-serif';
    c.textBaseline = 'middle';
    d3.scale.linear().domain([0, top]).ticks(5).forEach(function(t) {
      c.strokeStyle = L.css('--grid');
      c.beginPath();
      c.moveTo(m.l, y(t));
      c.lineTo(w - m.r, y(t));
      c.stroke();
      c.fillStyle = L.css('--dim');
      c.textAlign = 'right';
      c.fillText(t, m.l - 6, y(t));
    });
    // One column of pixels is the highest of what it covers.
    c.beginPath();
    c.moveTo(m.l, y(0));
    for (var px = 0; px < pw; ++px) {
      var a = Math.floor(state.from + px / pw * span), b = Math.max(a + 1, Math.floor(state.from + (px + 1) / pw * span)), v = 0;
      for (var i = a; i < b && i < n; ++i)
        if (values[i] > v) v = values[i];
      c.lineTo(m.l + px, y(v));
      c.lineTo(m.l + px + 1, y(v));
    }
    c.lineTo(m.l + pw, y(0));
    c.globalAlpha = 0.16;
    c.fillStyle = L.css('--c0');
    c.fill();
    c.globalAlpha = 1;
    c.strokeStyle = L.css('--c0');
    c.lineWidth = 1.6;
    c.stroke();
    reach.forEach(function(s, k) {
      c.setLineDash([5, 4]);
      c.lineWidth = 1;
      c.strokeStyle = L.css('--c1');
      c.beginPath();
      c.moveTo(m.l, y(s));
      c.lineTo(w - m.r, y(s));
      c.stroke();
      c.setLineDash([]);
      c.fillStyle = L.css('--c1');
      c.textAlign = 'right';
      c.fillText('up to ' + s + (warps[k] ? ': ' + warps[k] + ' warps' : ''), w - m.r - 4, y(s) - 7);
    });
    c.fillStyle = L.css('--dim');
    c.textAlign = 'center';
    d3.scale.linear().domain([state.from, state.to]).ticks(8).forEach(function(t) { c.fillText(d3.format(',')(t), x(t), h - 10); });
    if (chosen() >= 0) {
      c.strokeStyle = L.css('--text');
      c.beginPath();
      c.moveTo(x(chosen() + 0.5), m.t);
      c.lineTo(x(chosen() + 0.5), m.t + ph);
      c.stroke();
    }
  };
  function at(e) {
    var box = canvas.getBoundingClientRect();
    return Math.max(0, Math.min(n - 1, Math.floor(state.from + (e.clientX - box.left - m.l) / (box.width - m.l - m.r) * (state.to - state.from))));
  }
  canvas.addEventListener('mousemove', function(e) {
    L.tip('instruction ' + at(e) + ': ' + values[at(e)], e.clientX, e.clientY);
    e.stopPropagation();
  });
  canvas.addEventListener('mouseleave', function() { L.tip(''); });
  canvas.addEventListener('click', function(e) { pick(at(e)); });
  // An instruction stays where it is; what is not in sight comes into the middle.
  function zoom(i, by) {
    var span = Math.max(40, Math.min(n, (state.to - state.from) * by)), share = (i - state.from) / (state.to - state.from);
    if (share < 0 || share > 1) share = 0.5;
    state.from = Math.max(0, Math.min(n - span, i - share * span));
    state.to = state.from + span;
    canvas.draw();
  }
  canvas.addEventListener('wheel', function(e) {
    if (n < 100) return;
    e.preventDefault();
    zoom(at(e), e.deltaY > 0 ? 1.25 : 0.8);
  }, {passive: false});
  canvas.addEventListener('keydown', function(e) {
    if (n >= 100 && (e.key === '+' || e.key === '-')) return zoom(Math.max(0, chosen()), e.key === '+' ? 0.8 : 1.25);
    var step = e.key === 'ArrowRight' ? 1 : e.key === 'ArrowLeft' ? -1 : 0;
    if (!step) return;
    e.preventDefault();
    pick(Math.max(0, Math.min(n - 1, chosen() + step * (e.shiftKey ? 10 : 1))));
  });
  requestAnimationFrame(canvas.draw);
  return canvas;
}
function peak(to, p, fn, pick, names) {
  to.appendChild(L.table(
    [
      {name: 'Live at the peak', text: true, of: function(v) { return v.name; }, show: function(v) { return L.el('code', {}, v.name); }},
      {name: 'Words', of: function(v) { return v.weight; }},
      {name: 'Defined', text: true, of: function(v) { return v.defined; }, show: function(v) { return place(v.defined, 'live into the function'); }},
      {name: 'Last use', text: true, of: function(v) { return v.last_use; }, show: function(v) { return place(v.last_use, 'not read'); }},
      {name: 'Made again?', text: true, of: function(v) { return v.again; }}
    ],
    p.values, {'class': 'tall', caption: p.values.length + ' values in ' + p.set + ', behind instruction ' + p.instruction}));
  function place(i, otherwise) {
    if (!L.known(i)) return L.el('span', {'class': 'dim'}, otherwise);
    var text = names(i);
    return L.el('button', {'class': 'link', onclick: function() { pick(i); }, 'data-tip': text},
      i + ' ' + (text.length > 44 ? text.slice(0, 43) + '\u2026' : text));
  }
}

L.view({
  id: 'pressure',
  title: 'Pressure',
  there: function() { return !!L.part('pressure'); },
  draw: function(to, fn) {
    var r = record(fn);
    if (!r || !r.picture) return to.appendChild(L.failed('pressure') || L.note('Nothing is known of this function.'));
    var code = L.code(fn), kernel = L.kernel(fn), machine = (L.module() || {}).machine, at = -1, columns = L.el('div', {'class': 'columns'}),
        lists = [];
    var values = behind(r.picture, 0), set = r.result.sets[0], steps = r.picture.sets[0].steps;
    function names(i) { return code ? L.ptxLine(fn, i) : (r.picture.ops || [])[i] || ''; }
    // Of a kernel the steps that its blocks make; else those of registers alone.
    var stairs = kernel && kernel.stairs_registers || [], warps = [];
    if (stairs.length > 2) {
      steps = [];
      for (var k = 2; k < stairs.length; k += 2) {
        steps.push(stairs[k] - 1);
        warps.push(stairs[k - 1] * Math.ceil(kernel.threads / machine.warp));
      }
    }
    function pick(i) {
      at = i;
      chart.draw();
      lists.forEach(function(l) { l.pick(i); });
    }
    to.appendChild(L.el('p', {},
      'At most ' + set.pressure + ' registers of 32 bits are live at once' + (set.block ? ', in block ' + set.block : '') +
        (kernel && L.known(kernel.registers_ptxas) ? '; ptxas takes ' + kernel.registers_ptxas : '') + '. ' +
        r.result.sets.slice(1).map(function(s) { return 'Of ' + s.set + ' ' + s.pressure + '.'; }).join(' ')));
    var chart = curve(values, steps, warps, function() { return at; }, pick);
    to.appendChild(chart);
    to.appendChild(L.el('p', {'class': 'note', id: 'keys'},
      'Click, or move with the arrow keys; the wheel, or + and \u2212, zooms. Lines are chosen together in all columns.'));
    if (code) columns = L.codeColumns(fn, values, columns, lists, pick);
    var side = L.el('div', {'class': 'box', style: 'margin-top:1em'}), p = r.picture.peaks[0];
    to.appendChild(columns);
    if (p) {
      peak(side, p, fn, pick, names);
      to.appendChild(side);
    }
    to.appendChild(L.how(L.part('pressure').command));
    if (p) requestAnimationFrame(function() { pick(p.instruction); });
  }
});
})(Lathe);
