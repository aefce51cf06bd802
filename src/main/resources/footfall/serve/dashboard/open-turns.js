/** The open turns that a view shows: those of an answer, and what events have said since it was asked for. */

import {trailOf} from './turns.js';

/** @typedef {Record<string, any>} OpenTurn of `/api/v1/turns/open`, or the data of an event `open` with `last_steps` */
/** @typedef {{index: number, length: number}} End a turn of this index with so many steps, and those before it, are over */

export class OpenTurns {
  /** @param {number} [max] turns that events add */
  constructor(max = Infinity) {
    this.max = max;
    /** By trail, which has one open turn at most. @type {Map<string, OpenTurn>} */
    this.turns = new Map();
    /** For each answer that is under way: what events said last of each trail. @type {Set<Map<string, OpenTurn | End>>} */
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
   * @returns {Promise<T>}
   */
  async read(asked, signal) {
    const since = /** @type {Map<string, OpenTurn | End>} */ (new Map());
    this.underWay.add(since);
    try {
      const answer = await asked;
      if (!signal.aborted) this.set(answer.items, since);
      return answer;
    } finally {
      this.underWay.delete(since);
    }
  }

  /** @param {OpenTurn[]} items @param {Map<string, OpenTurn | End>} since */
  set(items, since) {
    const before = this.turns;
    this.turns = new Map();
    for (const turn of items.filter(({is_copy: isCopy}) => !isCopy)) {
      const known = before.get(trailOf(turn));
      // What an event said of the same turn has its latest steps, too.
      const isKnown = known && known.turn_id === turn.turn_id && known.length >= turn.length;
      this.turns.set(trailOf(turn), isKnown ? known : turn);
    }
    for (const [trail, said] of since) {
      if ('turn_id' in said) this.turns.set(trail, said);
      else this.remove(trail, /** @type {End} */ (said));
    }
  }

  /** The steps of a turn were read. @param {OpenTurn} turn @param {any[]} steps */
  stepped(turn, steps) {
    this.turns.set(trailOf(turn), {...turn, last_steps: steps});
  }

  /** @param {OpenTurn} turn of an event `open` */
  grown(turn) {
    const trail = trailOf(turn);
    if (this.turns.size >= this.max && !this.turns.has(trail)) return;
    this.turns.set(trail, turn);
    for (const since of this.underWay) since.set(trail, turn);
  }

  /** An event `closed` comes only for turns that an event `open` showed. @param {{trail: string, turn_id?: string}} event */
  closed({trail, turn_id: id}) {
    this.over(trail, {index: id ? indexOf(id) : Infinity, length: Infinity});
  }

  /**
   * A turn of history closes without an event `closed`. If it continues, it has more steps than here, or an event will
   * show it.
   *
   * @param {any} turn of an event `turn`
   */
  ended(turn) {
    this.over(trailOf(turn), turn);
  }

  /** @param {string} trail @param {End} end */
  over(trail, end) {
    this.remove(trail, end);
    for (const since of this.underWay) {
      const said = since.get(trail);
      if (!said || isOver(said, end)) since.set(trail, {index: end.index, length: end.length});
    }
  }

  /** @param {string} trail @param {End} end */
  remove(trail, end) {
    const open = this.turns.get(trail);
    if (open && isOver(open, end)) this.turns.delete(trail);
  }
}

/** @param {OpenTurn | End} said @param {End} end */
function isOver(said, end) {
  const index = 'turn_id' in said ? indexOf(/** @type {OpenTurn} */ (said).turn_id) : said.index;
  return index < end.index || (index === end.index && said.length <= end.length);
}

/** @param {string} id of a turn */
function indexOf(id) {
  return Number(id.slice(id.lastIndexOf(':') + 1));
}
