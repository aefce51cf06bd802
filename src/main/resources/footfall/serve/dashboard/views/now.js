/** What happens now: open turns as they grow, alerts as they come, and turns as they close. */

import {html, nothing} from 'lit-html';
import {guard} from 'lit-html/directives/guard.js';
import {repeat} from 'lit-html/directives/repeat.js';
import {ApiError} from '../api.js';
import {patternChain, stepChain} from '../chain.js';
import {matches} from '../filters.js';
import * as format from '../format.js';
import {OpenTurns} from '../open-turns.js';
import {agentState, badge, changesFigure, coverageNote, empty, figure, figures, timeTag} from '../parts.js';
import {texts} from '../texts.js';
import {beginning} from '../turns.js';
import {View} from '../view.js';

/** @typedef {import('../events.js').FeedEvent} FeedEvent */
/** @typedef {import('../open-turns.js').OpenTurn} OpenTurn */
/** @typedef {Record<string, any>} Alert */
/** @typedef {Record<string, any>} Turn */

const GROUPS = /** @type {[string, string, string][]} */ ([['', 'No groups', ''], ['project', 'Project', 'project'],
  ['user', 'Person', 'user'], ['host', 'Machine', 'host'], ['agent', 'Agent', 'agent']]);

const ACTIVITIES = /** @type {['tool' | 'intent', string][]} */ ([['tool', 'Tools'], ['intent', 'Intents']]);

/** Rows that are drawn; the others are counted. */
const OPEN_MAX = 60;
const FEED_MAX = 40;
/** Most closed turns that came by events and are kept. */
const CLOSED_MAX = 200;
const ALERTS_MAX = 30;
/** A turn with one of these alerts is stuck. */
const STUCK = new Set(['error-streak', 'repeat-loop']);
/** @typedef {{word: string, level: number}} Warning */

/** Most open turns, alerts and removed IDs that are kept. */
const KEPT_MAX = 5_000;
const CHAIN_MAX = 16;
const FEED_CHAIN_MAX = 6;
/** Tools are in the pattern of a turn, intents only in its steps. */
const FEED_STEPS_MAX = 24;
/** The list of open turns has no steps. Those of so many turns are read, if a turn is at most this long. */
const READ_MAX = 24;
/** Late shippers that are named. */
const LATE_MAX = 3;
const READ_LENGTH_MAX = 200;
/** As many as an event has. */
const STEPS_MAX = 20;
const SECOND_MS = 1_000;
const ALERTS_SINCE = '24h';
/** While no agent works, today's figures are read again at most this often. */
const TODAY_MS = 10_000;
/** Shippers tell nothing by events. */
const SHIPPERS_MS = 15_000;

export default class Now extends View {
  static filters = ['project', 'host', 'user', 'agent', 'agent_version', 'session'];

  open_ = new OpenTurns(KEPT_MAX);
  /** Raised and not cleared, by alert ID. */
  alerts = /** @type {Map<string, Alert>} */ (new Map());
  /** The last record of each alert that came by an event. */
  alertEvents = /** @type {Map<string, Alert>} */ (new Map());
  /** The last closed turns, the latest end first; of each only its last revision. */
  feed = /** @type {Turn[]} */ ([]);
  /** Those of the last answer. */
  answered = /** @type {Turn[]} */ ([]);
  /** The last revision of each turn that came by an event. */
  turnEvents = /** @type {Map<string, Turn>} */ (new Map());
  /** IDs of turns that events withdrew or made a copy. */
  removed = /** @type {Set<string>} */ (new Set());
  /** Turns and alerts that came before events were missed. */
  outdated = /** @type {WeakSet<object>} */ (new WeakSet());
  closedCount = 0;
  question = '';
  now = Date.now();

  title() {
    return 'Now';
  }

  /** @param {string | undefined} id @param {import('../view.js').Params} params */
  open(id, params) {
    this.subscribe(['start', 'open', 'closed', 'alert', 'turn', 'withdrawn'], (events) => this.happened(events));
    this.every(SECOND_MS, () => {
      this.now = Date.now();
      if (this.isTodayOld && this.open_.size === 0 && this.now - this.todayAt > TODAY_MS) {
        this.isTodayOld = false;
        this.readToday();
      }
      if (!document.hidden) this.update();
    });
    this.every(SHIPPERS_MS, () => {
      if (!document.hidden) this.readShippers();
    });
    super.open(id, params);
  }

  changed() {
    const question = JSON.stringify([this.filters(), this.activity]);
    if (question === this.question) return;
    this.question = question;
    this.read();
  }

  read() {
    const {api} = this.app;
    const filters = this.filters();
    void this.load('open', (signal) => this.open_.read(
        api.get('turns/open', {...filters, limit: 500}, signal), signal, ({is_copy: isCopy}) => !isCopy), () => {
      this.app.announce(format.plural(this.open_.size, 'open turn'));
      void this.load('steps', (signal) => this.readSteps(signal));
    });
    this.readToday();
    this.readShippers();
    void this.load('alerts', (signal) => (
      api.get('alerts', {...filters, order: 'desc', since: ALERTS_SINCE, limit: 100}, signal)),
    (answer) => this.raised(answer.items));
    const steps = this.activity === 'intent' ? FEED_STEPS_MAX : 1;
    void this.load('turns', (signal) => api.get('turns', {...filters, order: 'desc', limit: FEED_MAX, steps}, signal),
        (answer) => this.listed(answer.items));
  }

  /** A processor that does not know them is not asked again. */
  readShippers() {
    const load = this.loads.get('shippers');
    if (load?.state === 'error' && load.error instanceof ApiError && load.error.status === 404) return;
    const {host, user, agent} = this.filters();
    void this.load('shippers', (signal) => this.app.api.get('shippers', {host, user, agent, limit: 2_000}, signal));
  }

  readToday() {
    const since = new Date(new Date().setHours(0, 0, 0, 0)).toISOString();
    this.todayAt = Date.now();
    void this.load('today', (signal) => this.app.api.get('usage', {...this.filters(), by: 'model', since}, signal));
  }

  todayAt = 0;
  isTodayOld = false;

  /** Closed turns are stored after their events, so an answer may be older than those. @param {Turn[]} turns */
  listed(turns) {
    this.answered = turns;
    for (const [id, turn] of this.turnEvents) if (this.outdated.has(turn)) this.turnEvents.delete(id);
    this.feed = this.lastClosed();
  }

  lastClosed() {
    const filters = this.filters();
    const turns = new Map(this.answered.filter((turn) => !turn.copy_of && !this.removed.has(turn.turn_id))
        .map((turn) => [turn.turn_id, turn]));
    for (const [id, turn] of this.turnEvents) {
      if (matches(turn, filters) && !(turns.get(id)?.revision > turn.revision)) turns.set(id, turn);
    }
    return [...turns.values()].sort(byEnd).slice(0, FEED_MAX);
  }

  /** Alerts are stored after their events, so an answer may be older than those. @param {Alert[]} alerts the newest first */
  raised(alerts) {
    const filters = this.filters();
    const last = new Map();
    for (const alert of alerts) if (!last.has(alert.alert_id)) last.set(alert.alert_id, alert);
    for (const [id, alert] of this.alertEvents) {
      if (this.outdated.has(alert)) this.alertEvents.delete(id);
      else if (matches(alert, filters)) last.set(id, later(last.get(id), alert));
    }
    this.alerts = new Map([...last].filter(([, alert]) => alert.state === 'raised'));
  }

  /**
   * Reads the steps of the turns that are drawn first, unless an event had them.
   *
   * @param {AbortSignal} signal
   */
  async readSteps(signal) {
    const turns = this.open_.list().sort(byStart).slice(0, READ_MAX)
        .filter((turn) => !turn.last_steps && turn.length > 0 && turn.length <= READ_LENGTH_MAX);
    await Promise.all(turns.map(async (turn) => {
      const answer = await this.app.api.get(['turns', turn.turn_id], {}, signal).catch(() => null);
      // An event that came meanwhile is newer.
      if (answer && this.open_.has(turn)) {
        this.open_.stepped(turn, answer.item.steps.slice(-STEPS_MAX));
        this.update();
      }
    }));
  }

  /** The events of one frame. @param {FeedEvent[]} events */
  happened(events) {
    const filters = this.filters();
    let again = false;
    let isListed = false;
    for (const {type, data} of events) {
      if (type === 'reset') {
        again = true;
        for (const known of [...this.turnEvents.values(), ...this.alertEvents.values()]) this.outdated.add(known);
      } else if (type === 'start') {
        again = true;
      } else if (type === 'open') {
        if (matches(data, filters)) this.open_.grown(data);
      } else if (type === 'closed') {
        this.open_.closed(data);
      } else if (type === 'alert') {
        this.alerted(data, filters);
      } else if (type === 'turn') {
        this.open_.ended(data);
        this.ended(data, filters);
        isListed = this.isTodayOld = true;
      } else if (type === 'withdrawn') {
        this.withdrawn(data);
        isListed = true;
      }
    }
    if (isListed) this.feed = this.lastClosed();
    if (again) this.read();
    this.update();
  }

  /** @param {Alert} alert @param {Record<string, string>} filters */
  alerted(alert, filters) {
    const id = alert.alert_id;
    const last = later(this.alertEvents.get(id) ?? this.alerts.get(id), alert);
    this.alertEvents.delete(id);
    this.alertEvents.set(id, last);
    trim(this.alertEvents, KEPT_MAX);
    if (last.state === 'cleared') {
      this.alerts.delete(id);
    } else if (matches(alert, filters)) {
      if (!this.alerts.has(id) && alert.level >= 2) this.app.announce(`Alert: ${alertText(alert)}`);
      this.alerts.set(id, last);
      trim(this.alerts, KEPT_MAX);
    }
  }

  /** @param {Turn} turn @param {Record<string, string>} filters */
  ended(turn, filters) {
    const id = turn.turn_id;
    if (turn.copy_of) {
      this.remove(id);
      return;
    }
    this.removed.delete(id);
    const known = this.turnEvents.get(id);
    if (!matches(turn, filters) || known?.revision > turn.revision) return;
    if (!known && !this.answered.some(({turn_id: other}) => other === id)) this.closedCount++;
    this.turnEvents.set(id, turn);
    if (this.turnEvents.size > CLOSED_MAX) {
      const last = [...this.turnEvents.values()].sort(byEnd).slice(0, FEED_MAX);
      this.turnEvents = new Map(last.map((kept) => [kept.turn_id, kept]));
    }
  }

  /** @param {{type: string, id: string}} record that was deleted */
  withdrawn({type, id}) {
    if (type !== 'turn') return;
    this.remove(id);
    this.open_.withdrawn(id);
  }

  /** @param {string} id of a turn */
  remove(id) {
    this.turnEvents.delete(id);
    this.removed.add(id);
    trim(this.removed, KEPT_MAX);
  }

  get group() {
    return GROUPS.some(([word]) => word === this.params.group) ? this.params.group : '';
  }

  get activity() {
    return this.params.activity === 'intent' ? 'intent' : 'tool';
  }

  template() {
    return html`<div class="head"><h1>Now</h1><p class="lead">Open turns, alerts, and turns that have just closed.</p></div>
      ${this.app.filters(this, html`<nav class="segments" aria-label="Group open turns by">${GROUPS.map(([word, text]) => html`<a
        href=${this.app.linkWith({group: word || null})}
        aria-current=${word === this.group ? 'true' : nothing}>${text}</a>`)}</nav><nav class="segments"
        aria-label="Steps by">${ACTIVITIES.map(([word, text]) => html`<a
        href=${this.app.linkWith({activity: word === 'tool' ? null : word})}
        aria-current=${word === this.activity ? 'true' : nothing}>${text}</a>`)}</nav>`)}
      ${this.lateShippers()}${this.counts()}
      <div class="now">
        <section class="stack now-open" aria-labelledby="now-open"><h2 id="now-open">Open turns</h2>
          ${this.show('open', (/** @type {any} */ answer) => html`${coverageNote(answer.coverage)}${this.openTurns()}`)}</section>
        <div class="stack now-side">
          <section class="stack" aria-labelledby="now-alerts"><h2 id="now-alerts">Alerts</h2>
            ${this.show('alerts', () => this.alertList())}</section>
          <section class="stack" aria-labelledby="now-closed"><h2 id="now-closed">Closed turns</h2>
            ${this.show('turns', () => this.closedList())}</section>
        </div>
      </div>`;
  }

  lateShippers() {
    const late = (this.loaded('shippers')?.items ?? []).filter((/** @type {any} */ one) => one.late);
    if (late.length === 0) return nothing;
    const names = late.slice(0, LATE_MAX).map((/** @type {any} */ one) => [one.user, one.host].filter(Boolean).join(' on ')
      || one.shipper_id);
    const more = late.length - names.length;
    return html`<p class="notice"><span class="mark mark-rejected" aria-hidden="true">!</span> <a href=${
      this.link('team', null, {tab: 'shippers'})}>${format.plural(late.length, 'shipper is late', 'shippers are late')}</a>:
      ${names.join(', ')}${more > 0 ? ` and ${format.count(more)} more` : nothing}. What they have not sent is not here.</p>`;
  }

  counts() {
    const turns = this.open_.list();
    const today = this.loaded('today')?.total;
    if (this.loaded('open') !== undefined && turns.length === 0 && today) return this.today(today);
    const known = turns.filter((turn) => turn.cost_usd != null);
    const failing = turns.filter((turn) => turn.failures > 0).length;
    const cost = known.reduce((sum, turn) => sum + turn.cost_usd, 0);
    // Before the first answer, nothing is known: a zero would say that no agent works.
    const read = this.loaded('open') !== undefined;
    const counted = (/** @type {number} */ value) => format.count(read ? value : undefined);
    return figures(html`${figure('Open turns', counted(turns.length))}
      ${figure('Long', counted(turns.filter((turn) => turn.long ?? turn.is_long).length))}
      ${figure('With failures', html`<span class=${failing ? 'text-error' : ''}>${counted(failing)}</span>`)}
      ${figure('Alerts', html`<span class=${[...this.alerts.values()].some(({level}) => level > 1) ? 'text-error'
        : this.alerts.size ? 'text-rejected' : ''}>${
        format.count(this.loaded('alerts') === undefined ? undefined : this.alerts.size)}</span>`)}
      ${figure('Cost so far', !read || (known.length === 0 && turns.length > 0) ? format.ABSENT : format.money(cost))}
      ${figure('Closed', format.count(this.closedCount), 'since you opened this page')}`);
  }

  /** Today so far, while no agent works. @param {any} total */
  today(total) {
    return figures(html`${figure('Turns today', format.count(total.turns))}
      ${figure('Steps', format.count(total.steps))}
      ${figure('Failed', html`<span class=${total.failures ? 'text-error' : ''}>${format.count(total.failures)}</span>`)}
      ${figure('Cost today', format.costOf(total))}
      ${changesFigure(total.changes)}
      ${figure('Alerts', format.count(this.loaded('alerts') === undefined ? undefined : this.alerts.size))}`);
  }

  openTurns() {
    const turns = this.open_.list().sort(byStart);
    if (turns.length === 0) {
      return Object.keys(this.filters()).length > 0
        ? empty('No open turn meets these filters', 'Remove a filter, or look at the closed turns.')
        : empty('No agent is working right now', html`Open turns appear here by themselves as soon as an agent calls a tool.
            <a href=${this.link('turns')}>See closed turns</a>`);
    }
    const shown = turns.slice(0, OPEN_MAX);
    const rest = turns.length - shown.length;
    const warnings = this.warnings();
    return html`${this.group === '' ? this.cards(shown, warnings) : this.grouped(shown, warnings)}
      ${rest > 0 ? html`<p class="note">and ${format.plural(rest, 'more open turn')}. Add a filter to see them.</p>` : nothing}`;
  }

  /** What each turn's active alerts say in a word: stuck, as in the commands, or the highest level. */
  warnings() {
    /** @type {Map<string, Warning>} */
    const warnings = new Map();
    for (const {turn_id: id, kind, level} of this.alerts.values()) {
      if (!id) continue;
      const known = warnings.get(id);
      const highest = Math.max(level, known?.level ?? 0);
      const stuck = STUCK.has(kind) || known?.word === 'stuck';
      warnings.set(id, {word: stuck ? 'stuck' : `alert ${highest}`, level: highest});
    }
    return warnings;
  }

  /** @param {OpenTurn[]} turns @param {Map<string, Warning>} warnings */
  grouped(turns, warnings) {
    /** @type {Map<string, OpenTurn[]>} */
    const groups = new Map();
    for (const turn of turns) {
      const name = turn[this.group] ?? 'unknown';
      groups.set(name, [...(groups.get(name) ?? []), turn]);
    }
    return repeat([...groups].sort(([a], [b]) => a.localeCompare(b)), ([name]) => name, ([name, members]) => html`
      <section class="stack"><h3 class="group-name">${name} <span class="muted">${
        format.plural(members.length, 'turn')}</span></h3>${this.cards(members, warnings)}</section>`);
  }

  /** @param {OpenTurn[]} turns @param {Map<string, Warning>} warnings */
  cards(turns, warnings) {
    return html`<ol class="open-turns">${repeat(turns, (turn) => turn.turn_id, (turn) => html`<li
      class="card open-turn">${this.card(turn, warnings.get(turn.turn_id))}</li>`)}</ol>`;
  }

  /** @param {OpenTurn} turn @param {Warning} [warning] */
  card(turn, warning) {
    const started = turn.started_at ? Date.parse(turn.started_at) : NaN;
    return html`<div class="spread">
        <a class="open-name" href=${this.link('turn', turn.turn_id)}>${turn.project ?? format.shortId(turn.session_id)}</a>
        <span class="row">${warning ? badge(turn.waiting_since ? `alert ${warning.level}` : warning.word, warning.level > 1 ? 'error' : 'rejected') : nothing}
          ${turn.agent_id ? badge('subagent') : nothing}
          ${agentState(turn, this.now)}
          ${turn.ending || turn.state === 'ending' ? badge('ending') : nothing}
          <span class="clock" title="time since the turn began">${
            Number.isNaN(started) ? format.ABSENT : format.clock(this.now - started)}</span></span>
      </div>
      ${guard([turn, this.activity, texts.version], () => html`${beginning(turn)}${chainOf(turn, this.activity)}
        <p class="note">${format.plural(turn.length, 'step')}${turn.failures > 0
          ? html`, <span class="text-error">${turn.failures} failed</span>` : nothing}
          · ${format.short(format.tokenSum(turn.tokens))} tokens · ${format.money(turn.cost_usd)}
          · ${[turn.agent, turn.user, turn.host].filter(Boolean).join(' · ')}</p>`)}`;
  }

  alertList() {
    const alerts = [...this.alerts.values()].sort((a, b) => (a.raised_at < b.raised_at ? 1 : -1));
    if (alerts.length === 0) {
      return html`<p class="muted">No active alert. Long turns, repeated failures and loops appear here while they run.</p>`;
    }
    const groups = byTurn(alerts);
    const shown = [...groups].slice(0, ALERTS_MAX);
    const rest = alerts.length - shown.reduce((sum, [, members]) => sum + members.length, 0);
    return html`<ul class="feed">${repeat(shown, ([id]) => id, ([, members]) => this.alertRow(members))}</ul>
      ${rest > 0 ? html`<p class="note">and ${format.plural(rest, 'more alert')}</p>` : nothing}`;
  }

  /** The alerts of one turn, or one of another kind. @param {Alert[]} alerts the newest first */
  alertRow(alerts) {
    const [newest] = alerts;
    const level = Math.max(...alerts.map((alert) => alert.level));
    /** @type {Map<string, Alert>} */
    const kinds = new Map();
    for (const alert of alerts) if (!(kinds.get(alert.kind)?.level >= alert.level)) kinds.set(alert.kind, alert);
    return html`<li>
      ${badge(`level ${level}`, level > 1 ? 'error' : 'rejected')}
      <span class="feed-main"><a href=${this.alertLink(newest)}>${[...kinds.values()].sort((a, b) => b.level - a.level)
        .map(alertText).join(', ')}</a>
        <span class="note">${[newest.project, newest.agent, newest.user].filter(Boolean).join(' · ')}</span>
        ${alerts.length === 1 ? nothing : html`<details><summary class="note">${format.plural(alerts.length, 'alert')}</summary>
          <ul>${alerts.map((alert) => html`<li class="note">level ${alert.level}: ${alertText(alert)}, ${
            timeTag(alert.raised_at, 'ago')}</li>`)}</ul></details>`}</span>
      ${timeTag(newest.raised_at, 'ago')}</li>`;
  }

  /** @param {Alert} alert */
  alertLink(alert) {
    if (alert.turn_id) return this.link('turn', alert.turn_id);
    return alert.kind === 'budget' ? this.link('bill', null, {project: alert.project, since: alert.started_at})
      : this.link('turns', null, {...(isServer(toolOf(alert)) ? {} : {tool: toolOf(alert)}), outcome: 'error'});
  }

  /** @param {Turn} turn */
  closedChain(turn) {
    return this.activity === 'tool' ? patternChain(turn.pattern, {max: FEED_CHAIN_MAX})
      : stepChain(turn.steps, {by: 'intent', max: FEED_CHAIN_MAX, omitted: turn.steps_omitted ?? 0});
  }

  closedList() {
    if (this.feed.length === 0) return html`<p class="muted">No turn has closed yet.</p>`;
    return html`<ul class="feed">${repeat(this.feed, (turn) => turn.turn_id, (turn) => guard([turn, this.activity,
      Math.floor(this.now / 10_000), texts.version], () => html`<li>
        <span class="feed-main"><a href=${this.link('turn', turn.turn_id)}>${turn.project ?? format.shortId(turn.session_id)}</a>
          ${beginning(turn)}${turn.pattern ? this.closedChain(turn) : html`<span class="muted">no tool calls</span>`}
          <span class="note">${format.plural(turn.length, 'step')} · ${format.duration(turn.elapsed_ms)}
            · ${format.costOf(turn)}${turn.agent ? ` · ${turn.agent}` : nothing}</span></span>
        ${timeTag(turn.ended_at, 'ago')}</li>`))}</ul>
      <p><a href=${this.link('turns')}>All turns</a></p>`;
  }
}

/** Removes the oldest. @param {Map<string, any> | Set<string>} kept @param {number} max */
function trim(kept, max) {
  if (kept.size > max) kept.delete(/** @type {string} */ (kept.keys().next().value));
}

/**
 * The later of two records of an alert. Both records of one alert have the time when it was raised; an outage may be
 * raised again.
 *
 * @param {Alert | undefined} one
 * @param {Alert} other
 */
function later(one, other) {
  if (!one) return other;
  if (one.raised_at !== other.raised_at) return Date.parse(one.raised_at) > Date.parse(other.raised_at) ? one : other;
  return one.state === 'cleared' ? one : other;
}

/** The latest end first. @param {Turn} a @param {Turn} b */
function byEnd(a, b) {
  return (Date.parse(b.ended_at) || 0) - (Date.parse(a.ended_at) || 0);
}

/** The turns that run longest first, those without a time last; a turn keeps its place while it grows. @param {OpenTurn} a @param {OpenTurn} b */
function byStart(a, b) {
  const first = a.started_at ?? '~';
  const second = b.started_at ?? '~';
  return first < second ? -1 : first > second ? 1 : a.turn_id < b.turn_id ? -1 : 1;
}

/** @param {OpenTurn} turn @param {'tool' | 'intent'} by */
function chainOf(turn, by) {
  if (turn.length === 0) return html`<p class="muted">no call yet</p>`;
  if (!turn.last_steps) return patternChain(turn.pattern, {max: CHAIN_MAX});
  const earlier = turn.length - turn.last_steps.length;
  return html`<div class="open-chain">${earlier > 0
    ? html`<span class="chain-gap">${format.plural(earlier, 'step')} before</span>` : nothing}${
    stepChain(turn.last_steps, {by, max: CHAIN_MAX, label: 'The latest steps'})}</div>`;
}

/** Groups in the order of their first alerts. @param {Alert[]} alerts @returns {Map<string, Alert[]>} */
function byTurn(alerts) {
  const groups = new Map();
  for (const alert of alerts) {
    const id = alert.turn_id ?? alert.alert_id;
    if (groups.has(id)) groups.get(id).push(alert);
    else groups.set(id, [alert]);
  }
  return groups;
}

/** Of an outage. @param {Alert} alert @returns {string} */
function toolOf(alert) {
  return alert.alert_id.split(':outage:')[0];
}

/** Of an outage of all tools of an MCP server: turns are asked for by tool. @param {string} tool */
function isServer(tool) {
  return /^mcp__(?!.*__)/.test(tool);
}

/** @param {Alert} alert */
function alertText(alert) {
  switch (alert.kind) {
    case 'length': return `more than ${format.plural(alert.threshold, 'step')}`;
    case 'duration': return `open for ${format.duration(alert.value)}`;
    case 'error-streak': return `${format.plural(alert.value, 'failed call')} in a row`;
    case 'repeat-loop': return `a loop of ${format.plural(alert.value, 'round')}`;
    case 'waiting': return `waits for a person for ${format.duration(alert.value)}`;
    case 'outage': return `${toolOf(alert)} fails everywhere: ${format.plural(alert.value, 'failure')}`;
    case 'budget': return `cost ${format.money(alert.value / 100)}, limit ${format.money(alert.threshold / 100)}`;
    default: return alert.kind;
  }
}
