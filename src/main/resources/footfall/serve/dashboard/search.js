/** One field for all that has a name: sessions by the beginning of their ID, projects, tools, and desires by a text. */

import {html, nothing, render} from 'lit-html';
import {categoryText} from './struggle.js';
import {texts} from './texts.js';

const EACH_MAX = 6;
/** The time without a key after which the server is asked. */
const PAUSE_MS = 150;

/** @typedef {{kind: string, name: string, href: string}} Found */

export class Search {
  /** @param {import('./app.js').App} app */
  constructor(app) {
    this.app = app;
    /** @type {Found[]} */
    this.found = [];
    this.text = '';
    this.timer = 0;
    /** Of the text: an answer for an earlier one is not shown. */
    this.version = 0;
    /** What is said below the results. */
    this.words = '';
    this.dialog = document.createElement('dialog');
    this.dialog.className = 'dialog search';
    this.dialog.setAttribute('aria-label', 'Search');
    this.dialog.addEventListener('keydown', this.pressed);
    document.body.append(this.dialog);
    window.addEventListener('hashchange', () => this.dialog.close());
  }

  open() {
    clearTimeout(this.timer);
    this.version++;
    this.text = '';
    this.show([], '');
    this.dialog.showModal();
    const field = this.dialog.querySelector('input');
    if (field) field.value = '';
  }

  draw() {
    render(html`<input class="input" type="search" aria-label="Search" autocomplete="off" spellcheck="false"
        placeholder=${`Session ID, project, tool, a word of a desire${texts.available ? ', or a text of a transcript' : ''}`} @input=${this.typed}>
      ${this.found.length > 0 ? html`<ul class="found">${this.found.map(({kind, name, href}) => html`<li><a
        href=${href} @click=${() => this.dialog.close()}><span class="badge">${kind}</span> ${name}</a></li>`)}</ul>` : nothing}
      ${this.words ? html`<p class="muted" role="status">${this.words}</p>` : nothing}`, this.dialog);
  }

  /** @param {Found[]} found @param {string} words */
  show(found, words) {
    this.found = found;
    this.words = words;
    this.draw();
  }

  typed = (/** @type {Event} */ event) => {
    this.text = /** @type {HTMLInputElement} */ (event.target).value.trim();
    this.version++;
    clearTimeout(this.timer);
    this.timer = window.setTimeout(() => void this.ask(), PAUSE_MS);
  };

  async ask() {
    const {text, version} = this;
    const found = text ? await this.read(text) : [];
    if (version !== this.version) return;
    const answer = texts.found(text);
    if (answer) this.show(found, 'Searching transcripts');
    const {items, failure} = await answer ?? {items: [], failure: ''};
    if (version !== this.version) return;
    const all = [...found, ...items.map(({turn_id: id, where, text: name}) => ({
      kind: `In ${where === 'error' ? 'an' : 'a'} ${where}`, name, href: this.app.link('turn', id)}))];
    this.show(all, failure ? `Transcripts could not be searched: ${failure}`
      : text && all.length === 0 ? 'Nothing has this name.' : '');
  }

  /** @param {string} text @returns {Promise<Found[]>} */
  async read(text) {
    const {app} = this;
    const has = (/** @type {string} */ name) => name.toLowerCase().includes(text.toLowerCase());
    const none = () => /** @type {any[]} */ ([]);
    const items = (/** @type {Promise<any>} */ answer) => answer.then((value) => value.items).catch(none);
    const [sessions, projects, tools, desires] = await Promise.all([
      items(app.api.get('session-ids', {prefix: text, limit: EACH_MAX})),
      app.suggestions('project').catch(none), app.suggestions('tool').catch(none), items(app.api.get('desires', {limit: 500}))]);
    const some = (/** @type {string} */ kind, /** @type {any[]} */ all, /** @type {(one: any) => string} */ nameOf,
        /** @type {(one: any) => string} */ address) => all.filter((one) => has(nameOf(one))).slice(0, EACH_MAX)
        .map((one) => ({kind, name: nameOf(one), href: address(one)}));
    return [
      ...some('Session', sessions, String, (id) => app.link('session', id)),
      ...some('Project', projects, String, (project) => app.link('turns', null, {project})),
      ...some('Tool', tools, String, (tool) => app.link('tool', tool)),
      ...some('Desire', desires, (desire) => `${desire.title} (${categoryText(desire.category)})`, ({id}) => app.link('desire', id)),
    ];
  }

  /** The arrows move between the results; Enter in the field opens the first one. */
  pressed = (/** @type {KeyboardEvent} */ event) => {
    const places = /** @type {HTMLElement[]} */ ([...this.dialog.querySelectorAll('input, a')]);
    const at = places.indexOf(/** @type {HTMLElement} */ (document.activeElement));
    const step = {ArrowDown: 1, ArrowUp: -1}[event.key];
    if (step) places[Math.min(places.length - 1, Math.max(0, at + step))].focus();
    else if (event.key === 'Enter' && at === 0) places[1]?.click();
    else return;
    event.preventDefault();
  };
}
