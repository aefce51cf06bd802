/** Starts the page: the header, the view that the address names, and what all views share. */

import {html, nothing, render, svg} from 'lit-html';
import {Api, Token, takeToken} from './api.js';
import {EventFeed} from './events.js';
import {filterBar, filtersIn} from './filters.js';
import {ago} from './format.js';
import {Keys, moveRow} from './keys.js';
import {empty, failure, skeleton} from './parts.js';
import {HOME, href, parse} from './route.js';
import {texts} from './texts.js';
import {apply, nextTheme, setTheme, theme} from './theme.js';

/** @typedef {import('./view.js').View} View */
/** @typedef {import('./route.js').Route} Route */
/** @typedef {Record<string, string | number | boolean | null | undefined>} Changes */

/**
 * The views by the name in the address. `nav` is the entry of the navigation that is current in it; those with a `key`
 * have an entry of their own. A view is loaded when it is opened.
 *
 * @type {Map<string, {title: string, nav: string, key?: string}>}
 */
const VIEWS = new Map([
  ['now', {title: 'Now', nav: 'now', key: 'n'}],
  ['turns', {title: 'Turns', nav: 'turns', key: 't'}],
  ['turn', {title: 'Turn', nav: 'turns'}],
  ['sessions', {title: 'Sessions', nav: 'sessions', key: 's'}],
  ['session', {title: 'Session', nav: 'sessions'}],
  ['paths', {title: 'Paths', nav: 'paths', key: 'p'}],
  ['tool', {title: 'Tool', nav: 'paths'}],
  ['desires', {title: 'Desires', nav: 'desires', key: 'd'}],
  ['desire', {title: 'Desire', nav: 'desires'}],
  ['bill', {title: 'Bill', nav: 'bill', key: 'b'}],
  ['team', {title: 'Team', nav: 'team', key: 'm'}],
]);

/** Suggestions of a filter are read again after this time. */
const SUGGESTIONS_MS = 60_000;

export class App {
  /** @param {HTMLElement} root */
  constructor(root) {
    takeToken();
    this.root = root;
    this.token = new Token((refused) => this.askToken(refused));
    this.api = new Api(this.token);
    texts.connect(this.api, () => this.update());
    this.events = new EventFeed(this.token);
    /** @type {Route} */
    this.route = parse(location.hash);
    /** @type {View | null} */
    this.view = null;
    /** Why there is no view: it loads, it does not exist, or it failed. */
    this.problem = /** @type {unknown} */ (null);
    this.opened = 0;
    this.frame = 0;
    this.announcement = '';
    this.retryTimer = 0;
    /** @type {Map<string, {at: number, names: Promise<string[]>}>} */
    this.suggestionsRead = new Map();
    this.keys = new Keys(() => this.bindings());
    /** @type {((token: string) => void) | null} */
    this.tokenGiven = null;
    this.tokenRefused = false;
  }

  /** Whether events arrive now. */
  get live() {
    return this.events.state === 'live';
  }

  start() {
    apply();
    window.addEventListener('hashchange', () => void this.routed());
    this.events.onState(() => this.stateChanged());
    void this.events.start();
    this.keys.start();
    void this.routed();
  }

  /** Renders once before the next frame. */
  update() {
    if (this.frame) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      render(this.template(), this.root);
    });
  }

  /**
   * Opens another view; the present filters are kept.
   *
   * @param {string} view
   * @param {string | null} [id]
   * @param {Changes} [params]
   */
  go(view, id, params = {}) {
    location.hash = this.link(view, id, params);
  }

  /**
   * The address of a view, with the present filters.
   *
   * @param {string} view
   * @param {string | null} [id]
   * @param {Changes} [params] more parameters; null removes a filter
   * @returns {string}
   */
  link(view, id, params = {}) {
    return href(view, id, {...filtersIn(this.route.params), ...params});
  }

  /**
   * The address of the present view with other parameters, for a link.
   *
   * @param {Changes} changes null removes one
   */
  linkWith(changes) {
    return href(this.route.view, this.route.id, {...this.route.params, ...changes});
  }

  /**
   * Changes parameters of the present view.
   *
   * @param {Changes} changes null removes one
   * @param {object} [options]
   * @param {boolean} [options.replace] makes no entry in the browser's history, for what changes while one drags
   */
  set(changes, {replace = false} = {}) {
    const address = this.linkWith(changes);
    if (address === (location.hash || '#/')) return;
    if (!replace) {
      location.hash = address;
      return;
    }
    history.replaceState(history.state, '', address);
    void this.routed();
  }

  /**
   * Tells screen readers of a change.
   *
   * @param {string} text
   */
  announce(text) {
    this.announcement = text;
    this.update();
  }

  /**
   * The filter bar of a view.
   *
   * @param {View} view
   * @param {unknown} [extra] more controls at its end
   */
  filters(view, extra = nothing) {
    return filterBar({
      supported: /** @type {typeof import('./view.js').View} */ (view.constructor).filters,
      params: view.params,
      // A position in a list belongs to the filters with which it was read.
      change: (changes) => this.set({cursor: null, ...changes}),
      suggestions: (name) => this.suggestions(name),
      extra,
    });
  }

  /**
   * The values that a filter has in the data.
   *
   * @param {string} name
   * @returns {Promise<string[]>}
   */
  suggestions(name) {
    const read = this.suggestionsRead.get(name);
    if (read && Date.now() - read.at < SUGGESTIONS_MS) return read.names;
    const names = name === 'tool'
        ? this.api.get('tools', {limit: 500}).then((answer) => answer.items.map((/** @type {any} */ item) => item.tool))
        : this.api.get('usage', {by: name, limit: 500})
            .then((answer) => answer.rows.map((/** @type {any} */ row) => row[name]).filter(Boolean));
    this.suggestionsRead.set(name, {at: Date.now(), names});
    return names;
  }

  /** Shows what the address names. */
  async routed() {
    if (takeToken()) texts.reset();
    const before = this.route;
    this.route = parse(location.hash);
    const {view: name, id, params} = this.route;
    if (this.view && before.view === name && before.id === id) {
      this.view.params = params;
      this.view.changed(params);
      this.update();
      return;
    }
    const turn = ++this.opened;
    const first = this.view === null && this.problem === null;
    this.view?.close();
    this.view = null;
    this.problem = VIEWS.has(name) ? 'loading' : 'unknown';
    this.update();
    if (!VIEWS.has(name)) return;
    try {
      const module = await import(`./views/${name}.js`);
      if (turn === this.opened) this.show(new module.default(this), first);
    } catch (error) {
      if (turn !== this.opened) return;
      reportError(error);
      this.problem = {title: 'This view could not be loaded', detail: 'The server may be restarting.'};
      this.update();
    }
  }

  /** Opens the view of the address again, if it could not be loaded. */
  reopen() {
    if (this.problem !== null) void this.routed();
  }

  /**
   * @param {View} view
   * @param {boolean} first whether the page has just been loaded: then the focus stays
   */
  show(view, first) {
    view.id = this.route.id;
    view.params = this.route.params;
    this.view = view;
    this.problem = null;
    view.open(view.id, view.params);
    this.update();
    window.scrollTo(0, 0);
    if (!first) requestAnimationFrame(() => this.root.querySelector('main')?.focus());
  }

  stateChanged() {
    clearInterval(this.retryTimer);
    if (this.live) {
      this.view?.retry();
      if (typeof this.problem === 'object') this.reopen();
    }
    if (this.events.retryAt) this.retryTimer = window.setInterval(() => this.update(), 1000);
    this.update();
  }

  template() {
    const entry = VIEWS.get(this.route.view);
    const title = this.view?.title() || entry?.title || 'No such view';
    document.title = `${title} · footfall`;
    return html`
      <a class="skip" href="#main" @click=${this.skip}>Skip to content</a>
      <header class="top">
        <a class="brand" href=${this.link(HOME)} aria-label="footfall, start">${BRAND}<span>footfall</span></a>
        <nav class="nav" aria-label="Views">${[...VIEWS].filter(([, {key}]) => key).map(([name, {title: text}]) => html`<a
          href=${this.link(name)} aria-current=${entry?.nav === name ? 'page' : nothing}>${text}</a>`)}</nav>
        <div class="tools">
          ${this.connection()}
          <button type="button" class="button ghost icon" aria-label="Search" aria-keyshortcuts="s" title="Search (s)"
            @click=${this.search}>${SEARCH_ICON}</button>
          <button type="button" class="button ghost icon" aria-label="Theme: ${theme()}. Change it"
            title="Theme: ${theme()}" @click=${this.changeTheme}>${THEME_ICONS[theme()]}</button>
          <button type="button" class="button ghost icon" aria-label="Help and keys" aria-keyshortcuts="?"
            title="Help and keys (?)" @click=${this.help}>?</button>
        </div>
      </header>
      <main id="main" tabindex="-1">${this.content()}</main>
      <div class="hidden-text" aria-live="polite">${this.announcement}</div>
      ${this.helpDialog()}${this.tokenDialog()}`;
  }

  content() {
    if (this.view) return this.view.template();
    if (this.problem === 'loading' || this.problem === null) return skeleton(10);
    if (this.problem === 'unknown') {
      return html`<h1>There is no such view</h1>${empty(`No view is called “${this.route.view}”.`,
          html`The address may be mistyped. <a href=${href(HOME)}>Go to the start</a>`)}`;
    }
    return failure(this.problem, () => this.reopen());
  }

  connection() {
    const {state, retryAt} = this.events;
    const wait = retryAt ? Math.max(0, Math.ceil((retryAt - Date.now()) / 1000)) : 0;
    const text = state === 'live' ? 'Live' : state === 'connecting' ? 'Connecting' : 'Connection lost';
    return html`<span class="connection connection-${state}" role="status"><span class="dot" aria-hidden="true"></span
        ><span class="connection-text">${text}</span></span>${state === 'lost' ? html`<button type="button"
        class="button small" @click=${this.events.retry}>${wait > 0 ? `Retry (${wait} s)` : 'Retrying'}</button>` : nothing}`;
  }

  changeTheme = () => {
    setTheme(nextTheme());
    this.announce(`Theme: ${theme()}`);
  };

  skip = (/** @type {Event} */ event) => {
    event.preventDefault();
    this.root.querySelector('main')?.focus();
  };

  search = async () => {
    const {Search} = await import('./search.js');
    this.searched ??= new Search(this);
    this.searched.open();
  };

  /** @type {import('./search.js').Search | undefined} */
  searched;

  help = () => {
    /** @type {HTMLDialogElement | null} */ (this.root.querySelector('.help'))?.showModal();
  };

  /** @returns {import('./keys.js').Bindings} */
  bindings() {
    /** @type {import('./keys.js').Bindings} */
    const bindings = {
      '?': {label: 'Show this help', run: this.help},
      '/': {label: 'Add a filter', run: () => /** @type {HTMLElement | null} */ (
        this.root.querySelector('.filter-add'))?.click()},
      s: {label: 'Search for a session, a project, a tool, a desire', run: this.search},
      j: {label: 'Next row', run: () => moveRow(1)},
      k: {label: 'Previous row', run: () => moveRow(-1)},
    };
    for (const [name, {title, key}] of VIEWS) {
      if (key) bindings[`g ${key}`] = {label: `Go to ${title}`, run: () => this.go(name)};
    }
    return {...bindings, ...this.view?.keys()};
  }

  helpDialog() {
    const rows = Object.entries(this.bindings());
    return html`<dialog class="dialog help" aria-labelledby="help-title">
      <h2 id="help-title">Keys</h2>
      <dl class="keys">${rows.map(([keys, {label}]) => html`<div><dt>${keys.split(' ').map((key) => html`<kbd>${
        key}</kbd> `)}</dt><dd>${label}</dd></div>`)}
        <div><dt><kbd>Enter</kbd></dt><dd>Open the row</dd></div>
        <div><dt><kbd>Esc</kbd></dt><dd>Leave a field or close this</dd></div></dl>
      <p class="muted">The address of a view contains its filters: copy it to show a colleague the same.</p>
      <form method="dialog"><button class="button primary">Close</button></form>
    </dialog>`;
  }

  /**
   * @param {boolean} refused
   * @returns {Promise<string>}
   */
  askToken(refused) {
    this.tokenRefused = refused;
    this.update();
    return new Promise((resolve) => {
      this.tokenGiven = resolve;
      requestAnimationFrame(() => requestAnimationFrame(() => {
        /** @type {HTMLDialogElement | null} */ (this.root.querySelector('.token'))?.showModal();
      }));
    });
  }

  tokenDialog() {
    return html`<dialog class="dialog token" aria-labelledby="token-title" @cancel=${prevent}>
      <h2 id="token-title">Token</h2>
      <p>This server asks for a token. It is in the file that <code>serve_token_file</code> names. The page keeps it until
        you close this tab.</p>
      <form method="dialog" @submit=${this.tokenSubmitted}>
        <label class="field"><span>Token</span><input class="input" type="password" name="token" required
          autocomplete="off" aria-describedby="token-problem"></label>
        <p id="token-problem" class="text-error" role="alert">${this.tokenRefused ? 'The server did not accept the token.' : ''}</p>
        <button class="button primary">Continue</button>
      </form>
    </dialog>`;
  }

  tokenSubmitted = (/** @type {SubmitEvent} */ event) => {
    const form = /** @type {HTMLFormElement} */ (event.target);
    const token = String(new FormData(form).get('token') ?? '');
    form.reset();
    this.tokenGiven?.(token);
    this.tokenGiven = null;
  };
}

/** @param {Event} event */
function prevent(event) {
  event.preventDefault();
}

const BRAND = html`<svg class="brand-mark" viewBox="0 0 24 24" width="20" height="20" aria-hidden="true"><path
  d="M4 18h4.5L12 6h7" fill="none" stroke="currentColor" stroke-width="2" stroke-linecap="round"></path><circle cx="4"
  cy="18" r="2.6" fill="currentColor"></circle><circle cx="11.6" cy="6.6" r="2.6" fill="currentColor"></circle><circle
  cx="20" cy="6" r="2.6" fill="currentColor"></circle></svg>`;

/** @param {unknown} content */
function icon(content) {
  return html`<svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true" fill="none" stroke="currentColor"
    stroke-width="1.6" stroke-linecap="round">${content}</svg>`;
}

const SEARCH_ICON = icon(svg`<circle cx="9" cy="9" r="5.5"></circle><path d="M13.2 13.2 17 17"></path>`);

const THEME_ICONS = {
  system: icon(svg`<rect x="2.5" y="3.5" width="15" height="10" rx="1.5"></rect><path d="M7 17h6"></path>`),
  light: icon(svg`<circle cx="10" cy="10" r="3.4"></circle><path d="M10 2v1.6M10 16.4V18M2 10h1.6M16.4 10H18M4.3 4.3l1.2
    1.2M14.5 14.5l1.2 1.2M4.3 15.7l1.2-1.2M14.5 5.5l1.2-1.2"></path>`),
  dark: icon(svg`<path d="M16.5 12.2A7 7 0 0 1 7.8 3.5a7 7 0 1 0 8.7 8.7z" stroke-linejoin="round"></path>`),
};

const root = document.getElementById('app');
if (root) new App(root).start();
