/** The team: who works with which agents, and the shippers that send their transcripts. */

import {html, nothing} from 'lit-html';
import {ApiError} from '../api.js';
import {timeline} from '../days.js';
import * as format from '../format.js';
import {badge, coverageNote, empty, figure, figures, timeTag} from '../parts.js';
import {bars, stackedBars} from '../plot.js';
import {sortOf, sortText, table} from '../table.js';
import {View} from '../view.js';

/** @typedef {Record<string, any>} Row of `/api/v1/usage` */
/** @typedef {Record<string, any>} Shipper of `/api/v1/shippers` */

const TABS = /** @type {[string, string][]} */ ([['people', 'People and agents'], ['shippers', 'Shippers']]);
const BARS_MAX = 12;
/** The figures are read again at most this often. */
const AGAIN_MS = 5_000;
/** And at least this many times as long after the answers as they took. */
const AGAIN_FACTOR = 10;
/** Shippers tell nothing by events, and report every 30 s at most. */
const SHIPPERS_MS = 15_000;

export default class Team extends View {
  static filters = ['since', 'until', 'project', 'host', 'user', 'agent', 'agent_version', 'model', 'session'];

  zone = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC';
  question = '';
  /** What is read now. */
  reading = /** @type {Promise<any> | null} */ (null);
  /** How long the last reading took. */
  tookMs = 0;
  /** Whether a turn closed since this reading began. */
  isStale = false;

  title() {
    return 'Team';
  }

  get tab() {
    return TABS.some(([word]) => word === this.params.tab) ? this.params.tab : 'people';
  }

  /** @param {string | undefined} id @param {import('../view.js').Params} params */
  open(id, params) {
    this.subscribe(['turn'], () => this.readLater());
    this.every(SHIPPERS_MS, () => {
      if (this.tab === 'shippers' && !document.hidden) this.readShippers();
    });
    super.open(id, params);
  }

  changed() {
    const question = JSON.stringify([this.filters(), this.tab]);
    if (question === this.question) return;
    this.question = question;
    this.read();
  }

  /** Some time after the answers are here, so that a processor with many turns is not asked all the time. */
  readLater() {
    this.isStale = true;
    if (this.reading || this.tab === 'shippers') return;
    this.soon(Math.max(AGAIN_MS, this.tookMs * AGAIN_FACTOR), () => this.read());
  }

  read() {
    const {api} = this.app;
    const filters = this.filters();
    if (this.tab === 'people') {
      this.measured([
        this.load('usage', (signal) => api.get('usage',
            {...filters, by: 'user,host,agent', zone: this.zone, sort: 'cost', limit: 2_000}, signal)),
        this.load('days', (signal) => api.get('usage', {...filters, by: 'day,agent', zone: this.zone, limit: 2_000}, signal)),
        this.load('versions', (signal) => api.get('sessions', {...filters, order: 'desc', limit: 500}, signal)),
      ]);
    }
    this.readShippers();
  }

  /** @param {Promise<any>[]} loads that never reject */
  measured(loads) {
    this.isStale = false;
    const started = performance.now();
    const reading = Promise.all(loads);
    this.reading = reading;
    void reading.then(() => {
      if (this.reading !== reading) return;
      this.reading = null;
      this.tookMs = performance.now() - started;
      if (this.isStale && !this.closed) this.readLater();
    });
  }

  readShippers() {
    const {host, user, agent} = this.filters();
    void this.load('shippers', (signal) => this.app.api.get('shippers', {host, user, agent, limit: 2_000}, signal).catch((error) => {
      // A processor of an earlier release knows no shippers.
      if (error instanceof ApiError && error.status === 404) return {items: [], unknown: true};
      throw error;
    }));
  }

  template() {
    return html`<div class="head"><h1>Team</h1><p class="lead">Who works with which agents, and whether their transcripts
        arrive.</p></div>
      ${this.app.filters(this)}
      <nav class="segments" aria-label="Parts of this view">${TABS.map(([word, text]) => html`<a
        href=${this.app.linkWith({tab: word === 'people' ? null : word, sort: null})}
        aria-current=${word === this.tab ? 'true' : nothing}>${text}${word === 'shippers' ? this.lateBadge() : nothing}</a>`)}</nav>
      ${this.tab === 'people' ? this.people() : this.shippers()}`;
  }

  /** The number of shippers that need somebody. */
  lateBadge() {
    const late = (this.loaded('shippers')?.items ?? []).filter((/** @type {Shipper} */ one) => one.late).length;
    return late === 0 ? nothing : html` ${badge(`${late} late`, 'error')}`;
  }

  people() {
    return this.show('usage', (/** @type {any} */ answer) => {
      if (answer.rows.length === 0) return this.nobody();
      return html`${coverageNote(answer.coverage)}${this.totals(answer)}
        ${this.show('days', (/** @type {any} */ days) => this.days(days.rows))}
        <div class="columns">${this.ranking(answer.rows, 'user', 'Turns by person')}
          ${this.ranking(answer.rows, 'host', 'Turns by machine')}</div>
        ${this.peopleTable(answer.rows)}
        ${this.show('versions', (/** @type {any} */ sessions) => this.versions(sessions))}`;
    });
  }

  nobody() {
    return Object.keys(this.filters()).length > 0
      ? empty('Nobody worked with an agent in this selection', 'Remove a filter, or choose a longer time.')
      : empty('No turn has arrived yet', html`Start an agent on this machine, or run <code>footfall ship</code> on the machines
          of the team.`);
  }

  /** @param {{rows: Row[], total: Row}} answer */
  totals({rows, total}) {
    const several = (/** @type {string} */ field) => format.count(new Set(rows.map((row) => row[field] ?? 'unknown')).size);
    return figures(html`${figure('People', several('user'))}${figure('Machines', several('host'))}
      ${figure('Agents', several('agent'))}${figure('Turns', format.count(total.turns),
          `${format.share(total.turns ? total.long_turns / total.turns : 0)} of them long`)}
      ${figure('Cost', format.costOf(total), total.unpriced_models?.length
        ? `no price for ${format.models(total.unpriced_models)}` : nothing)}`);
  }

  /** @param {Row[]} rows */
  days(rows) {
    const agents = [...new Set(rows.map((row) => row.agent ?? 'unknown'))].sort();
    const {days, series, label} = timeline(rows.map((row) => ({day: row.day,
      values: agents.map((agent) => (agent === (row.agent ?? 'unknown') ? row.turns : 0))})), agents.length);
    if (days.length < 2) return nothing;
    return html`<section class="card">${stackedBars({
      caption: 'Turns over time by agent',
      note: `Days of your zone, ${this.zone}.`,
      x: {label, values: days, format: (value) => format.day(value)},
      y: {label: 'turns', format: format.count},
      series: agents.map((agent, at) => ({name: agent, values: series[at]})),
    })}</section>`;
  }

  /**
   * @param {Row[]} rows
   * @param {'user' | 'host'} field
   * @param {string} caption
   */
  ranking(rows, field, caption) {
    /** @type {Map<string, number>} */
    const sums = new Map();
    for (const row of rows) sums.set(row[field] ?? 'unknown', (sums.get(row[field] ?? 'unknown') ?? 0) + row.turns);
    const most = [...sums].sort((a, b) => b[1] - a[1]).slice(0, BARS_MAX);
    return html`<section class="card">${bars({
      caption,
      x: {label: field === 'user' ? 'person' : 'machine', values: most.map(([name]) => name)},
      y: {label: 'turns', format: format.count},
      series: [{name: 'turns', values: most.map(([, turns]) => turns)}],
      href: (place) => (most[place] && most[place][0] !== 'unknown'
          ? this.link('turns', null, {[field]: most[place][0]}) : null),
    })}</section>`;
  }

  /** @param {Row[]} rows */
  peopleTable(rows) {
    return table({
      caption: 'People, machines and agents',
      columns: PEOPLE,
      rows,
      sort: sortOf(this.params.sort, {key: 'turns', descending: true}),
      onSort: (sort) => this.app.set({sort: sortText(sort)}),
      href: (row) => this.link('turns', null, {user: row.user, host: row.host, agent: row.agent}),
    });
  }

  /** Versions of agents in the latest sessions. @param {any} answer */
  versions(answer) {
    /** @type {Map<string, {agent: string, version: string, sessions: number, hosts: Set<string>, last: string}>} */
    const versions = new Map();
    for (const session of answer.items) {
      if (!session.agent_version) continue;
      const key = `${session.agent}\n${session.agent_version}`;
      const one = versions.get(key) ?? {agent: session.agent, version: session.agent_version, sessions: 0,
        hosts: new Set(), last: ''};
      one.sessions++;
      if (session.host) one.hosts.add(session.host);
      if ((session.end_time ?? '') > one.last) one.last = session.end_time;
      versions.set(key, one);
    }
    if (versions.size === 0) return nothing;
    return html`<section class="stack"><h2>Versions of agents</h2>${table({
      caption: 'Versions of agents',
      columns: VERSIONS,
      rows: [...versions.values()].sort((a, b) => (a.last < b.last ? 1 : -1)),
      href: (row) => this.link('turns', null, {agent: row.agent, agent_version: row.version}),
      note: html`<span class="muted">In the last ${format.plural(answer.items.length, 'session')}</span>`,
    })}</section>`;
  }

  shippers() {
    return this.show('shippers', (/** @type {any} */ answer) => {
      const items = /** @type {Shipper[]} */ (answer.items);
      if (items.length === 0) {
        return empty('No shipper has reported yet', html`A shipper sends the transcripts of a machine. Run
          <code>footfall ship</code> there; <code>footfall up</code> has one of its own.`);
      }
      const late = items.filter((one) => one.late).length;
      const behind = items.reduce((sum, one) => sum + (one.late ? 0 : one.bytes_behind ?? 0), 0);
      return html`${figures(html`${figure('Shippers', format.count(items.length))}
        ${figure('Late', html`<span class=${late ? 'text-error' : ''}>${format.count(late)}</span>`, 'three reports are missing')}
        ${figure('Behind', format.bytes(behind), late ? 'not yet at the broker, without late ones' : 'not yet at the broker')}
        ${figure('Files', format.count(items.reduce((sum, one) => sum + (one.files ?? 0), 0)))}`)}
        ${table({
          caption: 'Shippers',
          columns: SHIPPERS,
          rows: items,
          sort: sortOf(this.params.sort),
          presorted: !this.params.sort,
          onSort: (sort) => this.app.set({sort: sortText(sort)}),
          href: (one) => (one.host || one.user ? this.link('turns', null, {host: one.host, user: one.user}) : null),
          note: html`<span class="muted">${format.plural(items.length, 'shipper')}, the most urgent first</span>`,
        })}`;
    });
  }
}

/** @param {Shipper} one */
function stateBadge(one) {
  if (one.late) return badge(`late, no report for ${format.duration(one.not_heard_for_ms)}`, 'error');
  if (one.state === 'waiting_for_broker') return badge('waiting for the broker', 'rejected');
  if (one.state === 'stopped') return badge('stopped');
  return badge('running', 'ok');
}

/** @type {import('../table.js').Column<Row>[]} */
const PEOPLE = [
  {key: 'user', label: 'Person', value: (row) => row.user, main: true, cell: (row) => format.beside(row.user ?? format.ABSENT, row)},
  {key: 'host', label: 'Machine', value: (row) => row.host},
  {key: 'agent', label: 'Agent', value: (row) => row.agent},
  {key: 'turns', label: 'Turns', number: true, value: (row) => row.turns, cell: (row) => format.count(row.turns)},
  {key: 'long', label: 'Long', number: true, title: 'Turns with more steps than the threshold',
    value: (row) => row.long_turns, cell: (row) => format.count(row.long_turns)},
  {key: 'failures', label: 'Failures', number: true, value: (row) => row.failures,
    cell: (row) => format.count(row.failures)},
  {key: 'active', label: 'Reported time', number: true, title: 'Active time, as far as agents reported it', value: (row) => row.active_duration_ms,
    cell: (row) => (row.active_duration_ms ? format.duration(row.active_duration_ms) : format.ABSENT)},
  {key: 'cost', label: 'Cost', number: true, value: (row) => row.cost_usd, cell: (row) => format.costOf(row)},
];

/** @type {import('../table.js').Column<any>[]} */
const VERSIONS = [
  {key: 'agent', label: 'Agent', value: (row) => row.agent},
  {key: 'version', label: 'Version', value: (row) => row.version, main: true},
  {key: 'sessions', label: 'Sessions', number: true, value: (row) => row.sessions,
    cell: (row) => format.count(row.sessions)},
  {key: 'hosts', label: 'Machines', number: true, value: (row) => row.hosts.size,
    cell: (row) => format.count(row.hosts.size)},
  {key: 'last', label: 'Last seen', value: (row) => row.last, cell: (row) => timeTag(row.last)},
];

/** @type {import('../table.js').Column<Shipper>[]} */
const SHIPPERS = [
  {key: 'state', label: 'State', value: (row) => (row.late ? 'late' : row.state), cell: stateBadge},
  {key: 'host', label: 'Machine', main: true, value: (row) => row.host},
  {key: 'user', label: 'Person', value: (row) => row.user},
  {key: 'heard', label: 'Last report', value: (row) => row.heard_at, cell: (row) => timeTag(row.heard_at, 'ago')},
  {key: 'behind', label: 'Behind', number: true, title: 'Bytes of transcripts that are not at the broker',
    value: (row) => row.late ? null : row.bytes_behind,
    cell: (row) => row.late ? '' : format.bytes(row.bytes_behind)},
  {key: 'files', label: 'Files', number: true, value: (row) => row.files, cell: (row) => format.count(row.files)},
  {key: 'unreadable', label: 'Unreadable', number: true, value: (row) => row.unreadable,
    cell: (row) => html`<span class=${row.unreadable ? 'text-error' : 'muted'}>${format.count(row.unreadable)}</span>`},
  {key: 'lines', label: 'Lines sent', number: true, title: 'Since the shipper started', value: (row) => row.lines,
    cell: (row) => format.count(row.lines)},
  {key: 'repeated', label: 'Repeated', number: true, title: 'Lines that were dropped, because the processor had lines of their places before',
    value: (row) => row.lines_repeated, cell: (row) => format.count(row.lines_repeated)},
  {key: 'agents', label: 'Agents', wide: true,
    value: (row) => (row.agents ?? []).map((/** @type {any} */ one) => one.agent).join(' ')},
  {key: 'version', label: 'Version', value: (row) => row.version},
];
