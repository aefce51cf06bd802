/** Requests to the HTTP API of the server that this page came from. */

import {asSent, readJson} from './names.js';

/**
 * @typedef {object} Coverage what an answer covers; see "The API" in http.md
 * @property {boolean} complete
 * @property {Array<Record<string, any>>} missing instances that did not answer
 * @property {number[]} stale partitions that a standby answered
 * @property {any} [reached] where the scan ended, because of a limit
 * @property {string} [early] what it lacks because the processor has just started, as the rest of a sentence
 * @property {{first: string, before: string}} [expired] of when records are not kept any more
 */

/** A request that was not answered, or was answered with a problem (RFC 9457). */
export class ApiError extends Error {
  /**
   * @param {number} status the HTTP status; 0 if the server could not be reached
   * @param {string} title
   * @param {string} [detail]
   * @param {string} [parameter] the name of the invalid parameter
   */
  constructor(status, title, detail = '', parameter = '') {
    super(detail ? `${title}: ${detail}` : title);
    this.name = 'ApiError';
    this.status = status;
    this.title = title;
    this.detail = detail;
    this.parameter = parameter;
  }
}

const TOKEN = 'footfall-token';
/** The address of the link that `footfall up` prints: the token of the owner, perhaps followed by an address of the page. */
const LINK = /^#([\w-]{22})(\/.*)?$/;

/**
 * Takes the token of a link out of the address, so that it is in no link that is copied and not in the history of
 * the tab. The browser's list of visited addresses may have it.
 *
 * @returns {boolean} whether there was one
 */
export function takeToken() {
  const [, token, rest] = LINK.exec(location.hash) ?? [];
  if (!token) return false;
  sessionStorage.setItem(TOKEN, token);
  history.replaceState(history.state, '', '#' + (rest ?? '/'));
  return true;
}

/**
 * The client's token, kept for this tab only: it is in `sessionStorage`, never in an address. All that need one wait
 * for the same question.
 */
export class Token {
  /** @param {(refused: boolean) => Promise<string>} ask asks the viewer; `refused` if there was one already */
  constructor(ask) {
    this.ask = ask;
    /** @type {Promise<void> | null} */
    this.asked = null;
  }

  /** @returns {Record<string, string>} the headers of a request */
  headers() {
    const token = sessionStorage.getItem(TOKEN);
    return token ? {Authorization: `Bearer ${token}`} : {};
  }

  isGiven() {
    return sessionStorage.getItem(TOKEN) !== null;
  }

  /**
   * Asks for another token, once for all that wait; not if there is another one since the request was sent.
   *
   * @param {Record<string, string>} sent the headers of the request that was refused
   * @returns {Promise<void>}
   */
  async renew(sent) {
    if (sent.Authorization !== this.headers().Authorization) return;
    this.asked ??= this.ask(sessionStorage.getItem(TOKEN) !== null).then((token) => {
      sessionStorage.setItem(TOKEN, token.trim());
      this.asked = null;
    });
    await this.asked;
  }
}

/** The server works on two questions at once. Of others, the wait there counts to the ten seconds that an answer may take. */
const AT_ONCE = 2;

export class Api {
  /**
   * @param {Token} token
   * @param {string} [base]
   */
  constructor(token, base = '/api/v1') {
    this.token = token;
    this.base = base;
    this.asking = 0;
    /** @type {Array<() => void>} */
    this.waiting = [];
  }

  /**
   * Reads a path. Lists are `{items, next, coverage}`, a single record is `{item, coverage}`.
   *
   * @param {string | string[]} path such as `'turns/open'`; the parts of an array are percent-encoded:
   *     `['turns', id]`
   * @param {Record<string, string | number | boolean | null | undefined>} [params] empty ones are omitted
   * @param {AbortSignal} [signal]
   * @returns {Promise<any>}
   * @throws {ApiError}
   */
  async get(path, params = {}, signal = undefined) {
    const url = this.url(path, params);
    for (;;) {
      const headers = this.token.headers();
      const answer = await this.fetched(url, headers, signal);
      if (answer.ok) {
        const read = readJson(await answer.text());
        const early = answer.headers.get('Footfall-Early');
        if (early && read?.coverage) read.coverage.early = early;
        return read;
      }
      const error = await problemOf(answer);
      if (error.status !== 401) throw error;
      await this.token.renew(headers);
      signal?.throwIfAborted();
    }
  }

  /**
   * Reads what not every viewer may read. Never throws, and never asks for a token.
   *
   * @param {string | string[]} path
   * @param {Record<string, string>} params
   * @param {AbortSignal} [signal]
   * @returns {Promise<{status: number, value: any}>} the value is null if there is none for this viewer
   */
  async tried(path, params, signal = undefined) {
    try {
      const answer = await this.fetched(this.url(path, params), this.token.headers(), signal);
      return {status: answer.status, value: answer.ok ? readJson(await answer.text()) : null};
    } catch {
      return {status: 0, value: null};
    }
  }

  /**
   * Reads the pages of a list until its end, or until it has `max` items.
   *
   * @param {string | string[]} path
   * @param {Record<string, string | number | boolean | null | undefined>} params
   * @param {number} max
   * @param {AbortSignal} [signal]
   * @returns {Promise<{items: any[], next?: string, coverage: Coverage}>} `next` is present if there are more
   */
  async all(path, params, max, signal = undefined) {
    const items = [];
    /** @type {string | undefined} */
    let cursor;
    for (;;) {
      const limit = Math.min(500, max - items.length);
      const page = await this.get(path, {...params, cursor, limit}, signal);
      items.push(...page.items);
      cursor = page.next;
      if (!cursor || items.length >= max) return {items, next: cursor, coverage: page.coverage};
    }
  }

  /**
   * @param {string | string[]} path
   * @param {Record<string, string | number | boolean | null | undefined>} [params]
   * @returns {string}
   */
  url(path, params = {}) {
    const query = new URLSearchParams();
    for (const [name, value] of Object.entries(params)) {
      if (value !== undefined && value !== null && value !== '') query.set(name, asSent(String(value)));
    }
    const parts = Array.isArray(path) ? path.map((part) => encodeURIComponent(asSent(part))).join('/') : path;
    const text = query.toString();
    return `${this.base}/${parts}${text ? '?' + text : ''}`;
  }

  /**
   * @param {string} url
   * @param {Record<string, string>} headers
   * @param {AbortSignal | undefined} signal
   * @returns {Promise<Response>}
   */
  async fetched(url, headers, signal) {
    while (this.asking >= AT_ONCE) await new Promise((resolve) => this.waiting.push(() => resolve(undefined)));
    this.asking++;
    try {
      return await fetch(url, {headers: {Accept: 'application/json', ...headers}, signal});
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ApiError(0, 'The server cannot be reached', 'It may be restarting, or the network is down.');
    } finally {
      this.asking--;
      this.waiting.shift()?.();
    }
  }
}

/**
 * @param {Response} answer
 * @returns {Promise<ApiError>}
 */
export async function problemOf(answer) {
  const problem = await answer.json().catch(() => ({}));
  const text = (/** @type {unknown} */ value) => (typeof value === 'string' ? value : '');
  const title = text(problem.title) || `The server answered with status ${answer.status}`;
  return new ApiError(answer.status, title, text(problem.detail), text(problem.parameter));
}
