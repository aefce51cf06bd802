/** One turn: its calls over time, what it repeated, what failed, its subagents, and what it cost. */

import {html, nothing} from 'lit-html';
import {patternChain, stepChain} from '../chain.js';
import {callTexts, expander, opened, quoted, toggle} from '../conversation.js';
import * as format from '../format.js';
import {ApiError} from '../api.js';
import {badge, changesFigure, coverageNote, empty, figure, figures, outcomeMark, outcomeText, timeTag} from '../parts.js';
import {askedText, categoryText} from '../struggle.js';
import {table} from '../table.js';
import {texts} from '../texts.js';
import {timeline} from '../timeline.js';
import {failuresOf, grown, isOpen, modelRows, modelTable, repeatedOf, tookMs, trailOf, triggerText} from '../turns.js';
import {View} from '../view.js';

/** Turns of the session that are read to find the next one and the subagents: pages of these, at most so many pages. */
const SESSION_PAGE = 50;
const SESSION_PAGES_MAX = 10;
/** The time after which a turn that has closed is read. */
const AGAIN_MS = 2_000;
/** The transcript of an open turn is read again after this time. */
const TEXT_MS = 5_000;
const ZOOMS = [1, 2, 4, 8];

export default class Turn extends View {
  /** @type {Map<string, any>} the turns of subagents that are shown, by ID */
  subturns = new Map();
  now = Date.now();
  clock = 0;

  title() {
    const turn = this.loaded('turn')?.item;
    return turn ? `Turn ${turn.index} · ${turn.project ?? format.shortId(turn.session_id)}` : 'Turn';
  }

  open() {
    this.subscribe(['start', 'turn', 'open'], (events) => this.happened(events));
    this.every(1000, () => this.tick());
    this.closers.add(() => clearTimeout(this.timer));
    this.closers.add(() => clearTimeout(this.textTimer));
    this.read();
  }

  changed() {
    for (const id of opened(this)) this.readSubturn(id);
  }

  read() {
    void this.load('turn', (signal) => this.app.api.get(['turns', this.id ?? ''], {}, signal), (answer) => {
      this.app.announce(`Turn with ${format.plural(answer.item.length, 'step')}`);
      void this.load('session', (signal) => this.sessionTurns(answer.item, signal));
      this.readText();
      this.changed();
    });
  }

  /** What the transcript says, for its owner; of a turn that grows, at most so often. */
  readText() {
    if (this.textTimer || !texts.available) return;
    this.textTimer = window.setTimeout(() => {
      this.textTimer = 0;
      this.textAt = Date.now();
      void this.load('text', (signal) => texts.of(this.id ?? '', signal));
    }, Math.max(0, this.textAt + TEXT_MS - Date.now()));
  }

  textTimer = 0;
  textAt = 0;

  /** @param {any} step */
  textOf(step) {
    return this.loaded('text')?.steps.get(step.sequence);
  }

  /**
   * The turns of the session from this one to the next of its trail: the subagents of this turn are among them.
   *
   * @param {any} turn
   * @param {AbortSignal} signal
   */
  async sessionTurns(turn, signal) {
    /** @type {any[]} */
    const children = [];
    let cursor;
    for (let page = 0; page < SESSION_PAGES_MAX; page++) {
      const answer = await this.app.api.get('turns', {session: turn.session_id, since: turn.started_at,
        limit: SESSION_PAGE, cursor}, signal);
      children.push(...answer.items.filter((/** @type {any} */ each) => each.parent_turn_id === turn.turn_id));
      const next = answer.items.find((/** @type {any} */ each) => trailOf(each) === trailOf(turn)
          && each.index === turn.index + 1);
      if (next || !answer.next) return {next, children};
      cursor = answer.next;
    }
    return {next: undefined, children};
  }

  tick() {
    const turn = this.loaded('turn')?.item;
    if (!turn || !isOpen(turn)) return;
    this.now = Date.now();
    this.update();
  }

  /** @param {import('../events.js').FeedEvent[]} events */
  happened(events) {
    const load = this.loads.get('turn');
    const turn = load?.value?.item;
    for (const {type, data} of events) {
      if (type === 'reset' || type === 'start') {
        this.read();
        return;
      }
      // Between `closed` and `turn`, the server knows no such turn: what is shown stays.
      if (type === 'turn' && data.turn_id === this.id) {
        this.later(data);
        continue;
      }
      if (turn && type === 'turn' && data.session_id === turn.session_id) {
        void this.load('session', (signal) => this.sessionTurns(turn, signal));
      }
      if (turn && type === 'open' && data.turn_id === this.id && load) {
        const merged = grown(this.loaded('turn').item, data);
        if (!merged) {
          this.read();
          return;
        }
        this.loads.set('turn', {...load, value: {...load.value, item: merged}});
        this.readText();
      }
    }
    this.update();
  }

  /**
   * Shows the turn of an event. If the event lacks steps, the turn is read a little later, when the server has it.
   *
   * @param {any} turn
   */
  later(turn) {
    const load = this.loads.get('turn');
    if (turn.steps.length === turn.length && load?.value) {
      this.loads.set('turn', {...load, state: 'ready', value: {...load.value, item: turn}});
    } else {
      clearTimeout(this.timer);
      this.timer = window.setTimeout(() => this.read(), AGAIN_MS);
    }
  }

  timer = 0;

  /** @param {string} id */
  readSubturn(id) {
    if (this.loads.has(`sub ${id}`)) return;
    void this.load(`sub ${id}`, (signal) => this.app.api.get(['turns', id], {}, signal));
  }

  keys() {
    const {previous, next} = this.neighbours();
    return {
      '[': {label: 'Previous turn of the session', run: () => previous && this.app.go('turn', previous)},
      ']': {label: 'Next turn of the session', run: () => next && this.app.go('turn', next)},
      'Escape': {label: 'Deselect the step', run: () => this.app.set({step: null})},
    };
  }

  neighbours() {
    const turn = this.loaded('turn')?.item;
    return {
      previous: turn && turn.index > 0 ? `${trailOf(turn)}:${turn.index - 1}` : null,
      next: this.loaded('session')?.next?.turn_id ?? null,
    };
  }

  template() {
    const error = this.loads.get('turn')?.error;
    if (error instanceof ApiError && error.status === 404) {
      return html`<h1>There is no such turn</h1>${empty('No turn has this ID',
          html`It may be older than the data that is kept, or deleted. <a href=${this.link('turns')}>Show all turns</a>`)}`;
    }
    return this.show('turn', (answer) => this.page(answer), html`<h1>Turn</h1><p class="muted">Loading</p>`);
  }

  /** @param {any} answer */
  page({item: turn, coverage}) {
    return html`${this.head(turn)}${coverageNote(coverage)}${quoted('Prompt', this.loaded('text')?.prompt)}${this.figures(turn)}
      ${turn.length === 0 ? empty('This turn has no steps', 'The agent answered without a tool.') : html`
        ${this.timelineCard(turn)}${this.stepCard(turn)}${this.detours(turn)}${this.subagents(turn)}
        <section class="stack" aria-labelledby="steps-title"><h2 id="steps-title">Steps</h2>${this.steps(turn)}</section>`}
      ${quoted('Answer', this.loaded('text')?.answer)}
      <section class="stack" aria-labelledby="models-title"><h2 id="models-title">Tokens and cost by model</h2>
        ${modelTable(modelRows(turn), `Tokens and cost of turn ${turn.index}`)}</section>`;
  }

  /** @param {any} turn */
  head(turn) {
    const {previous, next} = this.neighbours();
    const step = (/** @type {string | null} */ id, /** @type {string} */ text, /** @type {string} */ key) => (id
      ? html`<a class="button" href=${this.link('turn', id)} aria-keyshortcuts=${key} title="Key ${key}">${text}</a>`
      : html`<span class="button" aria-disabled="true">${text}</span>`);
    return html`<div class="turn-head">
      <nav class="crumbs" aria-label="Where this is"><a href=${this.link('turns')}>Turns</a><span aria-hidden="true">/</span><a
        href=${this.link('session', turn.session_id)}>Session ${format.shortId(turn.session_id)}</a>${turn.parent_turn_id
        ? html`<span aria-hidden="true">/</span><a href=${this.link('turn', turn.parent_turn_id)}>Turn that started this
            subagent</a>` : nothing}</nav>
      <div class="spread"><h1>${turn.parent_turn_id ? `Subagent ${turn.subagent_type ?? turn.agent_id ?? ''}, turn `
        : 'Turn '}${turn.index}${turn.project ? html` <span class="in">in</span> ${turn.project}` : nothing}</h1>
        <nav class="row" aria-label="Turns of this session">${step(previous, '← Previous', '[')}${
          step(next, 'Next →', ']')}</nav></div>
      <p class="meta">${isOpen(turn) ? badge('open, grows live', 'pending') : badge(closedText(turn.closed_by),
        turn.outcome === 'error' ? 'error' : '')}
        ${turn.interrupted ? badge('interrupted by the user', 'rejected') : nothing}
        ${turn.long ? badge('long') : nothing}
        ${turn.copy_of ? html`<span class="badge">copy of session <a href=${this.link('session', turn.copy_of)}>${
          format.shortId(turn.copy_of)}</a></span>` : nothing}
        <span>started by ${triggerText(turn.trigger)}</span>${timeTag(turn.started_at)}
        ${part('host', turn.host)}${part('user', turn.user)}
        ${part('agent', [turn.agent, turn.agent_version].filter(Boolean).join(' '))}
        ${part(turn.models.length > 1 ? 'models' : 'model', turn.models.join(', '))}</p>
    </div>`;
  }

  /** @param {any} turn */
  figures(turn) {
    const failures = failuresOf(turn);
    const elapsed = isOpen(turn) && turn.started_at ? this.now - Date.parse(turn.started_at) : turn.elapsed_ms;
    const repeated = repeatedOf(turn);
    const running = busyMs(turn.steps, isOpen(turn) ? this.now : NaN);
    return figures(html`
      ${figure('Steps', format.count(turn.length), turn.steps_omitted
        ? `the record lists ${format.count(turn.steps.length)}` : nothing)}
      ${figure('Failed', html`<span class=${failures ? 'text-error' : ''}>${format.count(failures)}</span>`,
        turn.length ? `${format.share(failures / turn.length)} of the steps` : nothing)}
      ${figure('Time', format.duration(elapsed), running && elapsed
        ? `${format.share(Math.min(1, running / elapsed))} of it in calls` : nothing)}
      ${figure('Cost', format.costOf(turn), turn.unpriced_models?.length
        ? `no price for ${turn.unpriced_models.join(', ')}` : nothing)}
      ${figure('Tokens', format.short(format.tokenSum(turn.tokens)), `${format.short(turn.tokens.output)} output`)}
      ${changesFigure(turn.changes)}
      ${turn.waited_ms === undefined ? nothing : figure('Waited', format.duration(turn.waited_ms), 'for a person')}
      ${turn.reply_ms === undefined ? nothing : figure('Replied', format.duration(turn.reply_ms), 'after the answer before')}
      ${repeated === null ? nothing : figure('Repeated', format.count(repeated), 'calls that came back to the same thing')}
      ${this.loaded('text')?.context ? figure('Context', format.short(this.loaded('text').context), 'tokens of its last request')
        : nothing}
      ${turn.compactions ? figure('Compactions', format.count(turn.compactions), 'of the context') : nothing}`);
  }

  /** @param {any} turn */
  timelineCard(turn) {
    const zoom = zoomOf(this.params.zoom);
    const at = ZOOMS.indexOf(zoom);
    const change = (/** @type {number} */ to) => () => this.app.set({zoom: ZOOMS[to] === 1 ? null : ZOOMS[to]});
    return html`<section class="card">${timeline({
      turn, zoom,
      caption: 'Steps over time',
      selected: this.selected(),
      onSelect: (sequence) => this.app.set({step: sequence === this.selected() ? null : sequence}),
      now: isOpen(turn) ? this.now : undefined,
      controls: html`<button type="button" class="button small" aria-label="Zoom out" ?disabled=${at === 0}
          @click=${change(at - 1)}>−</button><button type="button" class="button small" aria-label="Zoom in"
          ?disabled=${at === ZOOMS.length - 1} @click=${change(at + 1)}>+</button>`,
    })}
      <details class="turn-chain" ?open=${turn.length <= 60}><summary>As a chain</summary>${
        stepChain(turn.steps, {max: 60, omitted: turn.steps_omitted})}
        ${turn.pattern ? html`<p><a href=${this.link('turns', null, {pattern: turn.pattern})}>Turns with the same
          pattern</a></p>` : nothing}</details></section>`;
  }

  selected() {
    return /^\d+$/.test(this.params.step ?? '') ? Number(this.params.step) : null;
  }

  /** @param {any} turn */
  stepCard(turn) {
    const sequence = this.selected();
    const step = sequence === null ? undefined
        : turn.steps.find((/** @type {any} */ each) => each.sequence === sequence);
    if (!step) return nothing;
    const child = this.childOf(turn, step);
    return html`<section class="card" aria-labelledby="step-title" aria-live="polite"><div class="spread">
        <h2 id="step-title" class="row">${outcomeMark(step.outcome)}Step ${step.sequence}: ${step.tool}</h2>
        <a class="button small" href=${this.app.linkWith({step: null})} aria-keyshortcuts="Escape">Close</a></div>
      ${step.error ? html`<p class="step-error mono">${step.error}</p>` : nothing}
      ${quoted('Said before', this.textOf(step)?.said)}${callTexts(this.textOf(step))}
      <dl class="facts">${fact('Outcome', html`${outcomeText(step.outcome)}`)}
        ${fact('Failure', step.category && html`${step.category}${step.subject ? html`: ${step.subject}` : nothing}`)}
        ${fact('For', step.intent)}${fact('Started', step.started_at && timeTag(step.started_at))}
        ${fact('Took', format.duration(tookMs(step)))}${step.ran_ms === undefined ? nothing : fact('Ran', format.duration(step.ran_ms))}
        ${fact('Input', format.bytes(step.input_bytes))}${fact('Result', format.bytes(step.result_bytes))}
        ${fact('Kind of command', step.bash_category)}${fact('Kind of file', step.file_extension)}
        ${fact('Subagent', child ? html`<a href=${this.link('turn', child.turn_id)}>${child.subagent_type
          ?? child.agent_id}</a>` : step.subagent)}</dl>
      <p class="row"><a class="button small" href=${this.link('tool', step.tool)}>About ${step.tool}</a>${step.outcome
        === 'error' ? html`<a class="button small" href=${this.link('turns', null, {tool: step.tool, outcome: 'error',
          category: step.category})}>Turns with this failure</a>` : nothing}</p></section>`;
  }

  /** @param {any} turn @param {any} step */
  childOf(turn, step) {
    return this.loaded('session')?.children.find((/** @type {any} */ child) => step.tool_use_id
        && child.parent_tool_use_id === step.tool_use_id);
  }

  /** @param {any} turn */
  detours(turn) {
    const loops = turn.loops ?? [];
    const repeats = turn.repeats ?? [];
    const recoveries = turn.recoveries ?? [];
    const asked = turn.asked ?? [];
    if (loops.length === 0 && repeats.length === 0 && recoveries.length === 0 && asked.length === 0) return nothing;
    return html`<div class="stack">${asked.length === 0 ? nothing : html`<section class="stack" aria-labelledby="asked-title"><div
        class="head"><h2 id="asked-title">Questions</h2><p class="lead">Calls that waited for a person.</p></div>${table({
      caption: 'Questions', columns: this.askedColumns(), rows: asked,
      href: (one) => this.app.linkWith({step: one.step})})}</section>`}
      ${repeats.length === 0 ? nothing : html`<section class="stack" aria-labelledby="repeats-title"><div
        class="head"><h2 id="repeats-title">Repeats</h2><p class="lead">Calls that came back to the same thing, or found nothing.</p></div>${table({
      caption: 'Repeats', columns: this.repeatColumns(), rows: repeats,
      href: (repeat) => this.app.linkWith({step: repeat.step})})}</section>`}
      ${loops.length === 0 ? nothing : html`<section class="stack" aria-labelledby="loops-title"><div
        class="head"><h2 id="loops-title">Loops</h2><p class="lead">Calls that followed each other again and again.</p></div>${table({
      caption: 'Loops', columns: this.loopColumns(), rows: loops,
      href: (loop) => this.app.linkWith({step: loop.from})})}</section>`}
      ${recoveries.length === 0 ? nothing : html`<section class="stack" aria-labelledby="failures-title"><div
        class="head"><h2 id="failures-title">Failures</h2><p class="lead">What followed each failure, up to the next
        success of the tool.</p></div>${table({
      caption: 'Failures', columns: recoveryColumns(turn), rows: recoveries,
      href: (recovery) => this.app.linkWith({step: recovery.from})})}</section>`}
      ${returnsText(turn.returns)}</div>`;
  }

  /** @returns {import('../table.js').Column<any>[]} */
  askedColumns() {
    return [
      {key: 'step', label: 'Step', number: true, value: (one) => one.step},
      {key: 'what', label: 'What', wide: true, unsaved: true, value: (one) => one.name, cell: (one) => html`<code>${one.name}</code>`},
      {key: 'answer', label: 'Answer', value: (one) => askedText(one.answer)},
      {key: 'reason', label: 'Why it asked', value: (one) => askedText(one.reason ?? '')},
      {key: 'waited', label: 'Waited', number: true, value: (one) => one.waited_ms, cell: (one) => format.duration(one.waited_ms)},
      {key: 'desire', label: 'In all turns', value: (one) => one.name, cell: (one) => html`<a
        href=${this.link('desire', `asked:${one.name}`)}>how often</a>`},
    ];
  }

  /** @returns {import('../table.js').Column<any>[]} */
  repeatColumns() {
    return [
      {key: 'step', label: 'Step', number: true, value: (repeat) => repeat.step},
      {key: 'earlier', label: 'As step', number: true, value: (repeat) => repeat.earlier},
      {key: 'what', label: 'What', wide: true, unsaved: true, value: (repeat) => `${repeat.kind} ${repeat.name}`,
        cell: (repeat) => html`${categoryText(repeat.kind)}: <code>${repeat.name}</code>`},
      {key: 'desire', label: 'In all turns', value: (repeat) => `${repeat.kind}:${repeat.name}`, cell: (repeat) => html`<a
        href=${this.link('desire', `${repeat.kind}:${repeat.name}`)}>what it costs</a>`},
    ];
  }

  /** @returns {import('../table.js').Column<any>[]} */
  loopColumns() {
    return [
      {key: 'from', label: 'From step', number: true, value: (loop) => loop.from},
      {key: 'name', label: 'Loop', wide: true, value: (loop) => loop.name, cell: (loop) => patternChain(loop.name)},
      {key: 'level', label: 'Of', value: (loop) => (loop.level === 'tool' ? 'tools' : 'intents')},
      {key: 'rounds', label: 'Rounds', number: true, value: (loop) => loop.rounds},
      {key: 'steps', label: 'Steps', number: true, value: (loop) => loop.steps},
      {key: 'excess', label: 'After the first round', number: true, value: (loop) => loop.excess},
      {key: 'time', label: 'Time', number: true, value: (loop) => loop.time_ms, cell: (loop) => format.duration(loop.time_ms)},
      {key: 'failures', label: 'Failed', number: true, value: (loop) => loop.failures},
    ];
  }

  /** @param {any} turn */
  subagents(turn) {
    const children = this.loaded('session')?.children ?? [];
    const calls = turn.steps.filter((/** @type {any} */ step) => step.subagent);
    if (children.length === 0 && calls.length === 0) return nothing;
    return html`<section class="stack" aria-labelledby="subagents-title"><h2 id="subagents-title">Subagents</h2>${
      children.length === 0 ? html`<p class="muted">${this.loads.get('session')?.state === 'loading' ? 'Loading'
        : 'No turn of a subagent of this turn is stored.'}</p>`
        : children.map((/** @type {any} */ child) => this.subagent(turn, child))}</section>`;
  }

  /** @param {any} turn @param {any} child */
  subagent(turn, child) {
    const step = turn.steps.find((/** @type {any} */ each) => each.tool_use_id === child.parent_tool_use_id);
    const id = child.turn_id;
    const shown = opened(this).includes(id);
    return html`<div class="card subagent"><div class="spread">
        <h3>${expander(shown, html`${child.subagent_type ?? child.agent_id}${step
          ? html` <span class="muted">step ${step.sequence}</span>` : nothing}`, () => toggle(this, id))}</h3>
        <p class="meta"><span>${format.plural(child.length, 'step')}</span><span>${format.duration(child.elapsed_ms)}</span><span>${
          format.short(format.tokenSum(child.tokens))} tokens</span><span>${format.costOf(child)}</span>
          <a href=${this.link('turn', id)}>Open the turn</a></p></div>
      ${shown ? this.show(`sub ${id}`, (/** @type {any} */ answer) => (answer.item.length === 0
        ? html`<p class="muted">No steps</p>` : timeline({turn: answer.item,
          caption: `Steps of ${child.subagent_type ?? child.agent_id}`, onSelect: (sequence) => this.app.go('turn', id,
              {step: sequence})}))) : nothing}</div>`;
  }

  /** @param {any} turn */
  steps(turn) {
    const known = this.columnsOf;
    const text = this.loaded('text');
    const columns = known && known.turn === turn && known.text === text ? known.columns
        : stepColumns(turn, text ? (step) => this.textOf(step)?.target : null);
    this.columnsOf = {turn, text, columns};
    const selected = this.selected();
    return table({
      caption: `Steps of turn ${turn.index}`,
      columns,
      rows: turn.steps,
      href: (step) => this.app.linkWith({step: step.sequence}),
      rowClass: (step) => (step.sequence === selected ? 'selected' : ''),
      note: html`<span class="muted">${format.plural(turn.steps.length, 'step')}${turn.steps_omitted
        ? `; the record omits ${format.count(turn.steps_omitted)} in the middle` : ''}</span>`,
    });
  }

  /** @type {{turn: any, text: any, columns: import('../table.js').Column<any>[]} | undefined} */
  columnsOf;
}

/**
 * @param {any} turn
 * @param {((step: any) => string | undefined) | null} targetOf what a step was about; null if nothing says so
 * @returns {import('../table.js').Column<any>[]}
 */
function stepColumns(turn, targetOf) {
  const start = Date.parse(turn.started_at ?? turn.steps[0]?.started_at ?? '');
  const offset = (/** @type {any} */ step) => (step.started_at ? Date.parse(step.started_at) - start : null);
  const waits = waitsOf(turn);
  const loops = loopsBySequence(turn);
  return [
    {key: 'sequence', label: 'Step', number: true, value: (step) => step.sequence},
    {key: 'start', label: 'At', number: true, title: 'Time since the start of the turn', value: offset,
      cell: (step) => html`<span title=${format.fullTime(step.started_at)}>${format.offset(offset(step), turn.elapsed_ms)}</span>`},
    {key: 'tool', label: 'Tool', main: true, value: (step) => step.tool,
      cell: (step) => html`${outcomeMark(step.outcome)} ${step.tool}`},
    ...(targetOf === null ? [] : [{key: 'target', label: 'What', wide: true, unsaved: true,
      value: (/** @type {any} */ step) => targetOf(step),
      cell: (/** @type {any} */ step) => html`<code class="clip" title=${targetOf(step) ?? nothing}>${targetOf(step)}</code>`}]),
    {key: 'intent', label: 'For', value: (step) => step.intent},
    {key: 'outcome', label: 'Outcome', wide: true, value: (step) => [step.outcome, step.category, step.error]
        .filter(Boolean).join(': '), cell: (step) => outcomeCell(step)},
    {key: 'loop', label: 'Loop', value: (step) => loops.get(step.sequence)?.name, cell: (step) => {
      const loop = loops.get(step.sequence);
      return loop ? html`<span class="loop-cell" title=${loop.name}>↻ ${loop.name}</span>` : nothing;
    }},
    {key: 'took', label: 'Took', number: true, value: tookMs, cell: (step) => format.duration(tookMs(step))},
    {key: 'wait', label: 'Wait before', number: true, title: 'Time without a call before this one: the model works, or the '
      + 'user is asked', value: (step) => waits.get(step), cell: (step) => (waits.get(step) ? format.duration(waits.get(step)) : nothing)},
    {key: 'result', label: 'Result', number: true, value: (step) => step.result_bytes,
      cell: (step) => format.bytes(step.result_bytes)},
  ];
}

/** @param {any} step */
function outcomeCell(step) {
  // Where a row is a card, the mark of the tool says it.
  if (step.outcome === 'ok') return html`<span class="muted went-well">ok</span>`;
  const text = [step.category ?? step.outcome, step.subject].filter(Boolean).join(' ');
  return html`<span class="clip" title=${[text, step.error].filter(Boolean).join(': ')}><span class="text-${step.outcome}">${
    text}</span>${step.error ? html` <span class="muted">${step.error}</span>` : nothing}</span>`;
}

/**
 * @param {any} turn
 * @returns {import('../table.js').Column<any>[]}
 */
function recoveryColumns(turn) {
  const steps = new Map(turn.steps.map((/** @type {any} */ step) => [step.sequence, step]));
  return [
    {key: 'from', label: 'Step', number: true, value: (each) => each.from},
    {key: 'tool', label: 'Tool', main: true, value: (each) => each.tool},
    {key: 'category', label: 'Failure', value: (each) => steps.get(each.from)?.category,
      cell: (each) => html`<span class="text-error">${steps.get(each.from)?.category ?? format.ABSENT}</span>`},
    {key: 'recovered', label: 'Worked later', value: (each) => (each.recovered ? 'yes' : 'no'), cell: (each) => (each.recovered
      ? html`<span class="text-ok">yes</span>` : html`<span class="text-error">no</span>`)},
    {key: 'steps', label: 'Steps until then', number: true, value: (each) => (each.recovered ? each.steps - 1 : null)},
    {key: 'way', label: 'The way', wide: true, value: (each) => each.way, cell: (each) => patternChain(each.way)},
  ];
}

const RETURNS = new Map([['read-after-edit', 'read a file after editing it'], ['read-part', 'read another part of a file'],
  ['read-again', 'read a file again'], ['edit-again', 'edited a file again']]);

/** @param {Record<string, number> | undefined} returns */
function returnsText(returns) {
  const texts = Object.entries(returns ?? {}).map(([kind, count]) => `${RETURNS.get(kind) ?? kind} ${
    format.plural(count, 'time')}`);
  return texts.length === 0 ? nothing : html`<p class="muted">The turn ${texts.join(', ')}.</p>`;
}

/**
 * The time without a call before each call.
 *
 * @param {any} turn
 * @returns {Map<any, number | null>}
 */
function waitsOf(turn) {
  let free = Date.parse(turn.started_at ?? '');
  const waits = new Map();
  for (const step of turn.steps) {
    if (!step.started_at) continue;
    const start = Date.parse(step.started_at);
    waits.set(step, Number.isNaN(free) ? null : Math.max(0, start - free));
    const end = step.completed_at ? Date.parse(step.completed_at) : start;
    free = Number.isNaN(free) ? end : Math.max(free, end);
  }
  return waits;
}

/**
 * The loop of tools that a step belongs to; without one, that of intents.
 *
 * @param {any} turn
 * @returns {Map<number, any>}
 */
function loopsBySequence(turn) {
  const loops = new Map();
  for (const level of ['intent', 'tool']) {
    for (const loop of turn.loops ?? []) {
      if (loop.level !== level) continue;
      for (let at = 0; at < loop.steps; at++) loops.set(loop.from + at, loop);
    }
  }
  return loops;
}

/**
 * How long at least one call ran.
 *
 * @param {any[]} steps
 * @param {number} now
 */
function busyMs(steps, now) {
  let sum = 0;
  let free = -Infinity;
  const spans = steps.filter((step) => step.started_at).map((step) => [Date.parse(step.started_at), step.completed_at
    ? Date.parse(step.completed_at) : step.outcome === 'pending' ? now : NaN]).filter(([, to]) => !Number.isNaN(to));
  for (const [from, to] of spans.sort((a, b) => a[0] - b[0])) {
    sum += Math.max(0, to - Math.max(from, free));
    free = Math.max(free, to);
  }
  return sum;
}

/** @param {string | undefined} text */
function zoomOf(text) {
  return ZOOMS.find((zoom) => String(zoom) === text) ?? 1;
}

const CLOSED = new Map([['turn_duration', 'closed by the agent'], ['end_turn', 'closed by the agent'],
  ['stop_hook', 'closed by the agent'], ['next_prompt', 'closed by the next prompt'], ['interrupted', 'closed by an interrupt'],
  ['api_error', 'ended by an API error'], ['idle', 'closed because nothing more came']]);

/** @param {string} by */
function closedText(by) {
  return CLOSED.get(by) ?? `closed by ${by}`;
}

/** @param {string} name @param {string | undefined} value */
function part(name, value) {
  return value ? html`<span><span class="muted">${name}</span> ${value}</span>` : nothing;
}

/** @param {string} name @param {unknown} value */
function fact(name, value) {
  return value === undefined || value === null || value === '' || value === format.ABSENT ? nothing
    : html`<div><dt>${name}</dt><dd>${value}</dd></div>`;
}
