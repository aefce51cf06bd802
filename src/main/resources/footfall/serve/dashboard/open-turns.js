/** The open turns that a view shows: those of an answer, and what events say since it was asked for. */

import {indexOf, trailOf} from './turns.js';

/** What events say is kept of so many trails while an answer is under way. */
const TRAILS_MAX = 20_000;

/** @typedef {Record<string, any>} OpenTurn of `/api/v1/turns/open`, or the data of an event `open` with `last_steps` */
/** @typedef {{index: number, at: number}} End turns before this index are over, and that of it without a line after `at` (ms) */
/** @typedef {{open?: OpenTurn, end?: End}} LastEvent what the last event about a trail says: one of the two */

export class OpenTurns {
  /** @param {number} [max] turns that events add */
  constructor(max = Infinity) {
    this.max = max;
    /** By trail, which has one open turn at most. @type {Map<string, OpenTurn>} */
    this.turns = new Map();
    /** Turns that came by an event `open`. An event `closed` follows. @type {WeakSet<OpenTurn>} */
    this.live = new WeakSet();
    /** For each answer that is under way: the last event of each trail. @type {Set<Map<string, LastEvent>>} */
    this.underWay = new Set();
  }

  get size() {
    return this.turns.size;
  }

  /** @returns {OpenTurn[]} */
  list() {
    return [...this.turns.values()];
  }

  /** @param {OpenTurn} turn */
  has(turn) {
    return this.turns.get(trailOf(turn)) === turn;
  }

  /**
   * Replaces all by an answer, unless it was aborted, and by what events say until it comes.
   *
   * @template {{items: OpenTurn[]}} T
   * @param {Promise<T>} asked
   * @param {AbortSignal} signal
   * @param {(turn: OpenTurn) => boolean} [isShown]
   * @returns {Promise<T>}
   */
  async read(asked, signal, isShown = () => true) {
    const events = /** @type {Map<string, LastEvent>} */ (new Map());
    this.underWay.add(events);
    try {
      const answer = await asked;
      if (!signal.aborted) this.set(answer.items.filter(isShown), events);
      return answer;
    } finally {
      this.underWay.delete(events);
    }
  }

  /** @param {OpenTurn[]} items @param {Map<string, LastEvent>} events since they were asked for */
  set(items, events) {
    const before = this.turns;
    this.turns = new Map();
    for (const turn of items) {
      const known = before.get(trailOf(turn));
      this.turns.set(trailOf(turn), known && known.turn_id === turn.turn_id ? this.joined(known, turn) : turn);
    }
    for (const [trail, {open, end}] of events) {
      const turn = this.turns.get(trail);
      if (end) this.remove(trail, end);
      else if (open && !(turn && isLater(turn, open))) this.turns.set(trail, open);
    }
  }

  /** The list of open turns has no steps; an event has the latest ones. @param {OpenTurn} known @param {OpenTurn} turn */
  joined(known, turn) {
    if (this.live.has(known) && known.length > turn.length) return known;
    if (!known.last_steps || known.length !== turn.length) return turn;
    const joined = {...turn, last_steps: known.last_steps};
    if (this.live.has(known)) this.live.add(joined);
    return joined;
  }

  /** The steps of a turn were read. @param {OpenTurn} turn @param {any[]} steps */
  stepped(turn, steps) {
    this.turns.set(trailOf(turn), {...turn, last_steps: steps});
  }

  /** @param {OpenTurn} turn of an event `open` */
  grown(turn) {
    const trail = trailOf(turn);
    if (this.turns.size >= this.max && !this.turns.has(trail)) return;
    this.live.add(turn);
    this.turns.set(trail, turn);
    this.note(trail, {open: turn});
  }

  /** @param {{trail: string, turn_id?: string}} event `closed` */
  closed({trail, turn_id: id}) {
    const end = {index: id ? indexOf(id) : Infinity, at: Infinity};
    this.remove(trail, end);
    this.note(trail, {end});
  }

  /**
   * Ends a turn of history, for which no event `closed` comes. Events of live turns come in another order than those of
   * closed turns, so one that continues may be known already.
   *
   * @param {any} turn of an event `turn`
   */
  ended(turn) {
    const trail = trailOf(turn);
    const end = {index: indexOf(turn.turn_id), at: turn.ended_at ? Date.parse(turn.ended_at) : Infinity};
    const open = this.turns.get(trail);
    if (open && !this.live.has(open)) this.remove(trail, end);
    this.note(trail, {end}, ({open: live}) => !live);
  }

  /** The record of a turn was deleted. @param {string} id of the turn */
  withdrawn(id) {
    const trail = trailOf({turn_id: id});
    if (this.turns.get(trail)?.turn_id === id) this.turns.delete(trail);
  }

  /** @param {string} trail @param {End} end */
  remove(trail, end) {
    const turn = this.turns.get(trail);
    if (turn && isOver(turn, end)) this.turns.delete(trail);
  }

  /** @param {string} trail @param {LastEvent} event @param {(last: LastEvent) => boolean} [replaces] the last event */
  note(trail, event, replaces = () => true) {
    for (const events of this.underWay) {
      const last = events.get(trail);
      if (last && (!replaces(last) || isBefore(event, last))) continue;
      events.delete(trail);
      events.set(trail, event);
      if (events.size > TRAILS_MAX) events.delete(/** @type {string} */ (events.keys().next().value));
    }
  }
}

/** An end of an earlier turn comes late. @param {LastEvent} event @param {LastEvent} last */
function isBefore({end}, {open, end: lastEnd}) {
  if (!end) return false;
  return open ? !isOver(open, end) : !!lastEnd && (end.index < lastEnd.index
    || (end.index === lastEnd.index && end.at < lastEnd.at));
}

/** @param {OpenTurn} turn @param {End} end */
function isOver(turn, end) {
  const index = indexOf(turn.turn_id);
  return index < end.index || (index === end.index && !(Date.parse(turn.last_line_at) > end.at));
}

/** @param {OpenTurn} one @param {OpenTurn} other of the same trail */
function isLater(one, other) {
  const [index, otherIndex] = [indexOf(one.turn_id), indexOf(other.turn_id)];
  return index > otherIndex || (index === otherIndex && one.length > other.length);
}
