/** Closed turns: newest first in pages, or the first ones of another order. */

import {html, nothing} from 'lit-html';
import {matches} from '../filters.js';
import * as format from '../format.js';
import {coverageNote, empty} from '../parts.js';
import {table} from '../table.js';
import {TURN_COLUMNS, withoutCopies} from '../turns.js';
import {View} from '../view.js';

/** On a phone, a row is a card. */
const PAGE = matchMedia('(max-width: 720px)').matches ? 30 : 100;
/** More turns that closed are not counted, so that a page that stays open does not grow. */
const ARRIVED_MAX = 1000;

/** The orders that the server knows besides that of time. */
const SORTS = ['cost', 'length', 'duration', 'failures'];

const COLUMNS = ['started', 'pattern', 'steps', 'failures', 'outcome', 'repeated', 'time', 'tokens', 'cost', 'project', 'agent', 'model',
  'host', 'user', 'id'].map((name) => TURN_COLUMNS[name]);

/** Questions that one click answers: `sort` and the words. */
const QUESTIONS = [['cost', 'Cost most'], ['length', 'Most steps'], ['duration', 'Took longest'], ['failures', 'Failed most']];

export default class Turns extends View {
  static filters = ['since', 'until', 'project', 'host', 'user', 'agent', 'agent_version', 'model', 'tool', 'outcome',
    'category', 'turn_outcome', 'intent', 'next', 'next_intent', 'session', 'pattern', 'min_length', 'max_length'];

  /** Turns that closed since the page was read. */
  arrived = /** @type {Set<string>} */ (new Set());

  title() {
    return 'Turns';
  }

  /** @param {string | undefined} id @param {import('../view.js').Params} params */
  open(id, params) {
    this.subscribe(['turn'], (events) => this.closedNow(events));
    super.open(id, params);
  }

  /** The order that the server sorts by; null for that of time. */
  sort() {
    const sort = this.params.sort ?? '';
    return SORTS.includes(sort) ? sort : null;
  }

  changed() {
    const question = JSON.stringify([this.filters(), this.sort(), this.params.cursor, this.params.order]);
    if (question === this.question) return;
    this.question = question;
    this.read();
  }

  question = '';

  read() {
    this.arrived = new Set();
    const {cursor, order} = this.params;
    const filters = this.filters();
    const sort = this.sort();
    const place = sort ? {sort} : {cursor, order: order === 'asc' ? 'asc' : 'desc'};
    void this.load('turns', async (signal) => {
      const answer = await this.app.api.get('turns', {...filters, ...place, limit: PAGE}, signal);
      return filters.session ? answer : withoutCopies(answer);
    })
        .then((answer) => answer && this.app.announce(format.plural(answer.items.length, 'turn')));
  }

  /** @param {import('../events.js').FeedEvent[]} events */
  closedNow(events) {
    if (events.some(({type}) => type === 'reset')) {
      this.read();
      return;
    }
    if (this.params.cursor || this.params.order === 'asc') return;
    const before = this.arrived.size;
    const shown = new Set(this.loaded('turns')?.items.map((/** @type {any} */ turn) => turn.turn_id));
    for (const {data} of events) {
      if (this.arrived.size >= ARRIVED_MAX) break;
      if (!data.copy_of && !shown.has(data.turn_id) && matches(data, this.filters())) this.arrived.add(data.turn_id);
    }
    if (before === 0 && this.arrived.size > 0) this.app.announce('New turns have closed');
    if (this.arrived.size !== before) this.update();
  }

  template() {
    return html`<div class="spread"><div class="head"><h1>Turns</h1><p class="lead">What agents did about one request
        each.</p></div>${this.questions()}</div>
      ${this.app.filters(this)}
      ${this.arrived.size === 0 ? nothing : html`<button type="button" class="button soft wide"
        @click=${() => this.read()}>Show ${this.arrived.size < ARRIVED_MAX ? '' : 'more than '}${
          format.plural(this.arrived.size, 'new turn')}</button>`}
      ${this.show('turns', (/** @type {any} */ answer) => html`${coverageNote(answer.coverage)}${this.list(answer)}
        ${this.pages(answer)}`)}`;
  }

  questions() {
    const sort = this.sort();
    // A question is about this week, unless the viewer has chosen another time.
    const time = this.params.since || this.params.until ? {} : {since: '7d'};
    const week = this.params.since || this.params.until ? '' : ' this week';
    return html`<nav class="segments" aria-label="Order"><a href=${this.app.linkWith({sort: null, order: null, cursor: null})}
        aria-current=${sort ? nothing : 'true'}>Newest</a>${QUESTIONS.map(([name, text]) => html`<a
        href=${this.app.linkWith({sort: name, order: null, cursor: null, ...time})}
        aria-current=${sort === name ? 'true' : nothing}>${text}${week}</a>`)}</nav>`;
  }

  /** @param {any} answer */
  list(answer) {
    const filtered = Object.keys(this.filters()).length > 0 || this.params.cursor;
    const sort = this.sort();
    return table({
      caption: 'Turns',
      columns: COLUMNS,
      rows: answer.items,
      sort: {key: sort ?? 'started_at', descending: sort !== null || this.params.order !== 'asc'},
      presorted: true,
      onSort: ({key}) => this.choose(key),
      href: (turn) => this.link('turn', turn.turn_id),
      note: html`<span class="muted">${sort ? `The first ${format.plural(answer.items.length, 'turn')} of this order`
        : `${format.plural(answer.items.length, 'turn')} on this page`}${answer.copies
          ? `, +${format.plural(answer.copies, 'copy', 'copies')}` : ''}</span>`,
      empty: answer.copies ? empty('All turns here are copies', 'Resumed or forked sessions repeat turns of others.') : filtered
        ? empty('No turn meets these filters', html`Remove a filter, or choose a longer time. <a
            href=${this.app.linkWith(Object.fromEntries([...Object.keys(this.filters()), 'cursor'].map((name) => [name, null])))}>Show
            all turns</a>`)
        : empty('No turn has closed yet', html`Start an agent on this machine. Its turns appear here when they close. <a
            href=${this.link('now')}>Show open turns</a>`),
    });
  }

  /**
   * Sorts by a column; the present one again turns the order of time around, or goes back to it.
   *
   * @param {string} key
   */
  choose(key) {
    const sort = this.sort();
    if (key === 'started_at') {
      this.app.set({sort: null, cursor: null, order: !sort && this.params.order !== 'asc' ? 'asc' : null});
    } else this.app.set({sort: key === sort ? null : key, order: null, cursor: null});
  }

  /** @param {any} answer */
  pages(answer) {
    if (this.sort() || (!answer.next && !this.params.cursor)) return nothing;
    return html`<nav class="pages" aria-label="Pages">${this.params.cursor
      ? html`<a class="button" href=${this.app.linkWith({cursor: null})}>First page</a>` : nothing}${answer.next
      ? html`<a class="button" rel="next" href=${this.app.linkWith({cursor: answer.next})}>Next page</a>` : nothing}</nav>`;
  }
}
