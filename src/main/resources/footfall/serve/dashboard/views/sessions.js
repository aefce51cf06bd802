/** The sessions, newest first; for their owner, each by the beginning of its first prompt. */

import {html, nothing} from 'lit-html';
import * as format from '../format.js';
import {agentState, coverageNote, empty, timeTag} from '../parts.js';
import {sortOf, sortText, table} from '../table.js';
import {beginning, firstTurn} from '../turns.js';
import {View} from '../view.js';

/** On a phone, a row is a card. */
const PAGE = matchMedia('(max-width: 720px)').matches ? 30 : 50;
/** The list is read again at most this often while turns close. */
const AGAIN_MS = 5_000;

export default class Sessions extends View {
  static filters = ['since', 'until', 'project', 'host', 'user', 'agent', 'agent_version', 'model', 'session'];

  question = '';

  title() {
    return 'Sessions';
  }

  /** @param {string | undefined} id @param {import('../view.js').Params} params */
  open(id, params) {
    this.subscribe(['turn'], () => this.later());
    super.open(id, params);
  }

  changed() {
    const question = JSON.stringify([this.filters(), this.params.cursor]);
    if (question === this.question) return;
    this.question = question;
    this.read();
  }

  read() {
    void this.load('sessions', (signal) => this.app.api.get('sessions',
        {...this.filters(), order: 'desc', limit: PAGE, cursor: this.params.cursor}, signal))
        .then((answer) => answer && this.app.announce(format.plural(answer.items.length, 'session')));
  }

  later() {
    this.soon(AGAIN_MS, () => this.read());
  }

  template() {
    return html`<div class="head"><h1>Sessions</h1><p class="lead">What people and agents talked about, from start to
        end.</p></div>
      ${this.app.filters(this)}
      ${this.show('sessions', (/** @type {any} */ answer) => html`${coverageNote(answer.coverage)}${this.list(answer)}
        ${this.pages(answer)}`)}`;
  }

  /** @param {any} answer */
  list(answer) {
    return table({
      caption: 'Sessions',
      columns: COLUMNS,
      rows: answer.items,
      presorted: !this.params.sort,
      sort: sortOf(this.params.sort),
      onSort: (sort) => this.app.set({sort: sortText(sort)}),
      href: (session) => this.link('session', session.session_id),
      note: html`<span class="muted">${format.plural(answer.items.length, 'session')} on this page, newest first</span>`,
      empty: Object.keys(this.filters()).length > 0 || this.params.cursor
        ? empty('No session meets these filters', 'Remove a filter, or choose a longer time.')
        : empty('No session has arrived yet', html`Start an agent on this machine, or run <code>footfall ship</code> on the
            machines of the team.`),
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

/** @param {any} session */
function calls(session) {
  return session.subagents.reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.tool_count, session.total_tools);
}

/** @param {any} session */
function span(session) {
  return session.start_time && session.end_time ? Date.parse(session.end_time) - Date.parse(session.start_time) : null;
}

/** @type {import('../table.js').Column<any>[]} */
const COLUMNS = [
  {key: 'started', label: 'Started', value: (row) => row.start_time, cell: (row) => timeTag(row.start_time)},
  {key: 'session', label: 'Session', main: true, wide: true, value: (row) => row.session_id,
    cell: (row) => html`${beginning(firstTurn(row.session_id))}<code title=${row.session_id}>${format.shortId(row.session_id)}</code>
      ${agentState(row)}`},
  {key: 'project', label: 'Project', value: (row) => row.project},
  {key: 'user', label: 'Person', value: (row) => row.user},
  {key: 'host', label: 'Machine', hiding: 4, value: (row) => row.host},
  {key: 'agent', label: 'Agent', hiding: 3, value: (row) => row.agent,
    cell: (row) => html`${row.agent ?? format.ABSENT} <span class="muted">${row.agent_version ?? ''}</span>`},
  {key: 'prompts', label: 'Prompts', number: true, hiding: 2, value: (row) => row.prompt_count,
    cell: (row) => format.count(row.prompt_count)},
  {key: 'time', label: 'Time', number: true, title: 'From the first to the last line', value: span,
    cell: (row) => format.duration(span(row))},
  {key: 'active', label: 'Reported time', number: true, hiding: 5, title: 'Active time, as far as the agent reported it',
    value: (row) => row.total_active_duration_ms,
    cell: (row) => (row.total_active_duration_ms ? format.duration(row.total_active_duration_ms) : format.ABSENT)},
  {key: 'steps', label: 'Steps', number: true, title: 'Tool calls, with those of subagents', value: calls,
    cell: (row) => format.count(calls(row))},
  {key: 'errors', label: 'Failed', number: true, hiding: 1, value: (row) => row.tool_errors,
    cell: (row) => html`<span class=${row.tool_errors ? 'text-error' : 'muted'}>${format.count(row.tool_errors)}</span>`},
  {key: 'cost', label: 'Cost', number: true, value: (row) => row.total_cost_usd,
    title: 'Of the whole session with its subagents, as the bill counts it',
    cell: (row) => (row.total_unpriced ? html`<span title=${`No price for ${format.models(row.total_unpriced)}`}>${
      row.total_cost_usd === undefined ? html`<span class="muted">no price</span>` : format.cost(row.total_cost_usd, true)}</span>`
      : format.money(row.total_cost_usd))},
];
