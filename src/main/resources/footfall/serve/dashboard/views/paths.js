/** The ways that calls take: which follows which, patterns of turns, tools, and loops. */

import {html, nothing} from 'lit-html';
import {patternChain, patternParts} from '../chain.js';
import * as format from '../format.js';
import {edgeKey, edgeName, followsMap} from '../map.js';
import {coverageNote, empty, timeTag} from '../parts.js';
import {sparkline} from '../plot.js';
import {meter} from '../struggle.js';
import {sortOf, sortText, table} from '../table.js';
import {View} from '../view.js';

const TABS = [
  {key: 'map', label: 'Map', lead: 'Which call follows which: where the paths of agents lead.'},
  {key: 'patterns', label: 'Patterns', lead: 'Turns that took the same path, and what they cost.'},
  {key: 'tools', label: 'Tools', lead: 'What agents call, and how often it fails.'},
  {key: 'loops', label: 'Loops', lead: 'Calls that follow each other again and again within one turn. Different calls in a row are work.'},
];

const EDGES = {least: 5, most: 200, usual: 40};
const ROWS = 500;
/** Turns up to which the numbers of each week are read too. */
const WEEKS_TURNS_MAX = 5_000;

export default class Paths extends View {
  static filters = ['since', 'until', 'project', 'host', 'user', 'agent', 'agent_version', 'model', 'tool', 'next',
    'intent', 'next_intent', 'outcome', 'category', 'turn_outcome', 'session', 'pattern', 'min_length', 'max_length'];

  question = '';
  /** The edge of the table under the pointer. */
  hot = '';
  /** While the viewer moves the slider: its value. */
  sliding = /** @type {number | null} */ (null);

  title() {
    return 'Paths';
  }

  get tab() {
    return TABS.find(({key}) => key === this.params.tab) ?? TABS[0];
  }

  get activity() {
    return this.params.activity === 'tool' ? 'tool' : 'intent';
  }

  get level() {
    return this.params.level === 'tool' ? 'tool' : 'intent';
  }

  get edges() {
    const value = Math.round(Number(this.params.edges ?? EDGES.usual));
    return value >= EDGES.least && value <= EDGES.most ? value : EDGES.usual;
  }

  changed() {
    const key = this.tab.key;
    const own = {map: [this.activity, this.edges], loops: [this.level]}[key] ?? [];
    const question = JSON.stringify([key, this.filters(), own]);
    if (question === this.question) return;
    this.question = question;
    if (key === 'map') this.readMap();
    else if (key === 'patterns') this.readPatterns();
    else if (key === 'tools') this.readTools();
    else this.readLoops();
  }

  readMap() {
    this.hot = '';
    void this.load('map', (signal) => this.app.api.get('follows',
        {...this.filters(), activity: this.activity, max_edges: this.edges}, signal))
        .then((answer) => answer && this.app.announce(`${format.plural(answer.item.edges.length, 'arrow')} of `
          + format.plural(answer.item.calls, 'call')));
  }

  readPatterns() {
    void this.load('patterns', async (signal) => {
      const filters = this.filters();
      const {api} = this.app;
      const [patterns, cost, recent, before] = await Promise.all([
        api.get('patterns', {...filters, limit: ROWS}, signal),
        api.get('usage', {...filters, by: 'pattern', sort: 'turns', limit: 2 * ROWS}, signal),
        this.fortnight(0, signal),
        this.fortnight(1, signal),
      ]);
      const weeks = cost.total.turns <= WEEKS_TURNS_MAX
        ? await api.get('usage', {...filters, by: 'week,pattern', limit: 10_000}, signal) : null;
      return {...patterns, items: patternRows(patterns.items, {cost, recent, before, weeks})};
    }).then((answer) => answer && this.app.announce(format.plural(answer.items.length, 'pattern')));
  }

  /**
   * The patterns of 14 days.
   *
   * @param {number} ago 0: the last 14 days, 1: those before
   * @param {AbortSignal} signal
   */
  fortnight(ago, signal) {
    const {since, until, ...filters} = this.filters();
    return this.app.api.get('patterns', {...filters, since: `${14 * (ago + 1)}d`, until: ago ? `${14 * ago}d` : null,
      limit: ROWS}, signal);
  }

  readTools() {
    void this.load('tools', (signal) => this.app.api.get('tools', {...this.filters(), limit: ROWS}, signal))
        .then((answer) => answer && this.app.announce(format.plural(answer.items.length, 'tool')));
  }

  readLoops() {
    void this.load('loops', (signal) => this.app.api.get('loops',
        {...this.filters(), level: this.level, limit: ROWS}, signal))
        .then((answer) => answer && this.app.announce(format.plural(answer.items.length, 'loop')));
  }

  template() {
    const {key, lead} = this.tab;
    return html`<div class="head"><h1>Paths</h1><p class="lead">${lead}</p></div>
      <nav class="tabs" aria-label="Kinds of paths">${TABS.map((tab) => html`<a href=${this.app.linkWith({
        tab: tab.key === 'map' ? null : tab.key, sort: null})} aria-current=${tab.key === key ? 'page' : nothing}>${
        tab.label}</a>`)}</nav>
      ${this.app.filters(this, this.controls(key))}
      ${key === 'map' ? this.show('map', (/** @type {any} */ answer) => this.map(answer))
        : this.show(key, (/** @type {any} */ answer) => html`${coverageNote(answer.coverage)}${
          key === 'patterns' ? this.patterns(answer) : key === 'tools' ? this.tools(answer) : this.loopRows(answer)}`)}`;
  }

  /** @param {string} key */
  controls(key) {
    if (key === 'loops') {
      return this.choice('Level', 'level', this.level, [['intent', 'By intent'], ['tool', 'By tool']], 'intent');
    }
    if (key !== 'map') return nothing;
    const edges = this.sliding ?? this.edges;
    return html`${this.choice('A box is', 'activity', this.activity, [['intent', 'Intents'], ['tool', 'Tools']], 'intent')}
      ${this.choice('Labels', 'show', this.params.show === 'time' ? 'time' : 'count',
        [['count', 'Frequency'], ['time', 'Time']], 'count')}
      <label class="slider"><span>Arrows</span><input type="range" min=${EDGES.least} max=${EDGES.most} step="5"
        .value=${String(edges)} aria-valuetext=${`at most ${edges} arrows`} @input=${this.slid}
        @change=${this.slidTo}><output>${edges}</output></label>`;
  }

  /**
   * @param {string} label
   * @param {string} name the parameter
   * @param {string} value
   * @param {string[][]} choices
   * @param {string} usual the value that the address omits
   */
  choice(label, name, value, choices, usual) {
    return html`<div class="segments" role="group" aria-label=${label}>${choices.map(([key, text]) => html`<a
      href=${this.app.linkWith({[name]: key === usual ? null : key, sort: null})}
      aria-current=${key === value ? 'true' : nothing}>${text}</a>`)}</div>`;
  }

  slid = (/** @type {Event} */ event) => {
    this.sliding = Number(/** @type {HTMLInputElement} */ (event.target).value);
    this.update();
  };

  slidTo = (/** @type {Event} */ event) => {
    const edges = Number(/** @type {HTMLInputElement} */ (event.target).value);
    this.sliding = null;
    this.app.set({edges: edges === EDGES.usual ? null : edges}, {replace: true});
    this.update();
  };

  /** @param {any} answer */
  map(answer) {
    const graph = answer.item;
    if (graph.edges.length === 0) {
      return html`${coverageNote(answer.coverage)}${this.nothingYet('No call follows another here')}`;
    }
    const left = graph.edges_left_out > 0 ? ` ${format.plural(graph.edges_left_out, 'rarer arrow')} and ${
      format.plural(graph.activities_left_out, 'rarer box', 'rarer boxes')} are left out.` : '';
    const show = this.params.show === 'time' ? 'time' : 'count';
    return html`${coverageNote(answer.coverage)}
      <section class="card">${followsMap({
        graph, show, hot: this.hot,
        caption: `Which ${graph.activity === 'intent' ? 'intent' : 'tool'} follows which`,
        nodeHref: (node) => this.nodeHref(graph, node.activity),
        edgeHref: (edge) => this.edgeHref(graph, edge),
      })}</section>
      <section class="map-list" aria-label="The map as a table" @pointerover=${this.pointed} @pointerleave=${this.pointed}>${table({
        caption: 'Steps from call to call',
        columns: this.edgeColumns(graph),
        rows: graph.edges,
        sort: sortOf(this.params.sort),
        presorted: !this.params.sort,
        onSort: (sort) => this.app.set({sort: sortText(sort)}),
        href: (edge) => this.edgeHref(graph, edge),
        note: html`<span class="muted">${format.plural(graph.turns, 'turn')}, ${format.plural(graph.calls, 'call')}.${left}</span>`,
      })}</section>`;
  }

  pointed = (/** @type {Event} */ event) => {
    const row = event.type === 'pointerover' && event.target instanceof Element ? event.target.closest('[data-edge]')
      ?? event.target.closest('tr')?.querySelector('[data-edge]') : null;
    const hot = row?.getAttribute('data-edge') ?? '';
    if (hot === this.hot) return;
    this.hot = hot;
    this.update();
  };

  /**
   * @param {any} graph the one that is shown, which is the last one while the next one loads
   * @param {string | undefined} activity
   */
  nodeHref(graph, activity) {
    if (!activity) return null;
    return graph.activity === 'intent' ? this.link('turns', null, {intent: activity}) : this.link('tool', activity, {tool: null});
  }

  /**
   * @param {any} graph
   * @param {{from?: string, to?: string}} edge
   */
  edgeHref(graph, {from, to}) {
    if (!from || !to) return null;
    return this.link('turns', null, graph.activity === 'intent' ? {intent: from, next_intent: to} : {tool: from, next: to});
  }

  /**
   * @param {any} graph
   * @returns {import('../table.js').Column<any>[]}
   */
  edgeColumns(graph) {
    const most = Math.max(1, ...graph.edges.map((/** @type {any} */ edge) => edge.count));
    return [
      {key: 'step', label: 'Step', value: edgeName, main: true, cell: (edge) => html`<span class="edge-name"
        data-edge=${edgeKey(edge)} title=${edgeName(edge)}>${this.end(edge.from, 'start')}<span class="then" aria-label="then"
        role="img">→</span>${this.end(edge.to, 'end')}</span>`},
      {key: 'count', label: 'Times', number: true, value: (edge) => edge.count,
        cell: (edge) => html`<span class="with-meter">${format.count(edge.count)}${meter(edge.count / most)}</span>`},
      {key: 'time', label: 'Time between', title: 'Mean time from the end of a call to the start of the next', number: true,
        value: (edge) => edge.mean_ms, cell: (edge) => format.duration(edge.mean_ms)},
    ];
  }

  /** @param {string | undefined} name @param {string} otherwise */
  end(name, otherwise) {
    return name ? html`<span class="call-name">${name}</span>` : html`<span class="muted">${otherwise}</span>`;
  }

  /** @param {string} title */
  nothingYet(title) {
    return Object.keys(this.filters()).length > 0
      ? empty(title, 'Remove a filter, or choose a longer time.')
      : empty(title, 'Start an agent on this machine. Its paths appear here when its turns close.');
  }

  /** @param {any} answer */
  patterns(answer) {
    return table({
      caption: 'Patterns', columns: PATTERN_COLUMNS, rows: answer.items,
      sort: sortOf(this.params.sort, {key: 'turns', descending: true}),
      onSort: (sort) => this.app.set({sort: sortText(sort)}),
      href: (row) => this.link('turns', null, {pattern: row.pattern}),
      note: html`<span class="muted">${answer.items.length < ROWS ? format.plural(answer.items.length, 'pattern')
        : `The ${ROWS} most frequent patterns`}. A row leads to its turns.</span>`,
      empty: this.nothingYet('No turn with a call here'),
    });
  }

  /** @param {any} answer */
  tools(answer) {
    return table({
      caption: 'Tools', columns: toolColumns(answer.items), rows: answer.items,
      sort: sortOf(this.params.sort, {key: 'calls', descending: true}),
      onSort: (sort) => this.app.set({sort: sortText(sort)}),
      href: (row) => this.link('tool', row.tool, {tool: null}),
      note: html`<span class="muted">${format.plural(answer.items.length, 'tool')}</span>`,
      empty: this.nothingYet('No tool was called here'),
    });
  }

  /** @param {any} answer */
  loopRows(answer) {
    return table({
      caption: 'Loops', columns: this.loopColumns(), rows: answer.items,
      sort: sortOf(this.params.sort), presorted: !this.params.sort,
      onSort: (sort) => this.app.set({sort: sortText(sort)}),
      href: (row) => this.loopHref(row),
      note: html`<span class="muted">Loops are counted in long turns. A row leads to the turns in which its calls follow
        each other, “Latest” to a turn that has the loop.</span>`,
      empty: this.nothingYet('No long turn repeats itself here'),
    });
  }

  /** @param {any} loop */
  loopHref(loop) {
    const [first, second = first] = patternParts(loop.name)[0]?.names ?? [];
    return this.link('turns', null, loop.level === 'intent' ? {intent: first, next_intent: second}
      : {tool: first, next: second});
  }

  /** @returns {import('../table.js').Column<any>[]} */
  loopColumns() {
    return [
      {key: 'loop', label: 'What repeats', wide: true, value: (row) => row.name, cell: (row) => patternChain(row.name)},
      {key: 'turns', label: 'Long turns', number: true, value: (row) => row.turns, cell: (row) => format.count(row.turns)},
      {key: 'sessions', label: 'Sessions', number: true, value: (row) => row.sessions, cell: (row) => format.count(row.sessions)},
      {key: 'rounds', label: 'Rounds', title: 'Mean number of rounds of one loop', number: true,
        value: (row) => row.rounds / Math.max(1, row.occurrences),
        cell: (row) => format.decimal(row.rounds / Math.max(1, row.occurrences))},
      {key: 'steps', label: 'More steps', title: 'Steps after the first round', number: true,
        value: (row) => row.excess, cell: (row) => format.count(row.excess)},
      {key: 'time', label: 'Time', number: true, value: (row) => row.time_ms, cell: (row) => format.duration(row.time_ms)},
      {key: 'failures', label: 'Failures', title: 'Calls within it that failed', number: true, value: (row) => row.failures,
        cell: (row) => html`<span class=${row.failures ? 'text-error' : 'muted'}>${format.count(row.failures)}</span>`},
      {key: 'latest', label: 'Latest', value: (row) => row.last_seen, cell: (row) => (row.examples?.[0]
        ? html`<a href=${this.link('turn', row.examples[0])}>${timeTag(row.last_seen, 'day')}</a>`
        : timeTag(row.last_seen, 'day'))},
    ];
  }
}

/**
 * Patterns with what other answers know about them.
 *
 * @param {any[]} items
 * @param {{cost: any, recent: any, before: any, weeks: any}} others
 */
function patternRows(items, {cost, recent, before, weeks}) {
  const by = (/** @type {any[]} */ rows) => new Map(rows.map((row) => [row.pattern, row]));
  const costs = by(cost.rows);
  const [now, then] = [by(recent.items), by(before.items)];
  const known = recent.items.length < ROWS && before.items.length < ROWS;
  const counts = weeks ? weekly(weeks.rows) : null;
  return items.map((item) => {
    const used = costs.get(item.pattern);
    return {...item, failures: used?.failures, cost_usd: used?.cost_usd, weeks: counts?.(item.pattern),
      recent: now.get(item.pattern)?.count ?? (known ? 0 : undefined),
      before: then.get(item.pattern)?.count ?? (known ? 0 : undefined)};
  });
}

const DAY_MS = 86_400_000;

/**
 * @param {any[]} rows
 * @returns {(pattern: string) => number[]} the turns of each week, from the first week to the last
 */
function weekly(rows) {
  const at = (/** @type {any} */ row) => Math.round(Date.parse(mondayOf(row.week)) / (7 * DAY_MS));
  const places = rows.map(at).filter(Number.isFinite);
  const [first, last] = [Math.min(...places), Math.max(...places)];
  /** @type {Map<string, number[]>} */
  const counts = new Map();
  for (const row of rows) {
    const place = at(row);
    if (!Number.isFinite(place)) continue;
    const values = counts.get(row.pattern) ?? Array.from({length: last - first + 1}, () => 0);
    values[place - first] += row.turns;
    counts.set(row.pattern, values);
  }
  return (pattern) => counts.get(pattern) ?? [];
}

/** @param {string} week `2026-W04`, or the date of its first day */
function mondayOf(week) {
  const iso = /^(\d{4})-W(\d\d)$/.exec(week ?? '');
  if (!iso) return week;
  const fourth = Date.UTC(Number(iso[1]), 0, 4);
  const monday = fourth - ((new Date(fourth).getUTCDay() + 6) % 7) * DAY_MS;
  return new Date(monday + (Number(iso[2]) - 1) * 7 * DAY_MS).toISOString();
}

/** @param {any} row */
function recentText(row) {
  if (row.recent === undefined || row.before === undefined) return html`<span class="muted">${format.ABSENT}</span>`;
  if (row.recent === 0 && row.before === 0) return html`<span class="muted">none</span>`;
  const word = row.recent > row.before ? 'more' : row.recent < row.before ? 'fewer' : 'as before';
  return html`${format.count(row.recent)} <span class="muted">(${word === 'as before' ? word
    : `${word} than ${format.count(row.before)}`})</span>`;
}

/** @type {import('../table.js').Column<any>[]} */
const PATTERN_COLUMNS = [
  {key: 'pattern', label: 'Pattern', wide: true, value: (row) => row.pattern, cell: (row) => patternChain(row.pattern, {max: 12})},
  {key: 'turns', label: 'Turns', number: true, value: (row) => row.count, cell: (row) => format.count(row.count)},
  {key: 'long', label: 'Long', title: 'Share of its turns that are long', number: true,
    value: (row) => row.long_count / Math.max(1, row.count), cell: (row) => format.share(row.long_count / Math.max(1, row.count))},
  {key: 'length', label: 'Steps per turn', number: true, value: (row) => row.avg_length, cell: (row) => format.decimal(row.avg_length)},
  {key: 'sessions', label: 'Sessions', number: true, value: (row) => row.sessions, cell: (row) => format.count(row.sessions)},
  {key: 'failures', label: 'Failures', number: true, value: (row) => row.failures,
    cell: (row) => html`<span class=${row.failures ? 'text-error' : 'muted'}>${format.count(row.failures)}</span>`},
  {key: 'cost', label: 'Cost', number: true, value: (row) => row.cost_usd, cell: (row) => format.costOf(row)},
  {key: 'recent', label: 'Last 14 days', title: 'Turns of the last 14 days, and of the 14 days before', number: true,
    value: (row) => row.recent, cell: recentText},
  {key: 'weeks', label: 'By week', title: 'Turns of each week', sortable: false, value: (row) => row.weeks?.join(' '),
    cell: (row) => (row.weeks?.length > 1 ? sparkline(row.weeks, `Turns of each week: ${row.weeks.join(', ')}`)
      : html`<span class="muted">${format.ABSENT}</span>`)},
];

/**
 * @param {any[]} rows
 * @returns {import('../table.js').Column<any>[]}
 */
function toolColumns(rows) {
  const most = Math.max(1, ...rows.map((row) => row.count));
  return [
    {key: 'tool', label: 'Tool', main: true, wide: true, value: (row) => row.tool},
    {key: 'calls', label: 'Calls', number: true, value: (row) => row.count,
      cell: (row) => html`<span class="with-meter">${format.count(row.count)}${meter(row.count / most)}</span>`},
    {key: 'failures', label: 'Failures', number: true, value: (row) => row.failures,
      cell: (row) => html`<span class=${row.failures ? 'text-error' : 'muted'}>${format.count(row.failures)}</span>`},
    {key: 'rate', label: 'Failure rate', title: 'Share of its calls that failed', number: true,
      value: (row) => row.failures / Math.max(1, row.count), cell: (row) => html`<span class="with-meter">${
        format.share(row.failures / Math.max(1, row.count))}${meter(row.failures / Math.max(1, row.count), 'tone-error')}</span>`},
    {key: 'long', label: 'In long turns', title: 'Share of its calls that were in long turns', number: true,
      value: (row) => row.long_turn_pct, cell: (row) => html`<span class="with-meter">${
        format.share(row.long_turn_pct / 100)}${meter(row.long_turn_pct / 100, 'series-2')}</span>`},
    {key: 'length', label: 'Steps per turn', title: 'Mean length of the turns of its calls', number: true,
      value: (row) => row.avg_turn_len, cell: (row) => format.decimal(row.avg_turn_len)},
    {key: 'sessions', label: 'Sessions', number: true, value: (row) => row.sessions, cell: (row) => format.count(row.sessions)},
    {key: 'last', label: 'Last call', value: (row) => row.last_seen, cell: (row) => timeTag(row.last_seen, 'day')},
  ];
}
