/** What all views have: an address, loads that are aborted when the view closes, and one render per frame. */

import {html, nothing} from 'lit-html';
import {ApiError} from './api.js';
import {failure, skeleton} from './parts.js';

/** The status of a server that is not ready yet. */
const UNAVAILABLE = 503;
/** The time after which an answer that is not whole, is from a standby, or is missing is read again; it doubles each time. */
const AGAIN_MS = 3_000;
const AGAIN_MAX_MS = 60_000;

/** @typedef {import('./app.js').App} App */
/** @typedef {import('./route.js').Params} Params */

/**
 * What is known about a load. While it runs again, `value` is still the last one.
 *
 * @template T
 * @typedef {{state: 'loading' | 'ready' | 'error', value?: T, error?: unknown, again: () => void}} Load
 */

/**
 * A view. A module in `views/` exports its class as default. A typical one:
 *
 *     export default class Tools extends View {
 *       static filters = ['since', 'until', 'project'];
 *       open() { this.changed(); }
 *       changed() { this.load('tools', (signal) => this.app.api.get('tools', this.filters(), signal)); }
 *       template() {
 *         return html`<h1>Tools</h1>${this.app.filters(this)}${this.show('tools', (answer) => table({...}))}`;
 *       }
 *     }
 */
export class View {
  /**
   * The names of the filters that this view supports; see `filters.js`.
   *
   * @type {string[]}
   */
  static filters = [];

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    /** @type {string | undefined} */
    this.id = undefined;
    /** @type {Params} */
    this.params = {};
    /** @type {Map<string, Load<any>>} */
    this.loads = new Map();
    /** How often each load was not whole, from a standby or missing, one time after the other. @type {Map<string, number>} */
    this.incomplete = new Map();
    /** @type {Map<string, AbortController>} */
    this.controllers = new Map();
    /** @type {Set<() => void>} */
    this.closers = new Set();
    /** Whether {@link soon} waits. */
    this.isDue = false;
    this.closed = false;
  }

  /** The title of the page and of the browser's tab; for views with an ID, what it is about. */
  title() {
    return '';
  }

  /**
   * Starts the view. `this.id` and `this.params` are set.
   *
   * @param {string | undefined} id
   * @param {Params} params
   */
  open(id, params) {
    this.changed(params);
  }

  /**
   * The parameters of the address have changed; `this.params` has the new ones.
   *
   * @param {Params} params
   */
  changed(params) {}

  /**
   * What is shown now; begins with `<h1>`.
   *
   * @returns {unknown}
   */
  template() {
    return nothing;
  }

  /**
   * Keys of this view for the help: `{'[': {label: 'previous turn', run: () => ...}}`. The names are those of
   * `KeyboardEvent.key`.
   *
   * @returns {Record<string, {label: string, run: () => void}>}
   */
  keys() {
    return {};
  }

  /** Ends what the view has started. A view that overrides this calls `super.close()`. */
  close() {
    this.closed = true;
    for (const controller of this.controllers.values()) controller.abort();
    for (const closer of this.closers) closer();
    this.controllers.clear();
    this.closers.clear();
  }

  /** Renders once before the next frame. */
  update() {
    if (!this.closed) this.app.update();
  }

  /**
   * The values of the filters that the view supports, as the API takes them.
   *
   * @returns {Params}
   */
  filters() {
    const names = /** @type {typeof View} */ (this.constructor).filters;
    return Object.fromEntries(Object.entries(this.params).filter(([name]) => names.includes(name)));
  }

  /**
   * Starts a load, and aborts the one of the same key that still runs. `show` and `loaded` have its result. If instances
   * did not answer, a standby did, or the server is not ready yet, it is read again a little later.
   *
   * @template T
   * @param {string} key
   * @param {(signal: AbortSignal) => Promise<T>} fn
   * @param {(value: T) => void} [done] what the view does with the result, each time that it is read
   * @returns {Promise<T | undefined>} undefined if it failed or was aborted; never rejects
   */
  async load(key, fn, done = () => {}) {
    this.controllers.get(key)?.abort();
    const controller = new AbortController();
    this.controllers.set(key, controller);
    const again = () => void this.load(key, fn, done);
    const before = this.loads.get(key)?.value;
    this.loads.set(key, {state: 'loading', value: before, again});
    this.update();
    try {
      const value = await fn(controller.signal);
      if (controller.signal.aborted) return undefined;
      const load = {state: /** @type {const} */ ('ready'), value, again};
      this.loads.set(key, load);
      done(value);
      this.againLater(key, load, isPartial(/** @type {any} */ (value)?.coverage));
      return value;
    } catch (error) {
      if (controller.signal.aborted) return undefined;
      if (!(error instanceof Error) || error.name !== 'ApiError') reportError(error);
      const load = {state: /** @type {const} */ ('error'), error, again};
      this.loads.set(key, load);
      this.againLater(key, load, error instanceof ApiError && error.status === UNAVAILABLE);
      return undefined;
    } finally {
      if (!controller.signal.aborted) {
        this.controllers.delete(key);
        this.update();
      }
    }
  }

  /**
   * Reads again what lacks instances, what a standby answered, or what the server cannot answer yet: an instance may just
   * start.
   *
   * @param {string} key
   * @param {Load<any>} load
   * @param {boolean} again
   */
  againLater(key, load, again) {
    const tries = again ? (this.incomplete.get(key) ?? 0) + 1 : 0;
    this.incomplete.set(key, tries);
    if (!again) return;
    this.after(Math.min(AGAIN_MAX_MS, AGAIN_MS * 2 ** (tries - 1)), () => {
      if (this.loads.get(key) === load) load.again();
    });
  }

  /**
   * The last result of a load, if there is one.
   *
   * @param {string} key
   * @returns {any}
   */
  loaded(key) {
    return this.loads.get(key)?.value;
  }

  /** Forgets the result of a load, so that the next one shows that it loads. @param {string} key */
  forget(key) {
    this.controllers.get(key)?.abort();
    this.controllers.delete(key);
    this.loads.delete(key);
  }

  /** Runs the loads that failed again: the connection is back. */
  retry() {
    for (const load of [...this.loads.values()]) {
      if (load.state === 'error') load.again();
    }
  }

  /**
   * A part of the page that needs a load: lines while it loads for the first time, the failure with a button, or the
   * result. While it loads again, the last result is still there, a little lighter.
   *
   * @template T
   * @param {string} key
   * @param {(value: T) => unknown} render
   * @param {unknown} [waiting] shown instead of lines
   * @returns {unknown}
   */
  show(key, render, waiting = skeleton()) {
    const load = this.loads.get(key);
    if (load?.state === 'error') return failure(load.error, load.again);
    if (load?.value === undefined) return waiting;
    return html`<div class="loaded" aria-busy=${load.state === 'loading'}>${render(load.value)}</div>`;
  }

  /**
   * Subscribes to events until the view closes.
   *
   * @param {string[]} types
   * @param {import('./events.js').Listener} listener also gets each `reset`
   */
  subscribe(types, listener) {
    this.closers.add(this.app.events.subscribe(types, listener));
  }

  /**
   * Runs something again and again until the view closes. Not for polling what events tell.
   *
   * @param {number} ms
   * @param {() => void} fn
   */
  every(ms, fn) {
    const timer = setInterval(fn, ms);
    this.closers.add(() => clearInterval(timer));
  }

  /**
   * Runs something after a time, unless the view closes before.
   *
   * @param {number} ms
   * @param {() => void} fn
   */
  after(ms, fn) {
    const timer = setTimeout(() => {
      this.closers.delete(stop);
      fn();
    }, ms);
    const stop = () => clearTimeout(timer);
    this.closers.add(stop);
  }

  /**
   * The same, once for all that ask for it meanwhile.
   *
   * @param {number} ms
   * @param {() => void} fn
   */
  soon(ms, fn) {
    if (this.isDue) return;
    this.isDue = true;
    this.after(ms, () => {
      this.isDue = false;
      fn();
    });
  }

  /**
   * The address of another view with the present filters kept.
   *
   * @param {string} view
   * @param {string | null} [id]
   * @param {Record<string, string | number | boolean | null | undefined>} [params] null removes a filter
   */
  link(view, id, params = {}) {
    return this.app.link(view, id, params);
  }
}

/**
 * @param {import('./api.js').Coverage | undefined} coverage
 * @returns {boolean} whether a later answer can have more, or newer data
 */
function isPartial(coverage) {
  return (coverage?.missing?.length ?? 0) > 0 || (coverage?.stale?.length ?? 0) > 0 || Boolean(coverage?.early);
}
