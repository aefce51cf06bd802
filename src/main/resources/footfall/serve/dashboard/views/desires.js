/** The one ranking of what agents struggle with, by what it costs. */

import {html, nothing} from 'lit-html';
import * as format from '../format.js';
import {badge, coverageNote, empty, timeTag} from '../parts.js';
import {categoryText, countText, DESIRE_CATEGORIES, heading, isPath, meter, trendBadge} from '../struggle.js';
import {table} from '../table.js';
import {View} from '../view.js';

const ROWS = 200;

/** @type {Array<{key: string, label: string, of: (desire: any) => number, text: (value: number) => string,
 *     cell?: (desire: any) => string}>} */
const ORDERS = [
  {key: 'steps', label: 'Steps', of: (desire) => desire.wasted_steps, text: format.count},
  {key: 'time', label: 'Time', of: (desire) => desire.wasted_time_ms ?? 0, text: format.duration},
  {key: 'tokens', label: 'Tokens', of: (desire) => format.tokenSum(desire.wasted_tokens), text: format.short},
  {key: 'cost', label: 'Cost', of: (desire) => desire.wasted_cost_usd ?? 0, text: format.money, cell: costText},
  {key: 'count', label: 'How often', of: (desire) => desire.count, text: format.count},
];

export default class Desires extends View {
  static filters = ['since', 'until', 'project', 'host', 'user', 'agent', 'agent_version', 'model', 'tool', 'session',
    'min_length', 'max_length'];

  question = '';
  /** Desires that have changed since the list was read. */
  news = /** @type {Set<string>} */ (new Set());

  title() {
    return 'Desires';
  }

  /** @param {string | undefined} id @param {import('../view.js').Params} params */
  open(id, params) {
    void this.load('aliases', (signal) => aliases(this.app.api, signal));
    this.subscribe(['desire'], (events) => this.changedNow(events));
    super.open(id, params);
  }

  get order() {
    return ORDERS.find(({key}) => key === this.params.by) ?? ORDERS[0];
  }

  get category() {
    return DESIRE_CATEGORIES.includes(this.params.desire_category) ? this.params.desire_category : '';
  }

  changed() {
    const asked = {...this.filters(), desire_category: this.category, by: this.order.key};
    const question = JSON.stringify(asked);
    if (question === this.question) return;
    this.question = question;
    this.read(asked);
  }

  /** @param {Record<string, string>} asked */
  read(asked) {
    this.news = new Set();
    const all = Boolean(asked.desire_category || asked.session);
    this.again = () => this.read(asked);
    void this.load('desires', (signal) => this.app.api.get('desires', {...asked, all, limit: ROWS}, signal))
        .then((answer) => answer && this.app.announce(format.plural(answer.items.length, 'desire')));
    // Trends read the turns of 28 days, so the list does not wait for them.
    void this.load('trends', (signal) => this.app.api.get('desires', {...asked, all, trend: true, limit: ROWS}, signal)
        .then((answer) => new Map(answer.items.map((/** @type {any} */ desire) => [desire.id, desire.trend]))));
  }

  again = () => {};

  /**
   * The order moves under the reader only when they ask for it. A record of an event is of all turns, so it may not
   * concern the filters.
   *
   * @param {import('../events.js').FeedEvent[]} events
   */
  changedNow(events) {
    for (const {type, data} of events) {
      if (type === 'reset') this.again();
      else if (data?.id && (!this.category || data.category === this.category)) this.news.add(data.id);
    }
    this.update();
  }

  template() {
    return html`<div class="head"><h1>Desires</h1><p class="lead">What agents struggle with, what it takes, and what to do about it.</p></div>
      ${this.app.filters(this, html`
        <label class="field"><span class="hidden-text">Kind</span><select class="select" @change=${this.chooseCategory}>
          <option value="" ?selected=${!this.category}>All kinds</option>${DESIRE_CATEGORIES.map((category) => html`<option
            value=${category} ?selected=${category === this.category}>${categoryText(category)}</option>`)}</select></label>`)}
      <div class="row"><span class="muted">Rank by</span>${this.choice('Rank by', 'by', this.order.key,
        ORDERS.map(({key, label}) => [key, label]), 'steps')}</div>
      ${this.news.size === 0 ? nothing : html`<button type="button" class="button soft wide" role="status"
        @click=${this.again}>${format.plural(this.news.size, 'desire')} changed: read the list again</button>`}
      ${this.show('desires', (/** @type {any} */ answer) => html`${coverageNote(answer.coverage)}${this.list(answer)}`)}`;
  }

  chooseCategory = (/** @type {Event} */ event) => {
    this.app.set({desire_category: /** @type {HTMLSelectElement} */ (event.target).value || null});
  };

  /**
   * @param {string} label
   * @param {string} name the parameter
   * @param {string} value
   * @param {string[][]} choices
   * @param {string} usual the value that the address omits
   */
  choice(label, name, value, choices, usual) {
    return html`<div class="segments" role="group" aria-label=${label}>${choices.map(([key, text]) => html`<a
      href=${this.app.linkWith({[name]: key === usual ? null : key})}
      aria-current=${key === value ? 'true' : nothing}>${text}</a>`)}</div>`;
  }

  /** @param {any} answer */
  list(answer) {
    const filtered = Object.keys(this.filters()).length > 0 || this.category;
    return table({
      caption: 'What agents struggle with',
      columns: this.columns(answer.items),
      rows: answer.items,
      presorted: true,
      href: (desire) => this.link('desire', desire.id),
      note: html`<span class="muted">${format.plural(answer.items.length, 'desire')}. One step may count in several rows, so
        do not add rows up.</span>`,
      empty: filtered ? empty('No desire meets these filters', 'Remove a filter, or choose a longer time.')
        : empty('No desires yet', 'Failed calls appear here when they recur; long patterns, repeats and questions when '
          + 'they do so in several sessions.'),
    });
  }

  /**
   * @param {any[]} rows in the order of the answer
   * @returns {import('../table.js').Column<any>[]}
   */
  columns(rows) {
    const order = this.order;
    const most = Math.max(1e-9, ...rows.map(order.of));
    const names = this.loaded('aliases');
    const trends = this.loaded('trends');
    return [
      {key: 'rank', label: '#', value: (desire) => rows.indexOf(desire) + 1,
        cell: (desire) => html`<span class="muted">${rows.indexOf(desire) + 1}</span>`},
      {key: 'what', label: 'What', wide: true, main: true, value: (desire) => desire.title,
        cell: (desire) => html`${heading(desire)}${names?.get(desire.subject)
          ? html` ${badge(names.get(desire.subject), 'accent')}` : nothing}`},
      {key: 'by', label: order.key === 'count' ? 'Steps' : order.label, number: true,
        title: 'Of failed calls, or the same again; steps until a success', value: (desire) => (order.key === 'count' ? desire.wasted_steps : order.of(desire)),
        cell: (desire) => (order.key === 'count' ? format.count(desire.wasted_steps) : html`<span class="with-meter"><strong>${
          order.cell ? order.cell(desire) : order.text(order.of(desire))}</strong>${meter(order.of(desire) / most)}</span>`)},
      ...(order.key === 'cost' ? [] : [{key: 'cost', label: 'Cost', number: true, title: 'US dollars',
        value: (/** @type {any} */ desire) => desire.wasted_cost_usd,
        cell: costText}]),
      {key: 'count', label: 'How often', number: true, value: (desire) => desire.count,
        cell: (desire) => html`<span class="with-meter">${countText(desire)}${order.key === 'count' ? meter(desire.count / most) : nothing}</span>`},
      {key: 'sessions', label: 'Sessions', number: true, hiding: 1, value: (desire) => desire.sessions,
        cell: (desire) => format.count(desire.sessions)},
      {key: 'length', label: 'Steps per turn', number: true, hiding: 2, title: 'Mean length of its turns', value: (desire) => desire.avg_length,
        cell: (desire) => format.decimal(desire.avg_length)},
      {key: 'trend', label: 'Trend', title: 'The last 14 days against the 14 days before', value: (desire) => trends?.get(desire.id),
        cell: (desire) => (trends ? trendBadge(trends.get(desire.id)) : html`<span class="muted">…</span>`)},
      {key: 'last', label: 'Last seen', value: (desire) => desire.last_seen, cell: (desire) => timeTag(desire.last_seen, 'day')},
    ];
  }
}

/** Long turns are work, and a question costs a person's time. @param {any} desire */
function costText(desire) {
  return isPath(desire) || desire.category === 'asked' ? format.ABSENT : format.cost(desire.wasted_cost_usd, desire.wasted_unpriced_tokens);
}

/**
 * Names that people have given to patterns and tools.
 *
 * @param {import('../api.js').Api} api
 * @param {AbortSignal} signal
 * @returns {Promise<Map<string, string>>}
 */
export async function aliases(api, signal) {
  const answer = await api.get('paths', {turns: true, limit: 500}, signal);
  return new Map(answer.items.filter((/** @type {any} */ path) => path.alias)
      .map((/** @type {any} */ path) => [path.pattern, path.alias]));
}
