/** Closed turns, newest first, in pages. */

import {html, nothing} from 'lit-html';
import {patternChain} from '../chain.js';
import {matches} from '../filters.js';
import * as format from '../format.js';
import {coverageNote, empty, timeTag} from '../parts.js';
import {sortOf, sortText, table} from '../table.js';
import {View} from '../view.js';

const PAGE = 100;

export default class Turns extends View {
  static filters = ['since', 'until', 'project', 'host', 'user', 'agent', 'agent_version', 'model', 'tool', 'outcome',
    'category', 'intent', 'next', 'next_intent', 'session', 'pattern', 'min_length', 'max_length'];

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

  changed() {
    const question = JSON.stringify([this.filters(), this.params.cursor, this.params.order]);
    if (question === this.question) return;
    this.question = question;
    this.read();
  }

  question = '';

  read() {
    this.arrived = new Set();
    const {cursor, order} = this.params;
    void this.load('turns', (signal) => this.app.api.get('turns',
        {...this.filters(), cursor, order: order === 'asc' ? 'asc' : 'desc', limit: PAGE}, signal))
        .then((answer) => answer && this.app.announce(format.plural(answer.items.length, 'turn')));
  }

  /** @param {import('../events.js').FeedEvent[]} events */
  closedNow(events) {
    if (this.params.cursor || this.params.order === 'asc') return;
    const before = this.arrived.size;
    const shown = new Set(this.loaded('turns')?.items.map((/** @type {any} */ turn) => turn.turn_id));
    for (const {type, data} of events) {
      if (type === 'reset') this.read();
      else if (!data.copy_of && !shown.has(data.turn_id) && matches(data, this.filters())) this.arrived.add(data.turn_id);
    }
    if (this.arrived.size !== before) this.update();
  }

  template() {
    const oldest = this.params.order === 'asc';
    return html`<div class="head"><h1>Turns</h1><p class="lead">What agents did about one request each.</p></div>
      ${this.app.filters(this, html`<a class="button ghost" href=${this.app.linkWith({order: oldest ? null : 'asc',
        cursor: null, sort: null})}>${oldest ? 'Newest first' : 'Oldest first'}</a>`)}
      ${this.arrived.size === 0 ? nothing : html`<button type="button" class="button soft wide" role="status"
        @click=${() => this.read()}>Show ${format.plural(this.arrived.size, 'new turn')}</button>`}
      ${this.show('turns', (/** @type {any} */ answer) => html`${coverageNote(answer.coverage)}${this.list(answer)}
        ${this.pages(answer)}`)}`;
  }

  /** @param {any} answer */
  list(answer) {
    const filtered = Object.keys(this.filters()).length > 0 || this.params.cursor;
    return table({
      caption: 'Turns',
      columns: COLUMNS,
      rows: answer.items,
      sort: sortOf(this.params.sort),
      presorted: !this.params.sort,
      onSort: (sort) => this.app.set({sort: sortText(sort)}),
      href: (turn) => this.link('turn', turn.turn_id),
      note: html`<span class="muted">${format.plural(answer.items.length, 'turn')} on this page${this.params.sort
        ? ', sorted within it' : ''}</span>`,
      empty: filtered
        ? empty('No turn meets these filters', 'Remove a filter, or choose a longer time.')
        : empty('No turn has closed yet', 'Start an agent on this machine. Its turns appear here when they close; '
          + 'open turns are under “Now”.'),
    });
  }

  /** @param {any} answer */
  pages(answer) {
    if (!answer.next && !this.params.cursor) return nothing;
    return html`<nav class="pages" aria-label="Pages">${this.params.cursor
      ? html`<a class="button" href=${this.app.linkWith({cursor: null})}>First page</a>` : nothing}${answer.next
      ? html`<a class="button" rel="next" href=${this.app.linkWith({cursor: answer.next})}>Next page</a>` : nothing}</nav>`;
  }
}

/** @param {any} turn */
function failures(turn) {
  return turn.totals?.failures?.reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + (each.count ?? 0), 0)
    ?? turn.steps.filter((/** @type {any} */ step) => step.outcome === 'error').length;
}

/** @type {import('../table.js').Column<any>[]} */
const COLUMNS = [
  {key: 'started', label: 'Started', value: (turn) => turn.started_at, cell: (turn) => timeTag(turn.started_at)},
  {key: 'pattern', label: 'What it did', wide: true, value: (turn) => turn.pattern,
    cell: (turn) => (turn.pattern ? patternChain(turn.pattern, {max: 12}) : html`<span class="muted">no tool calls</span>`)},
  {key: 'steps', label: 'Steps', number: true, value: (turn) => turn.length,
    cell: (turn) => html`${format.count(turn.length)}${turn.long ? html` <span class="badge">long</span>` : nothing}`},
  {key: 'failures', label: 'Failures', number: true, value: failures,
    cell: (turn) => html`<span class=${failures(turn) ? 'text-error' : 'muted'}>${format.count(failures(turn))}</span>`},
  {key: 'time', label: 'Time', number: true, value: (turn) => turn.elapsed_ms,
    cell: (turn) => format.duration(turn.elapsed_ms)},
  {key: 'tokens', label: 'Tokens', number: true, value: (turn) => format.tokenSum(turn.tokens),
    cell: (turn) => format.short(format.tokenSum(turn.tokens))},
  {key: 'cost', label: 'Cost', number: true, value: (turn) => turn.cost_usd, cell: (turn) => format.money(turn.cost_usd)},
  {key: 'project', label: 'Project', value: (turn) => turn.project},
  {key: 'agent', label: 'Agent', value: (turn) => turn.agent},
];
