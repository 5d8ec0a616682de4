// The front table: what each kernel takes, what there is to be gained, and what changed.
(function(L) {
'use strict';
var less = {
  registers: true,
  registers_ptxas: true,
  predicates: true,
  shared: true,
  local: true,
  stack: true,
  spills: true,
  sass_bytes: true,
  instructions: true,
  cycles_together: true
};

function spills(k) { return L.known(k.spill_stores) ? k.spill_stores + (k.spill_loads || 0) : null; }
L.value = function(k, name) { return name === 'spills' ? spills(k) : k[name]; };
L.delta = function(k, name, more) {
  if (!k.was) return null;
  var now = L.value(k, name), was = L.value(k.was, name);
  if (!L.known(now) || !L.known(was) || now === was) return null;
  var better = (now < was) === (less[name] || false);
  return L.el('span', {'class': 'delta ' + (better ? 'better' : 'worse'), 'data-tip': 'before: ' + L.num(was)},
    (now > was ? '+' : '\u2212') + L.num(Math.abs(now - was)) + (more || ''), L.el('span', {'class': 'skip'}, better ? ' better' : ' worse'));
};
function commands(k) {
  var m = k.of, out = [];
  out.push((m.parts.pressure || {}).command);
  if (m.ptxas) out.push((m.command ? m.command.replace(/-o -$/, '-o IN.ptx') + ' && ' : '') + m.ptxas);
  return out;
}
function number(k, name, command) { return [L.number(L.num(L.value(k, name)), command), L.delta(k, name)]; }
function meter(k) {
  var share = k.occupancy;
  return [
    L.el(
      'span', {'class': 'meter' + (share < 0.5 ? ' low' : ''), 'aria-hidden': 'true'}, L.el('i', {style: 'width:' + Math.round(100 * share) + '%'})),
    L.number(L.percent(share),
      k.blocks + ' blocks of ' + k.threads + ' threads (' + k.threads_by + '), ' + k.warps + ' of ' + k.of.machine.warps + ' warps, by ' +
        (k.occupancy_by === 'ptxas' ? 'ptxas\u2019s registers' : 'the registers that are live at once') + '; what allows no more: ' + k.limit),
    L.delta(k, 'warps', ' warps')
  ];
}
// By the model, against the other build.
function relative(k) {
  var was = k.was && k.was.cycles_together;
  if (!was || !L.known(k.cycles_together) || k.cycles_together === was) return null;
  var less = k.cycles_together < was;
  return L.el('span', {'class': 'delta ' + (less ? 'better' : 'worse'), 'data-tip': 'before: ' + L.num(was, 1)},
    (less ? '\u2212' : '+') + Math.abs(100 * (k.cycles_together / was - 1)).toFixed(1) + '\u202f%',
    L.el('span', {'class': 'skip'}, less ? ' better' : ' worse'));
}
function step(k) {
  if (!L.known(k.to_next)) return L.el('span', {'class': 'dim'}, k.warps === k.of.machine.warps ? 'full' : 'by ' + k.limit);
  return L.number('\u2212' + k.to_next + ' \u2192 ' + k.next_warps + ' warps',
    'With ' + k.next_registers + ' registers ' + k.next_warps + ' warps reside in place of ' + k.warps);
}

L.view({
  id: 'kernels',
  title: 'Kernels',
  whole: true,
  there: function() { return L.modules.some(function(m) { return m.kernels; }); },
  count: function() { return L.modules.reduce(function(n, m) { return n + m.kernels.length; }, 0); },
  draw: function(to) {
    var rows = [];
    L.modules.forEach(function(m, k) {
      m.kernels.forEach(function(row) {
        row.of = m;
        row.at = k;
        rows.push(row);
      });
    });
    // Each module's are in this order already; on the page all of them are.
    rows.forEach(function(r, i) { r.place = i; });
    rows.sort(function(
      a, b) { return (spills(b) || 0) - (spills(a) || 0) || (b.gain || 0) - (a.gain || 0) || b.instructions - a.instructions || a.place - b.place; });
    var kernels = rows.filter(function(r) { return r.kernel; }), others = rows.filter(function(r) { return !r.kernel; });
    var asked = L.modules.some(function(m) { return m.ptxas; });
    if (L.data.faults && L.data.faults.length)
      to.appendChild(L.el('div', {'class': 'findings', role: 'alert'}, L.el('b', {}, L.data.faults.length + ' findings'),
        L.el('ul', {}, L.data.faults.map(function(f) { return L.el('li', {}, f); }))));
    function sum(name) {
      return kernels.reduce(function(n, k) { return n + (L.value(k, name) || 0); }, 0);
    }
    var gain = kernels.filter(function(k) { return L.known(k.to_next); });
    to.appendChild(L.el('div', {'class': 'cards'},
      L.card(L.num(kernels.length),
        'kernels, ' + L.modules.map(function(m) { return m.target; }).filter(function(t, i, a) { return a.indexOf(t) === i; }).join(', ')),
      L.card(L.num(gain.length), 'with a step in reach', 'fewer registers would let more warps reside'),
      L.card(asked ? L.num(sum('spills')) : '\u2013', 'bytes spilled'), L.card(asked ? L.num(sum('sass_bytes')) : '\u2013', 'bytes of SASS'),
      L.card(L.num(sum('instructions')), 'PTX instructions')));
    if (!asked)
      to.appendChild(L.note('A dash stands where only ptxas knows: run lathe report with --cubin. ' +
        'Occupancy then counts the registers that are live at once; ptxas mostly takes more.'));
    var columns = [
      {
        name: 'Kernel',
        text: true,
        of: function(k) { return k.function; },
        show: function(k) {
          return [
            L.el('button', {
              'class': 'link',
              onclick: function() {
                L.state.module = k.at;
                L.go('pressure', k.function);
              }
            },
              k.function),
            L.modules.length > 1 ? L.el('span', {'class': 'delta dim', 'data-tip': k.of.module}, k.of.module.replace(/^.*\//, '')) : null
          ];
        }
      },
      {
        name: 'Registers by ptxas',
        of: function(k) { return k.registers_ptxas; },
        show: function(k) { return number(k, 'registers_ptxas', commands(k)[1]); },
        tip: 'what ptxas gave a thread'
      },
      {
        name: 'Live',
        of: function(k) { return k.registers; },
        show: function(k) { return number(k, 'registers', commands(k)[0]); },
        tip: '32-bit registers that are live at once: our estimate; ptxas may take more, or fewer where it makes values again'
      },
      {name: 'Predicates', of: function(k) { return k.predicates; }, show: function(k) { return number(k, 'predicates', commands(k)[0]); }}, {
        name: 'Shared',
        of: function(k) { return L.known(k.shared_ptxas) ? k.shared_ptxas : k.shared; },
        show: function(k) {
          return [
            L.number(L.num(L.known(k.shared_ptxas) ? k.shared_ptxas : k.shared),
              L.known(k.shared_ptxas) ? commands(k)[1] : 'of the variables that PTX declares and the kernel reaches'),
            L.delta(k, 'shared')
          ];
        },
        tip: 'bytes, static'
      },
      {
        name: 'Local',
        of: function(k) { return L.known(k.stack) ? k.stack : k.local; },
        show: function(k) {
          return [
            L.number(L.num(L.known(k.stack) ? k.stack : k.local), L.known(k.stack) ? commands(k)[1] : 'of .local variables'),
            L.delta(k, L.known(k.stack) ? 'stack' : 'local')
          ];
        },
        tip: 'bytes of stack'
      },
      {name: 'Spills', of: spills, show: function(k) { return number(k, 'spills', commands(k)[1]); }, tip: 'bytes, stores and loads'},
      {name: 'Occupancy', text: true, of: function(k) { return k.occupancy; }, show: meter},
      {name: 'To the next step', text: true, of: function(k) { return k.gain; }, show: step, tip: 'sorted by warps won for each register'}, {
        name: 'Slack',
        of: function(k) { return k.slack; },
        show: function(k) { return L.number(L.num(k.slack), 'so many registers more until fewer warps reside'); }
      },
      {name: 'SASS bytes', of: function(k) { return k.sass_bytes; }, show: function(k) { return number(k, 'sass_bytes', commands(k)[1]); }}, {
        name: 'Cycles',
        of: function(k) { return k.cycles_together; },
        show: function(k) {
          return [
            L.number(L.known(k.cycles_together) ? L.num(k.cycles_together, 0) : '\u2013', k.bound && 'by the model, bound by ' + k.bound), relative(k)
          ];
        },
        tip: 'of a warp, by a model of issue, units and latencies: for builds of one kernel, see Time'
      },
      {
        name: 'PTX',
        of: function(k) { return k.instructions; },
        show: function(k) { return number(k, 'instructions', commands(k)[0]); },
        tip: 'instructions'
      }
    ];
    to.appendChild(
      L.table(columns, kernels, {caption: 'Spills first, then by what can be gained: warps of the next step for each register that it asks for'}));
    if (others.length)
      to.appendChild(L.el('div', {}, L.el('h3', {}, 'Device functions'),
        L.table(
          columns.filter(function(c) { return ['Kernel', 'Live', 'Predicates', 'Local', 'SASS bytes', 'PTX'].indexOf(c.name) >= 0; }), others, {})));
    var how = [];
    L.modules.forEach(function(m) { how = how.concat([m.parts.pressure && m.parts.pressure.command, m.ptxas && m.ptxas]); });
    to.appendChild(L.how(
      how, 'Occupancy follows the CUDA occupancy calculator\u2019s formula on the figures of the multiprocessor (nvptx/target/resources.hpp).'));
  }
});
})(Lathe);
