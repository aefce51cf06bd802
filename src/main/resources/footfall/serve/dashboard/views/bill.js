/** Tokens and cost: over time, by model, project, person and agent, and what failures and repeats cost. */

import {html, nothing} from 'lit-html';
import {timeline} from '../days.js';
import {dayBegin, timeOf} from '../filters.js';
import * as format from '../format.js';
import {changesFigure, coverageNote, empty, figure, figures} from '../parts.js';
import {bars, stackedBars} from '../plot.js';
import {sortOf, sortText, table} from '../table.js';
import {View} from '../view.js';

/** @typedef {import('../format.js').Tokens} Tokens */
/** @typedef {{model: string, tokens: Tokens, cost_usd?: number}} ModelTokens */
/**
 * A row of `/api/v1/usage`; it also has the values that it was summed by.
 *
 * @typedef {Record<string, any> & {turns: number, steps: number, failures: number, active_duration_ms: number,
 *     changes: Record<string, number>, unchanged_steps: number, waited_ms: number, replies: number, reply_ms: number, tokens: Tokens, cost_usd?: number, failures_cost_usd?: number, repeats_cost_usd?: number,
 *     unpriced_models: ModelTokens[], beside_messages?: boolean}} Row
 */

/** What the rows of the table stand for, by the word of the API. */
const GROUPS = /** @type {[string, string, string][]} */ ([['model', 'Models', 'Model'], ['project', 'Projects', 'Project'],
  ['user', 'People', 'Person'], ['host', 'Machines', 'Machine'], ['agent', 'Agents', 'Agent'],
  ['session', 'Sessions', 'Session'], ['subagent-type', 'Subagents', 'Subagent']]);

const UNITS = /** @type {[string, string][]} */ ([['hour', 'Hours'], ['window', '5-hour windows'], ['day', 'Days'],
  ['week', 'Weeks'], ['month', 'Months']]);

/** Series of the chart; further groups are one series, `others`. */
const SERIES_MAX = 5;
const BARS_MAX = 12;
const ROWS_MAX = 2_000;
const WEEK_MS = 7 * 86_400_000;
const MOVERS_MAX = 4;
const OTHERS = 'others';

export default class Bill extends View {
  static filters = ['since', 'until', 'project', 'host', 'user', 'agent', 'agent_version', 'model', 'tool', 'outcome',
    'category', 'turn_outcome', 'intent', 'session', 'pattern', 'min_length', 'max_length'];

  zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  question = '';

  title() {
    return 'Bill';
  }

  changed() {
    const {unit, group} = this;
    const question = JSON.stringify([this.filters(), unit, group]);
    if (question === this.question) return;
    this.question = question;
    const common = {...this.filters(), zone: this.zone};
    const {api} = this.app;
    void this.load('rows', (signal) => api.get('usage',
        {...common, by: group, wasted: true, sort: 'cost', limit: ROWS_MAX}, signal))
        .then((answer) => answer && this.app.announce(`${format.costOf(answer.total)} in all`));
    const periods = this.periods();
    // Of a time that only the processor understands, such as a weekday, nothing is compared.
    const ends = periods.every(Number.isFinite) ? periods.map((time) => new Date(time).toISOString()) : [];
    void this.load('compared', (signal) => Promise.all(ends.slice(1).map((until, i) => (
      api.get('usage', {...common, since: ends[i], until, by: group, limit: ROWS_MAX}, signal)))));
    void this.load('times', (signal) => api.get('usage', {...common, by: `${unit},${group}`, limit: ROWS_MAX}, signal));
  }

  /** The chosen time, or the last seven days, and before it as long a time: where they begin, meet and end. */
  periods() {
    const {since, until} = this.params;
    const to = until ? timeOf(until) : Date.now();
    const between = since ? timeOf(since) : to - WEEK_MS;
    return [between - (to - between), between, to];
  }

  get unit() {
    return UNITS.some(([word]) => word === this.params.unit) ? this.params.unit : 'day';
  }

  get group() {
    return GROUPS.some(([word]) => word === this.params.by) ? this.params.by : 'model';
  }

  /** The field of a row that has the value of the group. */
  get field() {
    return this.group.replace('-', '_');
  }

  get tokens() {
    return this.params.show === 'tokens';
  }

  template() {
    return html`<div class="head"><h1>Bill</h1><p class="lead">What the agents' tokens cost, and what failures and repeats cost of
        it.</p></div>
      ${this.app.filters(this)}
      <div class="row">${this.choice('Group by', 'by', this.group, GROUPS.map(([word, many]) => [word, many]))}
        ${this.choice('Time unit', 'unit', this.unit, UNITS)}
        ${this.choice('Show', 'show', this.tokens ? 'tokens' : 'cost', [['cost', 'Cost'], ['tokens', 'Tokens']])}</div>
      ${this.show('rows', (/** @type {any} */ answer) => this.bill(answer))}`;
  }

  /**
   * Links side by side, one of them current. The first is the default and is not in the address.
   *
   * @param {string} label
   * @param {string} name the parameter
   * @param {string} present
   * @param {string[][]} choices words and texts
   */
  choice(label, name, present, choices) {
    const usual = {by: 'model', unit: 'day', show: 'cost'}[name];
    return html`<nav class="segments" aria-label=${label}>${choices.map(([word, text]) => html`<a
      href=${this.app.linkWith({[name]: word === usual ? null : word, sort: null})}
      aria-current=${word === present ? 'true' : nothing}>${text}</a>`)}</nav>`;
  }

  /** @param {{rows: Row[], total: Row, coverage: any}} answer */
  bill({rows, total, coverage}) {
    if (rows.length === 0) {
      const filtered = Object.keys(this.filters()).length > 0;
      return filtered ? empty('Nothing was used in the selected turns', 'Remove a filter, or choose a longer time.')
          : empty('Nothing was used yet', 'Tokens and cost appear here when the first turn has closed.');
    }
    return html`${coverageNote(coverage)}
      ${this.show('compared', ([before, now]) => (before ? this.compared(before, now) : nothing), nothing)}
      ${this.totals(total)}
      ${this.show('times', (/** @type {any} */ times) => this.chart(times.rows, rows))}
      ${this.ranking(rows)}${this.list(rows)}`;
  }

  get isRange() {
    return Boolean(this.params.since || this.params.until);
  }

  /** The time that was compared, or any time: what is not above already. @param {Row} total */
  totals(total) {
    const part = (/** @type {number | undefined} */ cost) => (total.cost_usd && cost != null
        ? `${format.share(cost / total.cost_usd)} of the cost` : nothing);
    const {tokens} = total;
    const cached = tokens.cache_read ?? 0;
    const [before, now] = this.loaded('compared') ?? [];
    const isAbove = this.isRange && before && before.total.turns + now.total.turns > 0;
    const all = isAbove ? nothing : figure('Cost', format.costOf(total), format.plural(total.turns, 'turn'));
    return html`<section class="stack" aria-labelledby="totals-title"><h2 id="totals-title">${
      this.isRange ? 'In the chosen time' : 'Any time'}</h2>${figures(html`${all}
      ${figure('Cost of failures', partText(total, total.failures_cost_usd), part(total.failures_cost_usd))}
      ${figure('Cost of repeats', partText(total, total.repeats_cost_usd), part(total.repeats_cost_usd))}
      ${figure('Tokens', format.short(format.tokenSum(tokens)),
          `${format.share(cached / (format.tokenSum(tokens) || 1))} read from the cache`)}
      ${figure('Output tokens', format.short(tokens.output ?? 0))}
      ${figure('Steps', format.count(total.steps), total.steps
        ? `${format.share(total.unchanged_steps / total.steps)} in turns that changed nothing` : nothing)}
      ${changesFigure(total.changes)}
      ${figure('Cost of a commit', partText(total, perCommit(total)), total.waited_ms
        ? `calls waited ${format.duration(total.waited_ms)} for a person` : nothing)}
      ${total.replies ? figure('Mean reply', format.duration(total.reply_ms / total.replies), `of ${format.count(total.replies)} replies`)
        : nothing}`)}${
      isAbove ? nothing : this.unpriced([['', total]])}</section>`;
  }

  /** @param {{rows: Row[], total: Row}} before @param {{rows: Row[], total: Row}} now */
  compared(before, now) {
    const [from, between] = this.periods();
    const [was, is] = [before.total, now.total];
    if (was.turns + is.turns === 0) return nothing;
    const each = (/** @type {string} */ label, /** @type {(row: Row) => number} */ of, /** @type {(value: any, row: Row) => string} */ text) => figure(
        label, text(of(is), is), `${text(of(was), was)} before${of(was) ? `, ${change(of(is) / of(was) - 1)}` : ''}`);
    const cost = (/** @type {Row | undefined} */ row) => row?.cost_usd ?? 0;
    const names = [...new Set([...now.rows, ...before.rows].map((row) => this.name(row)))];
    const moved = names.map((name) => [name, ...[now, before].map(({rows}) => cost(rows.find((row) => this.name(row) === name)))])
        .map(([name, after, earlier]) => ({name, by: after - earlier})).filter(({by}) => Math.abs(by) >= 0.01)
        .sort((a, b) => Math.abs(b.by) - Math.abs(a.by)).slice(0, MOVERS_MAX);
    return html`<section class="stack" aria-labelledby="compared-title"><h2 id="compared-title">${
      this.isRange ? 'The chosen time' : 'The last 7 days'} and as long a time before <span class="muted">(from ${
      format.day(new Date(between).toISOString())} and ${format.day(new Date(from).toISOString())})</span></h2><div class="large">${figures(html`
        ${each('Cost', cost, (value, row) => format.cost(value, row.unpriced_models.length))}${each('Turns', (row) => row.turns, format.count)}${
        each('Cost of a turn', (row) => row.turns ? cost(row) / row.turns : 0, (value, row) => format.cost(value, row.unpriced_models.length))}${
        each('Steps', (row) => row.steps, format.count)}${each('Failed', (row) => row.failures, format.count)}${
        each('Tokens', (row) => format.tokenSum(row.tokens), format.short)}${
        each('Commits', (row) => row.changes.commits ?? 0, format.count)}`)}</div>${
      this.unpriced([[' of this time', is], [' of the time before', was]])}${moved.length === 0 ? nothing
        : html`<p class="muted">Changed most: ${moved.map(({name, by}, at) => html`${at > 0 ? ', ' : ''}${name} <span
          class="amount">${by > 0 ? '+' : '−'}${format.money(Math.abs(by))}</span>`)}</p>`}</section>`;
  }

  /** @param {[string, Row][]} times each in words, and its total */
  unpriced(times) {
    const lacking = times.filter(([, {unpriced_models: models}]) => models.length > 0);
    if (lacking.length === 0) return nothing;
    return html`<p class="notice"><span class="mark mark-rejected" aria-hidden="true">!</span> ${lacking.map(([time, total], at) => html`${
      at > 0 ? ' ' : ''}The cost${time} does not include tokens without a known price: ${format.models(total.unpriced_models)}.`)}</p>`;
  }

  /** @param {Row} row */
  amount(row) {
    return this.tokens ? format.tokenSum(row.tokens) : row.cost_usd ?? 0;
  }

  /** @param {Row} row */
  name(row) {
    return row[this.field] ?? 'unknown';
  }

  /**
   * @param {Row[]} times rows of a time and a group
   * @param {Row[]} rows rows of a group
   */
  chart(times, rows) {
    const ranked = [...new Set([...rows].sort((a, b) => this.amount(b) - this.amount(a)).map((row) => this.name(row)))];
    const shown = ranked.length > SERIES_MAX + 1 ? ranked.slice(0, SERIES_MAX) : ranked;
    const names = ranked.length > shown.length ? [...shown, OTHERS] : shown;
    const {places, label, unit, sums} = this.sums(times, (row) => {
      const place = shown.indexOf(this.name(row));
      return place < 0 ? shown.length : place;
    }, names.length);
    const series = names.map((name, at) => ({name, values: sums[at]}));
    const running = places.length > 0 && runs(unit, places[places.length - 1]) ? places[places.length - 1] : null;
    const short = this.unit === 'day' ? format.day : String;
    return html`<section class="card">${stackedBars({
      caption: `${this.tokens ? 'Tokens' : 'Cost'} by ${unit} and ${this.group.replace('-', ' ')}`,
      note: `Times are in your zone, ${this.zone}.${unit === this.unit ? '' : ` The time is long: a bar is a ${unit}.`}${
        running ? ` * This ${unit} still runs.` : ''}`,
      x: {label, values: places, format: (value) => `${short(value)}${value === running ? '*' : ''}`},
      y: this.tokens ? {label: 'tokens', format: format.short} : {label: 'US dollars', format: format.money},
      series,
      href: (place) => {
        const range = this.unit === 'day' && daysFrom(places[place], DAYS[unit]);
        return range ? this.link('turns', null, range) : null;
      },
    })}</section>`;
  }

  /**
   * The amounts by time. Days are without gaps, and many of them are weeks.
   *
   * @param {Row[]} times
   * @param {(row: Row) => number} seriesOf
   * @param {number} width the number of series
   * @returns {{places: string[], label: string, unit: string, sums: number[][]}}
   */
  sums(times, seriesOf, width) {
    const values = (/** @type {Row} */ row) => Array.from({length: width},
        (_, at) => (at === seriesOf(row) ? this.amount(row) : 0));
    if (this.unit === 'day') {
      const {days, series, label, unit} = timeline(times.map((row) => ({day: row.day, values: values(row)})), width);
      return {places: days, label, unit, sums: series};
    }
    const places = [...new Set(times.map((row) => row[this.unit]))].filter((time) => time && time !== 'unknown').sort();
    const sums = Array.from({length: width}, () => places.map(() => 0));
    for (const row of times) {
      const place = places.indexOf(row[this.unit]);
      if (place >= 0) sums[seriesOf(row)][place] += this.amount(row);
    }
    return {places, label: this.unit, unit: this.unit, sums};
  }

  /** What failures and repeats cost by group. @param {Row[]} rows */
  ranking(rows) {
    if (this.tokens) return nothing;
    const plot = (/** @type {string} */ field, /** @type {string} */ caption, /** @type {string} */ note,
        /** @type {'error' | undefined} */ tone) => {
      const most = rows.filter((row) => row[field] > 0).sort((a, b) => b[field] - a[field]).slice(0, BARS_MAX);
      return most.length === 0 ? nothing : html`<section class="card">${bars({
        caption,
        note,
        x: {label: this.group, values: most.map((row) => this.short(row))},
        y: {label: 'US dollars', format: format.money},
        series: [{name: 'cost', values: most.map((row) => row[field]), tone}],
        href: (place) => this.href(most[place]),
      })}</section>`;
    };
    const plots = [plot('repeats_cost_usd', 'Cost of repeats',
        'The same call though nothing changed, and the same file read again.', undefined), plot('failures_cost_usd',
        'Cost of failures', 'Failed calls, but for commands that ended with an error.', 'error')];
    return plots.every((one) => one === nothing) ? nothing : html`<div class="columns">${plots}</div>`;
  }

  /** @param {Row} row */
  short(row) {
    return this.group === 'session' ? format.shortId(this.name(row)) : this.name(row);
  }

  /** Where a row leads: its turns, or its session. @param {Row} row */
  href(row) {
    const value = row[this.field];
    if (value == null || this.group === 'subagent-type') return null;
    return this.group === 'session' ? this.link('session', value) : this.link('turns', null, {[this.group]: value});
  }

  /** @param {Row[]} rows */
  list(rows) {
    const [, , label] = GROUPS.find(([word]) => word === this.group) ?? GROUPS[0];
    return table({
      caption: `Bill by ${this.group.replace('-', ' ')}`,
      rows,
      columns: [
        {key: 'name', label, wide: true, value: (row) => row[this.field], cell: (row) => format.beside(this.short(row), row)},
        ...COLUMNS,
      ],
      sort: sortOf(this.params.sort, {key: 'cost', descending: true}),
      onSort: (sort) => this.app.set({sort: sortText(sort)}),
      href: (row) => this.href(row),
      note: html`<span class="muted">${format.plural(rows.length, 'row')}. Copied turns are not counted.${rows.some((row) => row.beside_messages)
        ? ' Beside messages: what only the agents themselves have counted, such as compactions.' : nothing}</span>`,
    });
  }
}

/** Days of a part of the chart. @type {Record<string, number>} */
const DAYS = {day: 1, week: 7, 'four weeks': 28};

/**
 * The filters of some days in the viewer's zone; null for turns without a time.
 *
 * @param {string} day the first of them
 * @param {number} count
 */
function daysFrom(day, count) {
  return /^\d{4}-\d\d-\d\d$/.test(day) ? {since: dayBegin(day), until: dayBegin(day, count)} : null;
}

/** Whether a day, so many days or a month are not over yet. @param {string} unit @param {string} place */
function runs(unit, place) {
  const end = unit === 'month' ? new Date(Number(place.slice(0, 4)), Number(place.slice(5, 7)), 1).toISOString()
    : DAYS[unit] ? dayBegin(place, DAYS[unit]) : null;
  return end != null && Date.parse(end) > Date.now();
}

/** @param {number} share */
function change(share) {
  return `${share < 0 ? '−' : '+'}${format.share(Math.abs(share))}`;
}

/** A part of the cost of a row. @param {Row} row @param {number | undefined} cost */
function partText(row, cost) {
  return format.cost(cost, cost && row.unpriced_models.length);
}

/** The cost divided by the commits; absent without one. @param {Row} row */
function perCommit(row) {
  return row.changes.commits && row.cost_usd !== undefined ? row.cost_usd / row.changes.commits : undefined;
}

/** @type {import('../table.js').Column<Row>[]} */
const COLUMNS = [
  {key: 'cost', label: 'Cost', number: true, value: (row) => row.cost_usd, cell: (row) => format.costOf(row)},
  {key: 'failures_cost', label: 'Of failures', number: true, title: 'Cost of failed calls, but for commands that ended with an error',
    value: (row) => row.failures_cost_usd, cell: (row) => partText(row, row.failures_cost_usd)},
  {key: 'repeats_cost', label: 'Of repeats', number: true, title: 'Cost of the same call though nothing changed, and of the same file read again',
    value: (row) => row.repeats_cost_usd, cell: (row) => partText(row, row.repeats_cost_usd)},
  {key: 'turns', label: 'Turns', number: true, value: (row) => row.turns, cell: (row) => format.count(row.turns)},
  {key: 'steps', label: 'Steps', number: true, value: (row) => row.steps, cell: (row) => format.count(row.steps)},
  {key: 'commits', label: 'Commits', number: true, value: (row) => row.changes.commits, cell: (row) => format.count(row.changes.commits)},
  {key: 'per_commit', label: 'Of a commit', number: true, title: 'The cost divided by the commits', value: perCommit,
    cell: (row) => partText(row, perCommit(row))},
  {key: 'added', label: 'Lines added', number: true, value: (row) => row.changes.lines_added,
    cell: (row) => format.count(row.changes.lines_added)},
  {key: 'input', label: 'Input', number: true, title: 'Input tokens that were not in the cache',
    value: (row) => row.tokens.input, cell: (row) => format.short(row.tokens.input)},
  {key: 'output', label: 'Output', number: true, title: 'Output tokens', value: (row) => row.tokens.output,
    cell: (row) => format.short(row.tokens.output)},
  {key: 'written', label: 'Cache written', number: true, title: 'Tokens that were written to the cache',
    value: (row) => row.tokens.cache_creation, cell: (row) => format.short(row.tokens.cache_creation)},
  {key: 'read', label: 'Cache read', number: true, title: 'Tokens that were read from the cache',
    value: (row) => row.tokens.cache_read, cell: (row) => format.short(row.tokens.cache_read)},
  {key: 'active', label: 'Reported time', number: true, title: 'Active time, as far as agents reported it', value: (row) => row.active_duration_ms,
    cell: (row) => (row.active_duration_ms ? format.duration(row.active_duration_ms) : format.ABSENT)},
];
