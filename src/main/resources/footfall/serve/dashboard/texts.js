/**
 * What turns were about, in the words of their transcripts: for their owner only, who opened the page by the link of a
 * `footfall up` on this machine. For everyone else there are none, which is no error.
 */

/** As many as a request may have, in so many characters. */
const IDS_MAX = 100;
const CHARS_MAX = 6_000;
const KEPT_MAX = 5_000;
/** The time after which a server that did not answer is asked again. */
const AGAIN_MS = 10_000;
const REFUSALS = [401, 403, 404];
/** Without a connection, or while the server is busy. */
const LATER = [0, 429, 503];

class Texts {
  constructor() {
    /** How turns began, by ID; empty for those without a transcript. @type {Map<string, string>} */
    this.known = new Map();
    /** @type {Set<string>} */
    this.wanted = new Set();
    /** @type {import('./api.js').Api | null} */
    this.api = null;
    this.changed = () => {};
    /** Other texts are known than before. */
    this.version = 0;
    this.nextAt = 0;
    this.timer = 0;
    /** @type {AbortController | null} */
    this.search = null;
    this.reset();
  }

  /** @param {import('./api.js').Api} api @param {() => void} changed */
  connect(api, changed) {
    this.api = api;
    this.changed = changed;
  }

  /** Another token was given. */
  reset() {
    clearTimeout(this.timer);
    this.known.clear();
    this.refused = false;
    this.busy = false;
    this.nextAt = 0;
    this.version++;
  }

  get available() {
    return !this.refused && this.api !== null && this.api.token.isGiven();
  }

  /**
   * How a turn began. It is asked for if it is not known, together with the others that are drawn now.
   *
   * @param {string} id of the turn
   * @returns {string} empty if it is not known
   */
  beginning(id) {
    const known = this.known.get(id);
    if (known === undefined && this.available && !id.includes(',')) {
      this.wanted.add(id);
      this.soon();
    }
    return known ?? '';
  }

  soon() {
    if (this.busy || this.wanted.size === 0) return;
    this.busy = true;
    this.timer = window.setTimeout(() => void this.ask(), Math.max(0, this.nextAt - Date.now()));
  }

  async ask() {
    const version = this.version;
    const ids = this.next();
    const {status, value} = await this.read('turn-beginnings', {turns: ids.join(',')});
    if (version !== this.version) return;
    this.busy = false;
    for (const {turn_id: id, text} of value?.items ?? []) this.known.set(id, text);
    // They may have been drawn again meanwhile.
    ids.forEach((id) => this.wanted.delete(id));
    const rest = ids.filter((id) => !this.known.has(id));
    // An answer is limited; one without any turn says that there is none of them.
    if (LATER.includes(status) || value?.items.length > 0) rest.forEach((id) => this.wanted.add(id));
    else rest.forEach((id) => this.known.set(id, ''));
    while (this.known.size > KEPT_MAX) this.known.delete(/** @type {string} */ (this.known.keys().next().value));
    if (value) {
      this.version++;
      this.changed();
    } else {
      this.nextAt = Date.now() + AGAIN_MS;
      this.refused = REFUSALS.includes(status);
      if (this.refused) this.wanted.clear();
    }
    this.soon();
  }

  /** The IDs of the next request, the last drawn first. */
  next() {
    const ids = [];
    let chars = 0;
    for (const id of [...this.wanted].reverse()) {
      chars += encodeURIComponent(id).length + 3;
      if (ids.length === IDS_MAX || (ids.length > 0 && chars > CHARS_MAX)) break;
      ids.push(id);
      this.wanted.delete(id);
    }
    return ids;
  }

  /**
   * The texts of one turn.
   *
   * @param {string} id
   * @param {AbortSignal} signal
   * @returns {Promise<{prompt?: string, answer?: string, context?: number, steps: Map<number, {said?: string,
   *     target?: string, input?: string, output?: string}>} | null>}
   */
  async of(id, signal) {
    if (!this.available) return null;
    const {value} = await this.read(['turns', id, 'text'], {}, signal);
    return value && {prompt: value.item.prompt, answer: value.item.answer, context: value.item.context_tokens,
      steps: new Map(value.item.steps.map((/** @type {any} */ step) => [step.sequence, step]))};
  }

  /**
   * The cases of a desire in the selected turns.
   *
   * @param {string} id
   * @param {Record<string, string>} filters
   * @param {AbortSignal} signal
   * @returns {Promise<{items: any[], coverage: any} | null>}
   */
  async cases(id, filters, signal) {
    return this.available ? (await this.read(['desires', id, 'cases'], filters, signal)).value ?? null : null;
  }

  /**
   * Turns in whose prompts, commands, paths, queries or errors a text occurs. Another search ends the one before it.
   *
   * @param {string} text
   * @returns {Promise<{items: {turn_id: string, where: string, text: string}[], failure: string}> | null} null if it is
   *     not for transcripts
   */
  found(text) {
    this.search?.abort();
    if (!this.available || text.length < 3 || text.length > 200) return null;
    this.search = new AbortController();
    return this.read('found-texts', {text}, this.search.signal).then(({status, value}) => ({items: value?.items ?? [],
      failure: value || REFUSALS.includes(status) ? '' : status ? `status ${status}` : 'no answer'}));
  }

  /**
   * @param {string | string[]} path
   * @param {Record<string, string>} params
   * @param {AbortSignal} [signal]
   */
  async read(path, params, signal) {
    return /** @type {import('./api.js').Api} */ (this.api).tried(path, params, signal);
  }
}

/** Those of the page. */
export const texts = new Texts();
