// The page's frame: views as tabs, the choice of module and function, theme, keys, and the place in the address.
(function(L) {
'use strict';
var order = [
  'kernels', 'diff', 'occupancy', 'time', 'pressure', 'schedule', 'loops', 'memory', 'flow', 'repeats', 'imports', 'inlining', 'graphs', 'passes',
  'remarks'
];

function remembered(name) {
  try {
    return localStorage.getItem(name);
  } catch (e) { return null; }
}
function theme(name) { document.documentElement.setAttribute('data-theme', name); }
function watchTheme() {
  var dark = matchMedia('(prefers-color-scheme: dark)'), kept = remembered('lathe-theme');
  theme(kept || (dark.matches ? 'dark' : 'light'));
  dark.addEventListener('change', function() {
    if (!remembered('lathe-theme')) {
      theme(dark.matches ? 'dark' : 'light');
      redraw();
    }
  });
}
function turnTheme() {
  var now = document.documentElement.getAttribute('data-theme') === 'dark' ? 'light' : 'dark';
  theme(now);
  try {
    localStorage.setItem('lathe-theme', now);
  } catch (e) { /* files may have no storage */
  }
  redraw();
}
function redraw() {
  L.drawn = {};
  show(L.state.view);
}

function present() {
  return L.views.filter(function(v) { return v.there(); }).sort(function(a, b) { return order.indexOf(a.id) - order.indexOf(b.id); });
}
function address() {
  var s = '#' + L.state.view + '/' + L.state.module + '/' + encodeURIComponent(L.state.fn);
  if (location.hash !== s) history.replaceState(null, '', s);
}
function tabs() {
  var box = document.getElementById('tabs'), focused = box.contains(document.activeElement);
  box.textContent = '';
  present().forEach(function(v) {
    var count = v.count ? v.count() : null;
    box.appendChild(L.el('button', {
      role: 'tab',
      id: 'tab-' + v.id,
      'aria-controls': 'panel',
      'aria-selected': String(v.id === L.state.view),
      tabindex: v.id === L.state.view ? 0 : -1,
      onclick: function() { show(v.id); }
    },
      v.title, L.known(count) ? L.el('span', {'class': 'count'}, L.num(count)) : null));
  });
  // What had the focus is gone: the tab that was chosen has it now.
  if (focused) document.getElementById('tab-' + L.state.view).focus();
}
function show(id) {
  var all = present(), view = all.filter(function(v) { return v.id === id; })[0] || all[0], panel = document.getElementById('panel');
  if (!view) {
    panel.textContent = '';
    panel.appendChild(L.note('There is nothing to show.'));
    return;
  }
  L.state.view = view.id;
  tabs();
  var key = [view.id, L.state.module, view.whole ? '' : L.state.fn].join('\n');
  panel.setAttribute('aria-labelledby', 'tab-' + view.id);
  panel.textContent = '';
  if (!L.drawn[key]) {
    L.drawn[key] = L.el('div', {}, L.el('h2', {}, view.title));
    panel.appendChild(L.drawn[key]);
    view.draw(L.drawn[key], L.state.fn);
  } else {
    panel.appendChild(L.drawn[key]);
    L.drawn[key].querySelectorAll('.listing').forEach(function(l) {
      if (l.redraw) l.redraw();
    });
  }
  document.body.setAttribute('data-view', view.id);
  address();
}
L.go = function(view, fn) {
  if (fn !== undefined) L.state.fn = fn;
  choice();
  show(view);
  // A link within the view that was left had the focus: reading goes on at the head of the new one.
  if (document.activeElement === document.body) document.getElementById('panel').focus();
};
function choose(module, fn) {
  L.state.module = module;
  var names = L.functions();
  L.state.fn = names.indexOf(fn) >= 0 ? fn : names[0] || '';
  choice();
  show(L.state.view);
}
function select(label, names, at, change) {
  var box = L.el(
    'select', {onchange: function() { change(box.selectedIndex); }}, names.map(function(n, k) { return L.el('option', {selected: k === at}, n); }));
  return L.el('label', {}, label, box);
}
function choice() {
  var box = document.getElementById('choice'), names = L.functions(),
      label = document.activeElement.closest ? document.activeElement.closest('#choice label') : null,
      focused = label && label.firstChild.textContent;
  box.textContent = '';
  if (L.modules.length > 1)
    box.appendChild(select('Module', L.modules.map(function(m) { return m.module; }), L.state.module, function(k) { choose(k, ''); }));
  if (names.length > 1 || names[0])
    box.appendChild(select('Function', names, names.indexOf(L.state.fn), function(k) { choose(L.state.module, names[k]); }));
  box.appendChild(L.el('button', {id: 'theme', onclick: turnTheme, 'aria-label': 'Change between light and dark'}, 'Light / dark'));
  // The list that was used is a new one now, and keeps the focus.
  [].forEach.call(box.querySelectorAll('label'), function(l) {
    if (l.firstChild.textContent === focused) l.querySelector('select').focus();
  });
}
function keys(e) {
  if (e.ctrlKey || e.metaKey || e.altKey || /^(INPUT|SELECT|TEXTAREA)$/.test(e.target.tagName)) return;
  var all = present(), at = all.map(function(v) { return v.id; }).indexOf(L.state.view), names = L.functions(), fn = names.indexOf(L.state.fn);
  var tab = e.target.getAttribute('role') === 'tab', to = -1;
  if (/^[1-9]$/.test(e.key)) to = Number(e.key) - 1;
  else if (e.key === 't') return turnTheme();
  else if (e.key === ']' && fn + 1 < names.length) return choose(L.state.module, names[fn + 1]);
  else if (e.key === '[' && fn > 0) return choose(L.state.module, names[fn - 1]);
  else if (tab && (e.key === 'ArrowDown' || e.key === 'ArrowRight')) to = (at + 1) % all.length;
  else if (tab && (e.key === 'ArrowUp' || e.key === 'ArrowLeft')) to = (at + all.length - 1) % all.length;
  else if (tab && e.key === 'Home') to = 0;
  else if (tab && e.key === 'End') to = all.length - 1;
  if (to < 0 || to >= all.length) return;
  e.preventDefault();
  show(all[to].id);
  if (tab) document.getElementById('tab-' + L.state.view).focus();
}
function from_address() {
  var parts = location.hash.slice(1).split('/');
  L.state.module = Math.max(0, Math.min(L.modules.length - 1, Number(parts[1]) || 0));
  var names = L.functions(), fn = decodeURIComponent(parts[2] || '');
  L.state.fn = names.indexOf(fn) >= 0 ? fn : names[0] || '';
  return parts[0];
}

L.start = function() {
  watchTheme();
  L.data = JSON.parse(document.getElementById('data').textContent);
  L.modules = L.data.results.filter(function(r) { return r.part === 'module'; });
  L.others = {};
  L.data.results.forEach(function(r) {
    if (r.part !== 'module') L.others[r.part] = r;
  });
  var name = L.modules.length === 1 ? L.modules[0].module : L.modules.length + ' modules';
  document.getElementById('title').textContent = 'lathe ' + L.data.command + ': ' + name;
  document.getElementById('made').textContent = 'lathe ' + L.data.version;
  var view = from_address();
  choice();
  show(view);
  L.watchTips();
  document.addEventListener('keydown', keys);
  window.addEventListener('hashchange', function() {
    show(from_address());
    choice();
  });
  requestAnimationFrame(function() { document.body.setAttribute('data-opened-ms', Math.round(performance.now())); });
};
})(Lathe);
