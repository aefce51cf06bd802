/**
 * The events of the server as they happen: server-sent events over `fetch`, because `EventSource` cannot send a token.
 * Nothing is lost by a reconnection: it continues after the last ID. See "Events" in http.md.
 */

import {readJson} from './names.js';

/** @typedef {{type: string, data: any, id: string}} FeedEvent `data` is the parsed JSON */
/** @typedef {(events: FeedEvent[]) => void} Listener gets the events of one animation frame, in order */
/** @typedef {'connecting' | 'live' | 'lost'} FeedState */

const DELAY_MIN_MS = 1_000;
const DELAY_MAX_MS = 15_000;
/** The server sends something every 15 s, so a connection without bytes for this time is broken. */
const SILENCE_MAX_MS = 30_000;
/** A connection of this age counts as good: the next failure starts with the shortest delay. */
const GOOD_AFTER_MS = 5_000;
/** A hidden page draws no frames; it gets its events after this time. */
const FLUSH_MS = 500;
/** More events than this do not wait: the listeners get a `reset` instead, and read the current state. */
const WAITING_MAX = 5_000;
const LINE_CHARACTERS_MAX = 16 * 1024 * 1024;

/** Splits a stream of server-sent events into events, wherever the chunks of text end. */
export class EventParser {
  constructor() {
    this.text = '';
    this.id = '';
    /** The last ID that came with its whole event, or alone. */
    this.lastId = '';
    this.type = '';
    /** @type {string[]} */
    this.lines = [];
  }

  /**
   * @param {string} chunk
   * @returns {Array<{type: string, data: string, id: string}>} the events that the chunk ends
   */
  push(chunk) {
    this.text += chunk;
    const events = [];
    let from = 0;
    for (;;) {
      const end = endOfLine(this.text, from);
      if (!end) break;
      const event = this.line(this.text.slice(from, end.at));
      if (event) events.push(event);
      from = end.next;
    }
    this.text = this.text.slice(from);
    if (this.text.length > LINE_CHARACTERS_MAX) throw new Error('A line of the stream is too long');
    return events;
  }

  /** @param {string} line */
  line(line) {
    if (line === '') return this.ended();
    const colon = line.indexOf(':');
    const field = colon < 0 ? line : line.slice(0, colon);
    const value = colon < 0 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1);
    if (field === 'id' && !value.includes('\0')) this.id = value;
    else if (field === 'event') this.type = value;
    else if (field === 'data') this.lines.push(value);
    return null;
  }

  ended() {
    const event = this.lines.length === 0 ? null
        : {type: this.type || 'message', data: this.lines.join('\n'), id: this.id};
    this.lastId = this.id;
    this.type = '';
    this.lines = [];
    return event;
  }
}

/**
 * @param {string} text
 * @param {number} from
 * @returns {{at: number, next: number} | null} null without a complete end; the line feed of a CR LF may still come
 */
function endOfLine(text, from) {
  for (let at = from; at < text.length; at++) {
    if (text[at] === '\n') return {at, next: at + 1};
    if (text[at] === '\r') {
      if (at + 1 === text.length) return null;
      return {at, next: text[at + 1] === '\n' ? at + 2 : at + 1};
    }
  }
  return null;
}

/**
 * The one connection of the page. Every listener gets the events of its types, and each `reset`: events are missing,
 * so that it must read the current state from the API.
 */
export class EventFeed {
  /**
   * @param {import('./api.js').Token} token
   * @param {string} [url]
   */
  constructor(token, url = '/api/v1/stream') {
    this.token = token;
    this.url = url;
    /** @type {FeedState} */
    this.state = 'connecting';
    /** When the next attempt starts, in milliseconds since 1970; 0 while there is none to wait for. */
    this.retryAt = 0;
    this.lastId = '';
    this.failures = 0;
    /** @type {Set<{types: Set<string>, listener: Listener}>} */
    this.subscriptions = new Set();
    /** @type {Set<() => void>} */
    this.stateListeners = new Set();
    /** @type {Array<{type: string, data: string, id: string}>} */
    this.waiting = [];
    this.frame = 0;
    this.timer = 0;
    /** @type {AbortController | null} */
    this.connection = null;
    /** @type {(() => void) | null} */
    this.wake = null;
    this.stopped = true;
  }

  /**
   * @param {string[]} types such as `['turn', 'open', 'closed']`; `start` comes when a stream begins without a position
   * @param {Listener} listener
   * @returns {() => void} ends the subscription
   */
  subscribe(types, listener) {
    const subscription = {types: new Set([...types, 'reset']), listener};
    this.subscriptions.add(subscription);
    return () => void this.subscriptions.delete(subscription);
  }

  /**
   * @param {() => void} listener called after each change of `state` or `retryAt`
   * @returns {() => void}
   */
  onState(listener) {
    this.stateListeners.add(listener);
    return () => void this.stateListeners.delete(listener);
  }

  /** Connects, and stays connected until `stop`. */
  async start() {
    if (!this.stopped) return;
    this.stopped = false;
    window.addEventListener('online', this.retry);
    while (!this.stopped) {
      const started = performance.now();
      const again = await this.connected().catch(() => 'failed');
      if (this.stopped) return;
      if (again === 'at once') continue;
      if (performance.now() - started > GOOD_AFTER_MS) this.failures = 0;
      await this.pause(delayMs(this.failures++, Math.random()));
    }
  }

  stop() {
    this.stopped = true;
    window.removeEventListener('online', this.retry);
    this.connection?.abort();
    this.wake?.();
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
  }

  /** Tries again now instead of later. */
  retry = () => {
    this.failures = 0;
    this.wake?.();
  };

  /** @param {number} ms */
  async pause(ms) {
    this.become('lost', Date.now() + ms);
    await new Promise((resolve) => {
      const timer = setTimeout(() => resolve(null), ms);
      this.wake = () => {
        clearTimeout(timer);
        resolve(null);
      };
    });
    this.wake = null;
    if (!this.stopped) this.become('lost', 0);
  }

  /** @returns {Promise<'at once' | 'later'>} when to connect again */
  async connected() {
    const connection = new AbortController();
    this.connection = connection;
    let silence = 0;
    const heard = () => {
      clearTimeout(silence);
      silence = window.setTimeout(() => connection.abort(), SILENCE_MAX_MS);
    };
    try {
      heard();
      const headers = this.headers();
      const answer = await fetch(this.url, {headers, signal: connection.signal, cache: 'no-store'});
      if (!answer.ok || !answer.body) return await this.refused(answer, headers);
      this.become('live', 0);
      return await this.read(answer.body, heard);
    } finally {
      clearTimeout(silence);
      connection.abort();
    }
  }

  /** @returns {Record<string, string>} */
  headers() {
    /** @type {Record<string, string>} */
    const position = this.lastId ? {'Last-Event-ID': this.lastId} : {};
    return {Accept: 'text/event-stream', ...position, ...this.token.headers()};
  }

  /**
   * @param {Response} answer
   * @param {Record<string, string>} headers those of the request
   * @returns {Promise<'at once' | 'later'>}
   */
  async refused(answer, headers) {
    if (answer.status === 401) {
      await this.token.renew(headers);
      return 'at once';
    }
    if (answer.status === 400 && this.lastId) {
      this.lastId = '';
      this.put({type: 'reset', data: '{"reason":"position","topics":[]}', id: ''});
      return 'at once';
    }
    return 'later';
  }

  /**
   * @param {ReadableStream<Uint8Array>} body
   * @param {() => void} heard
   * @returns {Promise<'at once' | 'later'>}
   */
  async read(body, heard) {
    const parser = new EventParser();
    const decoder = new TextDecoder();
    const reader = body.getReader();
    for (;;) {
      const {done, value} = await reader.read();
      if (done) return 'later';
      heard();
      const events = parser.push(decoder.decode(value, {stream: true}));
      // The stream begins now. What the page has read already may be older.
      if (parser.lastId && !this.lastId) this.put({type: 'start', data: '{}', id: parser.lastId});
      for (const event of events) {
        if (event.type === 'dropped') this.lastId = event.id || this.lastId;
        else this.put(event);
      }
      if (parser.lastId) this.lastId = parser.lastId;
    }
  }

  /** @param {{type: string, data: string, id: string}} event */
  put(event) {
    if (this.waiting.length >= WAITING_MAX) {
      this.waiting = [{type: 'reset', data: '{"reason":"overflow","topics":[]}', id: event.id}];
    }
    this.waiting.push(event);
    if (this.timer) return;
    this.frame = requestAnimationFrame(this.flush);
    this.timer = window.setTimeout(this.flush, FLUSH_MS);
  }

  flush = () => {
    cancelAnimationFrame(this.frame);
    clearTimeout(this.timer);
    this.timer = 0;
    const raw = this.waiting;
    this.waiting = [];
    /** @type {Map<object, FeedEvent>} */
    const parsed = new Map();
    for (const {types, listener} of [...this.subscriptions]) {
      const events = raw.filter((event) => types.has(event.type)).map((event) => eventOf(event, parsed));
      try {
        if (events.length > 0) listener(events);
      } catch (error) {
        reportError(error);
      }
    }
  };

  /**
   * @param {FeedState} state
   * @param {number} retryAt
   */
  become(state, retryAt) {
    if (this.state === state && this.retryAt === retryAt) return;
    this.state = state;
    this.retryAt = retryAt;
    for (const listener of [...this.stateListeners]) listener();
  }
}

/**
 * @param {{type: string, data: string, id: string}} raw
 * @param {Map<object, FeedEvent>} parsed what other listeners got, so that JSON is read once
 * @returns {FeedEvent}
 */
function eventOf(raw, parsed) {
  let event = parsed.get(raw);
  if (!event) {
    event = {...raw, data: readJson(raw.data)};
    parsed.set(raw, event);
  }
  return event;
}

/**
 * The time before an attempt: it doubles from 1 s to 15 s, with up to a quarter more, so that clients do not all come
 * at once.
 *
 * @param {number} failures attempts that failed before
 * @param {number} random from 0 to 1
 * @returns {number} milliseconds
 */
export function delayMs(failures, random) {
  const delay = DELAY_MIN_MS * 2 ** Math.min(failures, 10) * (1 + random / 4);
  return Math.round(Math.min(DELAY_MAX_MS, delay));
}
