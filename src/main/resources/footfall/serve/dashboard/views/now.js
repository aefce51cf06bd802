/** What happens now: open turns as they grow, alerts as they come, and turns as they close. */

import {html, nothing} from 'lit-html';
import {guard} from 'lit-html/directives/guard.js';
import {repeat} from 'lit-html/directives/repeat.js';
import {patternChain, stepChain} from '../chain.js';
import {matches} from '../filters.js';
import * as format from '../format.js';
import {badge, coverageNote, empty, figure, figures, timeTag} from '../parts.js';
import {trailOf} from '../turns.js';
import {View} from '../view.js';

/** @typedef {import('../events.js').FeedEvent} FeedEvent */
/** @typedef {Record<string, any>} OpenTurn of `/api/v1/turns/open`, or the data of an event `open` with `last_steps` */
/** @typedef {Record<string, any>} Alert */
/** @typedef {Record<string, any>} Turn */

const GROUPS = /** @type {[string, string, string][]} */ ([['', 'No groups', ''], ['project', 'Project', 'project'],
  ['user', 'Person', 'user'], ['host', 'Machine', 'host'], ['agent', 'Agent', 'agent']]);

const ACTIVITIES = /** @type {['tool' | 'intent', string][]} */ ([['tool', 'Tools'], ['intent', 'Intents']]);

/** Rows that are drawn; the others are counted. */
const OPEN_MAX = 60;
const FEED_MAX = 40;
const ALERTS_MAX = 30;
/** Open turns and alerts that are kept, and events while an answer is under way. */
const KEPT_MAX = 5_000;
const CHAIN_MAX = 16;
const FEED_CHAIN_MAX = 6;
/** The list of open turns has no steps. Those of so many turns are read, if a turn is at most this long. */
const READ_MAX = 24;
const READ_LENGTH_MAX = 200;
/** As many as an event has. */
const STEPS_MAX = 20;
const SECOND_MS = 1_000;
const ALERTS_SINCE = '24h';

export default class Now extends View {
  static filters = ['project', 'host', 'user', 'agent', 'agent_version', 'session'];

  /** By trail, which has one open turn at most. */
  open_ = /** @type {Map<string, OpenTurn>} */ (new Map());
  /** Raised and not cleared, by alert ID. */
  alerts = /** @type {Map<string, Alert>} */ (new Map());
  /** The last closed turns, the newest first; of each only its last revision. */
  feed = /** @type {Turn[]} */ ([]);
  /** Trails whose turn an event closed while the list of open turns was read. */
  closedMeanwhile = /** @type {Set<string> | null} */ (null);
  /** The events since each answer that is under way was asked for. */
  meanwhile = /** @type {Set<FeedEvent[]>} */ (new Set());
  closedCount = 0;
  question = '';
  now = Date.now();

  title() {
    return 'Now';
  }

  /** @param {string | undefined} id @param {import('../view.js').Params} params */
  open(id, params) {
    this.subscribe(['open', 'closed', 'alert', 'turn', 'withdrawn'], (events) => this.happened(events));
    this.every(SECOND_MS, () => {
      this.now = Date.now();
      if (!document.hidden) this.update();
    });
    super.open(id, params);
  }

  changed() {
    const question = JSON.stringify(this.filters());
    if (question === this.question) return;
    this.question = question;
    this.read();
  }

  read() {
    const {api} = this.app;
    const filters = this.filters();
    void this.load('open', async (signal) => {
      const closed = new Set();
      this.closedMeanwhile = closed;
      try {
        const answer = await api.get('turns/open', {...filters, limit: 500}, signal);
        if (!signal.aborted) this.opened(answer.items, closed);
        return answer;
      } finally {
        if (this.closedMeanwhile === closed) this.closedMeanwhile = null;
      }
    }, () => void this.load('steps', (signal) => this.readSteps(signal)));
    void this.load('alerts', (signal) => this.caughtUp(
        api.get('alerts', {...filters, order: 'desc', since: ALERTS_SINCE, limit: 100}, signal), signal, (items, events) => {
          this.raised(items);
          for (const {type, data} of events) {
            if (type === 'alert') this.alerted(data, filters);
            else if (type === 'closed') this.closedAlerts(data.trail);
          }
        }));
    void this.load('turns', (signal) => this.caughtUp(
        api.get('turns', {...filters, order: 'desc', limit: FEED_MAX}, signal), signal, (items, events) => {
          this.feed = items.filter((/** @type {Turn} */ turn) => !turn.copy_of);
          const counted = this.closedCount;
          for (const {type, data} of events) {
            if (type === 'turn') this.ended(data, filters);
            else if (type === 'withdrawn') this.withdrawn(data);
          }
          this.closedCount = counted;
        }));
  }

  /**
   * Waits for an answer, which may be older than events that come before it.
   *
   * @param {Promise<any>} asked
   * @param {AbortSignal} signal
   * @param {(items: any[], events: FeedEvent[]) => void} set gets the answer and the events since it was asked for
   */
  async caughtUp(asked, signal, set) {
    const events = /** @type {FeedEvent[]} */ ([]);
    this.meanwhile.add(events);
    try {
      const answer = await asked;
      if (!signal.aborted) set(answer.items, events);
      return answer;
    } finally {
      this.meanwhile.delete(events);
    }
  }

  /** @param {OpenTurn[]} turns @param {Set<string>} closed trails whose turn closed since they were asked for */
  opened(turns, closed) {
    const newer = this.open_;
    this.open_ = new Map();
    for (const turn of turns) {
      const trail = trailOf(turn);
      const event = newer.get(trail);
      if (!closed.has(trail) && !turn.is_copy) this.open_.set(trail, event && isLater(event, turn) ? event : turn);
    }
    this.app.announce(format.plural(this.open_.size, 'open turn'));
  }

  /** @param {Alert[]} alerts the newest first */
  raised(alerts) {
    this.alerts = new Map();
    const seen = new Set();
    for (const alert of alerts) {
      if (!seen.has(alert.alert_id) && alert.state === 'raised') this.alerts.set(alert.alert_id, alert);
      seen.add(alert.alert_id);
    }
  }

  /**
   * Reads the steps of the turns that are drawn first, which no event has told yet.
   *
   * @param {AbortSignal} signal
   */
  async readSteps(signal) {
    const turns = [...this.open_.values()].sort(byStart).slice(0, READ_MAX)
        .filter((turn) => !turn.last_steps && turn.length > 0 && turn.length <= READ_LENGTH_MAX);
    await Promise.all(turns.map(async (turn) => {
      const answer = await this.app.api.get(['turns', turn.turn_id], {}, signal).catch(() => null);
      // An event that came meanwhile is newer.
      if (answer && this.open_.get(trailOf(turn)) === turn) {
        this.open_.set(trailOf(turn), {...turn, last_steps: answer.item.steps.slice(-STEPS_MAX)});
        this.update();
      }
    }));
  }

  /** The events of one frame. @param {FeedEvent[]} events */
  happened(events) {
    const filters = this.filters();
    let again = false;
    for (const list of this.meanwhile) {
      list.push(...events);
      if (list.length > KEPT_MAX) list.splice(0, list.length - KEPT_MAX);
    }
    for (const {type, data} of events) {
      if (type === 'reset') again = true;
      else if (type === 'open') this.grown(data, filters);
      else if (type === 'closed') this.closed_(data.trail);
      else if (type === 'alert') this.alerted(data, filters);
      else if (type === 'turn') this.ended(data, filters);
      else if (type === 'withdrawn') this.withdrawn(data);
    }
    if (again) this.read();
    this.update();
  }

  /** @param {OpenTurn} turn @param {Record<string, string>} filters */
  grown(turn, filters) {
    if (!matches(turn, filters)) return;
    const trail = trailOf(turn);
    if (this.open_.size >= KEPT_MAX && !this.open_.has(trail)) return;
    this.open_.set(trail, turn);
    this.closedMeanwhile?.delete(trail);
  }

  /** The event may not know the ID of the turn. @param {string} trail */
  closed_(trail) {
    this.open_.delete(trail);
    this.closedMeanwhile?.add(trail);
    this.closedAlerts(trail);
  }

  /** @param {string} trail */
  closedAlerts(trail) {
    for (const [id, alert] of this.alerts) {
      if (alert.turn_id && trailOf(alert) === trail) this.alerts.delete(id);
    }
  }

  /** @param {Alert} alert @param {Record<string, string>} filters */
  alerted(alert, filters) {
    if (alert.state === 'cleared') this.alerts.delete(alert.alert_id);
    else if (matches(alert, filters)) {
      if (!this.alerts.has(alert.alert_id) && alert.level >= 2) {
        this.app.announce(`Alert: ${alertText(alert)}`);
      }
      this.alerts.set(alert.alert_id, alert);
      if (this.alerts.size > KEPT_MAX) this.alerts.delete(/** @type {string} */ (this.alerts.keys().next().value));
    }
  }

  /** @param {Turn} turn @param {Record<string, string>} filters */
  ended(turn, filters) {
    if (turn.copy_of || !matches(turn, filters)) return;
    const at = this.feed.findIndex(({turn_id: id}) => id === turn.turn_id);
    if (at >= 0 && this.feed[at].revision > turn.revision) return;
    if (at >= 0) this.feed.splice(at, 1);
    else this.closedCount++;
    this.feed.unshift(turn);
    if (this.feed.length > FEED_MAX) this.feed.length = FEED_MAX;
  }

  /** @param {{type: string, id: string}} record that was deleted */
  withdrawn({type, id}) {
    if (type === 'turn') this.feed = this.feed.filter((turn) => turn.turn_id !== id);
  }

  get group() {
    return GROUPS.some(([word]) => word === this.params.group) ? this.params.group : '';
  }

  get activity() {
    return this.params.activity === 'intent' ? 'intent' : 'tool';
  }

  template() {
    return html`<div class="head"><h1>Now</h1><p class="lead">Turns that run, alerts, and turns that just closed.</p></div>
      ${this.app.filters(this, html`<nav class="segments" aria-label="Group open turns by">${GROUPS.map(([word, text]) => html`<a
        href=${this.app.linkWith({group: word || null})}
        aria-current=${word === this.group ? 'true' : nothing}>${text}</a>`)}</nav><nav class="segments"
        aria-label="Steps by">${ACTIVITIES.map(([word, text]) => html`<a
        href=${this.app.linkWith({activity: word === 'tool' ? null : word})}
        aria-current=${word === this.activity ? 'true' : nothing}>${text}</a>`)}</nav>`)}
      ${this.counts()}
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

  counts() {
    const turns = [...this.open_.values()];
    const known = turns.filter((turn) => turn.cost_usd != null);
    const failing = turns.filter((turn) => turn.failures > 0).length;
    const cost = known.reduce((sum, turn) => sum + turn.cost_usd, 0);
    // Before the first answer, nothing is known: a zero would say that no agent works.
    const read = this.loaded('open') !== undefined;
    const counted = (/** @type {number} */ value) => format.count(read ? value : undefined);
    return figures(html`${figure('Open turns', counted(turns.length))}
      ${figure('Long', counted(turns.filter((turn) => turn.long ?? turn.is_long).length))}
      ${figure('With failures', html`<span class=${failing ? 'text-error' : ''}>${counted(failing)}</span>`)}
      ${figure('Alerts', html`<span class=${this.alerts.size ? 'text-rejected' : ''}>${
        format.count(this.loaded('alerts') === undefined ? undefined : this.alerts.size)}</span>`)}
      ${figure('Cost so far', !read || (known.length === 0 && turns.length > 0) ? format.ABSENT : format.money(cost))}
      ${figure('Closed', format.count(this.closedCount), 'since you opened this page')}`);
  }

  openTurns() {
    const turns = [...this.open_.values()].sort(byStart);
    if (turns.length === 0) {
      return Object.keys(this.filters()).length > 0
        ? empty('No open turn meets these filters', 'Remove a filter, or look at the closed turns.')
        : empty('No agent works right now', html`Open turns appear here by themselves as soon as an agent calls a tool.
            <a href=${this.link('turns')}>See closed turns</a>`);
    }
    const shown = turns.slice(0, OPEN_MAX);
    const rest = turns.length - shown.length;
    const levels = this.levels();
    return html`${this.group === '' ? this.cards(shown, levels) : this.grouped(shown, levels)}
      ${rest > 0 ? html`<p class="note">and ${format.plural(rest, 'more open turn')}. Add a filter to see them.</p>` : nothing}`;
  }

  /** The highest active alert of each turn. */
  levels() {
    /** @type {Map<string, number>} */
    const levels = new Map();
    for (const {turn_id: id, level} of this.alerts.values()) if (id) levels.set(id, Math.max(level, levels.get(id) ?? 0));
    return levels;
  }

  /** @param {OpenTurn[]} turns @param {Map<string, number>} levels */
  grouped(turns, levels) {
    /** @type {Map<string, OpenTurn[]>} */
    const groups = new Map();
    for (const turn of turns) {
      const name = turn[this.group] ?? 'unknown';
      groups.set(name, [...(groups.get(name) ?? []), turn]);
    }
    return repeat([...groups].sort(([a], [b]) => a.localeCompare(b)), ([name]) => name, ([name, members]) => html`
      <section class="stack"><h3 class="group-name">${name} <span class="muted">${
        format.plural(members.length, 'turn')}</span></h3>${this.cards(members, levels)}</section>`);
  }

  /** @param {OpenTurn[]} turns @param {Map<string, number>} levels */
  cards(turns, levels) {
    return html`<ol class="open-turns">${repeat(turns, (turn) => turn.turn_id, (turn) => html`<li
      class="card open-turn">${this.card(turn, levels.get(turn.turn_id) ?? 0)}</li>`)}</ol>`;
  }

  /** @param {OpenTurn} turn @param {number} level */
  card(turn, level) {
    const started = turn.started_at ? Date.parse(turn.started_at) : NaN;
    return html`<div class="spread">
        <a class="open-name" href=${this.link('turn', turn.turn_id)}>${turn.project ?? format.shortId(turn.session_id)}</a>
        <span class="row">${level > 0 ? badge(`alert ${level}`, level > 1 ? 'error' : 'rejected') : nothing}
          ${turn.agent_id ? badge('subagent') : nothing}
          ${turn.ending || turn.state === 'ending' ? badge('ending') : nothing}
          <span class="clock" title="time since the turn began">${
            Number.isNaN(started) ? format.ABSENT : format.clock(this.now - started)}</span></span>
      </div>
      ${guard([turn, this.activity], () => html`${chainOf(turn, this.activity)}
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
    return html`<ul class="feed">${repeat(alerts.slice(0, ALERTS_MAX), (alert) => alert.alert_id, (alert) => html`<li>
      ${badge(`level ${alert.level}`, alert.level > 1 ? 'error' : 'rejected')}
      <span class="feed-main">${alert.turn_id
        ? html`<a href=${this.link('turn', alert.turn_id)}>${alertText(alert)}</a>` : alertText(alert)}
        <span class="note">${[alert.project, alert.agent].filter(Boolean).join(' · ')}</span></span>
      ${timeTag(alert.raised_at, 'ago')}</li>`)}</ul>
      ${alerts.length > ALERTS_MAX
        ? html`<p class="note">and ${format.plural(alerts.length - ALERTS_MAX, 'more alert')}</p>` : nothing}`;
  }

  /** @param {Turn} turn */
  closedChain(turn) {
    return this.activity === 'tool' ? patternChain(turn.pattern, {max: FEED_CHAIN_MAX})
      : stepChain(turn.steps, {by: 'intent', max: FEED_CHAIN_MAX, omitted: turn.steps_omitted ?? 0});
  }

  closedList() {
    if (this.feed.length === 0) return html`<p class="muted">No turn has closed yet.</p>`;
    return html`<ul class="feed">${repeat(this.feed, (turn) => turn.turn_id, (turn) => guard([turn, this.activity,
      Math.floor(this.now / 10_000)], () => html`<li>
        <span class="feed-main"><a href=${this.link('turn', turn.turn_id)}>${turn.project ?? format.shortId(turn.session_id)}</a>
          ${turn.pattern ? this.closedChain(turn) : html`<span class="muted">no tool calls</span>`}
          <span class="note">${format.plural(turn.length, 'step')} · ${format.duration(turn.elapsed_ms)}
            · ${format.money(turn.cost_usd)}${turn.agent ? ` · ${turn.agent}` : nothing}</span></span>
        ${timeTag(turn.ended_at, 'ago')}</li>`))}</ul>
      <p><a href=${this.link('turns')}>All turns</a></p>`;
  }
}

/** @param {OpenTurn} event @param {OpenTurn} turn of the same trail */
function isLater(event, turn) {
  const [one, other] = [event, turn].map(({turn_id: id}) => Number(id.slice(id.lastIndexOf(':') + 1)));
  return one > other || (one === other && event.length >= turn.length);
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

/** @param {Alert} alert */
function alertText(alert) {
  switch (alert.kind) {
    case 'length': return `more than ${format.plural(alert.threshold, 'step')}`;
    case 'duration': return `open for ${format.duration(alert.value)}`;
    case 'error-streak': return `${format.plural(alert.value, 'failed call')} in a row`;
    case 'repeat-loop': return `a loop of ${format.plural(alert.value, 'round')}`;
    case 'outage': return `${alert.alert_id.split(':outage:')[0]} fails everywhere: ${format.plural(alert.value, 'failure')}`;
    default: return alert.kind;
  }
}
