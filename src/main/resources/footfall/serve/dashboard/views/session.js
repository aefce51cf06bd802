/** One session: its turns in order with those of its subagents, and what it cost. */

import {html, nothing} from 'lit-html';
import {stepChain} from '../chain.js';
import {Conversation} from '../conversation.js';
import * as format from '../format.js';
import {OpenTurns} from '../open-turns.js';
import {agentState, badge, changesFigure, coverageNote, empty, figure, figures, timeTag} from '../parts.js';
import {stackedBars} from '../plot.js';
import {table} from '../table.js';
import {texts} from '../texts.js';
import {TURN_COLUMNS, beginning, failuresOf, firstTurn, indexOf, modelTable, nameOf} from '../turns.js';
import {View} from '../view.js';

const PAGE = 200;
/** A session whose turns close is read again at most this often. */
const AGAIN_MS = 2_000;
const BARS_LEAST = 2;

/** @typedef {{turn: any, depth: number}} Row */

export default class Session extends View {
  /** Open turns of this session. */
  growing = new OpenTurns();
  conversation = new Conversation(this);
  question = '';

  title() {
    return `Session ${format.shortId(this.id)}`;
  }

  /** @param {string | undefined} id @param {import('../view.js').Params} params */
  open(id, params) {
    this.subscribe(['start', 'turn', 'open', 'closed'], (events) => this.happened(events));
    super.open(id, params);
  }

  /** @param {import('../view.js').Params} params */
  changed(params) {
    this.conversation.read();
    if (this.question === String(params.cursor)) return;
    this.question = String(params.cursor);
    this.read();
  }

  read() {
    const {api} = this.app;
    const id = this.id ?? '';
    // A session that has only an open turn has no summary yet: the list is then empty, where its own address fails.
    void this.load('session', async (signal) => {
      const answer = await api.get('sessions', {session: id}, signal);
      return {item: answer.items[0] ?? null, coverage: answer.coverage};
    });
    void this.load('usage', (signal) => api.get('usage', {by: 'model', session: id, sort: 'cost'}, signal));
    void this.load('turns', (signal) => api.get('turns', {session: id, limit: PAGE, cursor: this.params.cursor}, signal))
        .then((answer) => answer && this.app.announce(format.plural(answer.items.length, 'turn')));
    void this.load('open', (signal) => this.growing.read(api.get('turns/open', {session: id}, signal), signal));
  }

  /** @param {import('../events.js').FeedEvent[]} events */
  happened(events) {
    for (const {type, data} of events) {
      if (type === 'reset' || type === 'start' || (type === 'turn' && data.session_id === this.id)) this.later();
      if (type === 'open' && data.session_id === this.id) this.growing.grown(data);
      else if (type === 'closed') this.growing.closed(data);
      else if (type === 'turn') this.growing.ended(data);
    }
    this.update();
  }

  later() {
    this.soon(AGAIN_MS, () => this.read());
  }

  template() {
    if (this.isUnknown()) {
      return html`<h1>There is no such session</h1>${empty('No session has this ID',
          html`It may be older than the data that is kept, deleted, or a part of an ID. <a href=${
            this.link('sessions', null, {session: null})}>Show all sessions</a>`)}`;
    }
    return this.show('session', ({item, coverage}) => html`${this.head(item)}${coverageNote(coverage)}
      ${this.figures(item)}${this.openTurns()}
      <section class="stack" aria-labelledby="turns-title"><div class="spread"><h2 id="turns-title">Turns in order</h2>${
        texts.available ? html`<a class="button small" href=${this.app.linkWith({as: this.talks ? 'table' : null})}>${
          this.talks ? 'As a table' : 'As a conversation'}</a>` : nothing}</div>${
        this.show('turns', (answer) => this.turns(answer))}</section>
      ${this.show('usage', (/** @type {any} */ answer) => html`<section class="stack" aria-labelledby="models-title"><h2
        id="models-title">Tokens and cost by model</h2>${modelTable(answer.rows, `Tokens and cost of session ${
        format.shortId(this.id)}`)}</section>`)}
      ${this.subagents(item)}${this.requests(item)}${this.tools(item)}`, html`<h1>${this.title()}</h1><p class="muted">Loading</p>`);
  }

  /** Whether the turns are shown in the words of their transcripts. */
  get talks() {
    return texts.available && this.params.as !== 'table';
  }

  /** Whether everything was read, and nothing is of this session. */
  isUnknown() {
    const session = this.loaded('session');
    const turns = this.loaded('turns');
    return session && !session.item && session.coverage?.complete && turns?.items.length === 0 && !this.params.cursor
      && this.loads.get('open')?.state === 'ready' && this.growing.size === 0 && !this.loaded('usage')?.total?.turns;
  }

  /** @param {any} session */
  head(session) {
    const known = session ?? this.loaded('turns')?.items[0] ?? this.growing.list()[0] ?? {};
    return html`<div class="turn-head"><nav class="crumbs" aria-label="Where this is"><a href=${this.link('sessions')}>Sessions</a><span
        aria-hidden="true">/</span><a href=${this.link('turns', null, {session: this.id})}>Turns of this session</a></nav>
      <h1>Session ${format.shortId(this.id)}${known.project ? html` <span class="in">in</span> ${known.project}` : nothing}</h1>${beginning(firstTurn(this.id ?? ''))}
      <p class="meta">${this.growing.size > 0 ? badge('has open turns', 'pending') : nothing}${agentState(known)}
        ${timeTag(known.start_time ?? known.started_at)}${part('host', known.host)}${part('user', known.user)}
        ${part('agent', [known.agent, known.agent_version].filter(Boolean).join(' '))}
        <span class="muted mono">${this.id}</span></p></div>`;
  }

  /** @param {any} session */
  figures(session) {
    const usage = this.loaded('usage')?.total;
    if (!session && !usage) return nothing;
    const span = session?.start_time ? Date.parse(session.end_time) - Date.parse(session.start_time) : null;
    const active = session?.total_active_duration_ms;
    return figures(html`
      ${figure('Turns', format.count(usage?.turns), [usage?.long_turns && `${format.count(usage.long_turns)} long`,
        session?.interrupt_count && format.plural(session.interrupt_count, 'interrupt'),
        session?.compactions && format.plural(session.compactions, 'compaction'), session?.copied_turns
          && `${format.count(session.copied_turns)} more are copies`].filter(Boolean).join(', ') || nothing)}
      ${figure('Steps', format.count(usage?.steps))}
      ${figure('Failed', html`<span class=${usage?.failures ? 'text-error' : ''}>${format.count(usage?.failures)}</span>`,
        usage?.steps ? `${format.share(usage.failures / usage.steps)} of the steps` : nothing)}
      ${usage ? changesFigure(usage.changes) : nothing}
      ${figure('Active time', active ? format.duration(active) : format.ABSENT, active ? 'as the agent reported'
        : 'the agent reported none')}
      ${figure('First to last line', format.duration(span))}
      ${figure('Tokens', format.short(format.tokenSum(usage?.tokens)), usage
        ? `${format.short(usage.tokens.output)} output` : nothing)}
      ${figure('Cost', format.costOf(usage), usage?.unpriced_models?.length
        ? `no price for ${format.models(usage.unpriced_models)}` : nothing)}`);
  }

  openTurns() {
    const turns = this.growing.list();
    return turns.length === 0 ? nothing : html`<section class="stack" aria-labelledby="open-title" aria-live="polite"><h2
      id="open-title">Open now</h2>${turns.map((turn) => html`<div class="card"><div class="spread"><h3><a
        href=${this.link('turn', turn.turn_id)} data-row>Turn ${indexOf(turn.turn_id)}${turn.agent_id ? ' of a subagent' : ''}</a></h3><p
        class="meta"><span>${format.plural(turn.length, 'step')}</span><span>${format.costOf(turn)}</span></p></div>${beginning(turn)}${
      stepChain((turn.last_steps ?? turn.steps ?? []).slice(-12))}</div>`)}</section>`;
  }

  /** @param {any} answer */
  turns(answer) {
    if (this.rowsOf?.answer !== answer) this.rowsOf = {answer, rows: nested(answer.items)};
    const rows = this.rowsOf?.rows ?? [];
    const {cursor} = this.params;
    return html`${coverageNote(answer.coverage)}${rows.length < BARS_LEAST ? nothing : html`<section class="card">${
      this.chart(rows.map(({turn}) => turn))}</section>`}${this.talks && rows.length > 0 ? this.conversation.template(rows) : table({
      caption: `Turns of session ${format.shortId(this.id)}`,
      columns: COLUMNS,
      rows,
      presorted: true,
      href: ({turn}) => this.link('turn', turn.turn_id),
      note: html`<span class="muted">${format.plural(answer.items.length, 'turn')}${answer.next || cursor
        ? ' on this page' : ''}</span>`,
      empty: empty('No turn of this session has closed', this.growing.size > 0 ? 'Its open turns are above.'
        : html`The ID may be wrong, or its turns are older than the data that is kept. <a href=${
          this.link('turns', null, {session: null})}>Show all turns</a>`),
    })}${answer.next || cursor ? html`<nav class="pages" aria-label="Pages">${cursor
      ? html`<a class="button" href=${this.app.linkWith({cursor: null})}>First page</a>` : nothing}${answer.next
      ? html`<a class="button" rel="next" href=${this.app.linkWith({cursor: answer.next})}>Next page</a>` : nothing}</nav>`
    : nothing}`;
  }

  /** @type {{answer: any, rows: Row[]} | undefined} */
  rowsOf;

  /** @param {any[]} turns */
  chart(turns) {
    const priced = turns.some((turn) => turn.cost_usd > 0);
    return stackedBars({
      caption: priced ? 'Cost of each turn' : 'Steps of each turn',
      height: 150,
      x: {label: 'Turn', values: turns.map((turn) => turn.turn_id), format: (id) => nameOf(turns.find((turn) => turn.turn_id
        === id))},
      y: priced ? {label: 'Cost (USD)', format: format.money} : {label: 'Steps', format: format.count},
      series: priced ? [{name: 'Cost', values: turns.map((turn) => turn.cost_usd)}]
          : [{name: 'Worked', values: turns.map((turn) => turn.length - failuresOf(turn)), tone: 'ok'},
            {name: 'Failed', values: turns.map(failuresOf), tone: 'error'}],
      href: (at) => this.link('turn', turns[at].turn_id),
    });
  }

  /** @param {any} session */
  subagents(session) {
    if (!session?.subagents?.length) return nothing;
    return html`<section class="stack" aria-labelledby="subagents-title"><h2 id="subagents-title">Subagents</h2>${table({
      caption: `Subagents of session ${format.shortId(this.id)}`,
      rows: session.subagents,
      columns: [
        {key: 'type', label: 'Type', value: (each) => each.subagent_type ?? each.agent_id},
        {key: 'calls', label: 'Tool calls', number: true, value: (each) => each.tool_count},
        {key: 'tools', label: 'Tools', wide: true, value: (each) => countsText(each.tool_counts)},
        {key: 'active', label: 'Active time', number: true, value: (each) => each.active_duration_ms,
          cell: (each) => (each.active_duration_ms ? format.duration(each.active_duration_ms) : format.ABSENT)},
      ]})}</section>`;
  }

  /** @param {any} session */
  requests(session) {
    if (!session?.requests?.length) return nothing;
    return html`<section class="stack" aria-labelledby="requests-title"><h2 id="requests-title">Requests to models</h2>${table({
      caption: 'As the agent reports them; the cost of those in a transcript is a part of that above',
      rows: session.requests,
      columns: [
        {key: 'source', label: 'For', value: (each) => each.source,
          cell: (each) => html`${each.source} ${each.is_message ? nothing : badge('in no transcript')}`},
        {key: 'requests', label: 'Requests', number: true, value: (each) => each.requests},
        {key: 'failed', label: 'Failed', number: true, value: (each) => each.failed},
        {key: 'first', label: 'First token after', number: true, value: (each) => each.first_token_ms / (each.timed || 1),
          cell: (each) => (each.timed ? format.duration(each.first_token_ms / each.timed) : format.ABSENT)},
        {key: 'cost', label: 'Cost', number: true, value: (each) => each.cost_usd, cell: (each) => format.costOf(each)},
      ]})}</section>`;
  }

  /** @param {any} session */
  tools(session) {
    const tools = Object.entries(session?.tool_counts ?? {});
    return tools.length === 0 ? nothing : html`<section class="stack" aria-labelledby="tools-title"><h2 id="tools-title">Tools
      of the main agent</h2><p class="row">${tools.map(([tool, count]) => html`<a class="badge" href=${
      this.link('tool', tool)}>${tool} × ${format.count(/** @type {number} */ (count))}</a>`)}</p></section>`;
  }
}

/**
 * The turns of subagents after the turn that called them.
 *
 * @param {any[]} turns in order of time
 * @returns {Row[]}
 */
export function nested(turns) {
  const ids = new Set(turns.map((turn) => turn.turn_id));
  /** @type {Map<string, any[]>} */
  const children = new Map();
  const tops = [];
  for (const turn of turns) {
    const parent = turn.parent_turn_id;
    if (!parent || !ids.has(parent) || parent === turn.turn_id) tops.push(turn);
    else children.set(parent, [...(children.get(parent) ?? []), turn]);
  }
  /** @type {Row[]} */
  const rows = [];
  const left = new Set(turns);
  const add = (/** @type {any} */ turn, /** @type {number} */ depth) => {
    if (!left.delete(turn)) return;
    rows.push({turn, depth});
    for (const child of children.get(turn.turn_id) ?? []) add(child, depth + 1);
  };
  for (const turn of tops) add(turn, 0);
  for (const turn of left) add(turn, 0);
  return rows;
}

/** @param {Record<string, number>} counts */
function countsText(counts) {
  return Object.entries(counts ?? {}).map(([name, count]) => `${name} × ${count}`).join(', ');
}

/** @param {string} name @param {string | undefined} value */
function part(name, value) {
  return value ? html`<span><span class="muted">${name}</span> ${value}</span>` : nothing;
}

/** @type {import('../table.js').Column<Row>[]} */
const COLUMNS = [
  {key: 'turn', label: 'Turn', main: true, value: ({turn}) => nameOf(turn),
    cell: ({turn, depth}) => html`<span class="depth-${Math.min(depth, 3)}">${depth > 0 ? html`<span class="muted"
      aria-hidden="true">↳ </span><span class="hidden-text">subagent </span>` : nothing}${nameOf(turn)}</span>`},
  ...['started', 'pattern', 'steps', 'failures', 'repeated', 'time', 'tokens', 'cost', 'model', 'id'].map((name) => ofTurn(
      TURN_COLUMNS[name])),
];

/**
 * @param {import('../table.js').Column<any>} column
 * @returns {import('../table.js').Column<Row>}
 */
function ofTurn(column) {
  return {...column, value: ({turn}) => column.value(turn), cell: column.cell && (({turn}) => column.cell?.(turn))};
}
