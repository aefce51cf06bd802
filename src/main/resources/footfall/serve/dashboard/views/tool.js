/** One tool: how often it is called, how it fails, and what comes next. */

import {html, nothing} from 'lit-html';
import {patternChain, patternParts} from '../chain.js';
import {timeline} from '../days.js';
import * as format from '../format.js';
import {coverageNote, empty, failure, figure, figures, timeTag} from '../parts.js';
import {bars, stackedBars} from '../plot.js';
import {categoryText, countText, heading} from '../struggle.js';
import {table} from '../table.js';
import {withoutCopies} from '../turns.js';
import {View} from '../view.js';

const FAILED_TURNS = 8;
const NEXT_MAX = 12;
const ROWS = 500;

export default class Tool extends View {
  static filters = ['since', 'until', 'project', 'host', 'user', 'agent', 'agent_version', 'model', 'session',
    'min_length', 'max_length'];

  question = '';

  title() {
    return this.id ?? 'Tool';
  }

  changed() {
    const question = JSON.stringify(this.filters());
    if (question === this.question) return;
    this.question = question;
    this.read();
  }

  read() {
    const {api} = this.app;
    const [filters, tool] = [this.filters(), this.id ?? ''];
    void this.load('tool', (signal) => api.get(['tools', tool], filters, signal));
    void this.load('days', async (signal) => {
      const [all, failed] = await Promise.all([{}, {outcome: 'error'}].map((more) => api.get('usage',
          {...filters, ...more, by: 'day', tool, limit: 10_000}, signal)));
      return {all: all.rows, failed: failed.rows, coverage: all.coverage};
    });
    void this.load('failed', (signal) => api.get('turns',
        {...filters, tool, outcome: 'error', order: 'desc', limit: FAILED_TURNS}, signal).then(withoutCopies));
    void this.load('desires', (signal) => api.get('desires', {...filters, limit: ROWS}, signal).then((answer) => (
      {...answer, items: answer.items.filter((/** @type {any} */ desire) => isAbout(desire, tool))})));
    void this.load('loops', (signal) => api.get('loops', {...filters, limit: ROWS}, signal).then((answer) => (
      {...answer, items: answer.items.filter((/** @type {any} */ loop) => names(loop.name).includes(tool))})));
  }

  /** @param {Record<string, string>} more */
  turns(more = {}) {
    return this.link('turns', null, {tool: this.id, ...more});
  }

  template() {
    const load = this.loads.get('tool');
    const failed = load?.state === 'error';
    const unknown = failed && /** @type {any} */ (load.error)?.status === 404;
    return html`<nav class="crumbs" aria-label="Place"><a href=${this.link('paths')}>Paths</a><span aria-hidden="true">/</span><a
        href=${this.link('paths', null, {tab: 'tools'})}>Tools</a></nav>
      <div class="head"><h1>${this.id}</h1><p class="lead">How agents use this tool, how it fails, and what they do next.</p></div>
      ${this.app.filters(this, html`<a class="button" href=${this.turns()}>Its turns</a>`)}
      ${unknown ? this.unknown() : failed ? failure(load.error, () => this.read()) : html`
        ${this.show('tool', (/** @type {any} */ answer) => this.detail(answer))}
        ${this.show('days', (/** @type {any} */ answer) => this.days(answer))}
        <div class="columns">
          <section class="stack"><h2>Latest turns in which it failed</h2>${this.show('failed',
            (/** @type {any} */ answer) => this.failedTurns(answer))}</section>
          <section class="stack"><h2>What agents struggle with</h2>${this.show('desires',
            (/** @type {any} */ answer) => this.desires(answer))}</section>
        </div>
        <section class="stack"><h2>Loops with it</h2>${this.show('loops', (/** @type {any} */ answer) => this.loopRows(answer))}
        </section>`}`;
  }

  unknown() {
    const filtered = Object.keys(this.filters()).length > 0;
    return empty('No call of this tool is here', filtered ? 'Remove a filter, or choose a longer time.'
      : html`The name may be mistyped, or its calls have expired. <a href=${this.link('paths', null,
        {tab: 'tools'})}>Show all tools</a>`);
  }

  /** @param {any} answer */
  detail({item, coverage}) {
    const {tool, failures, next, last, after_failure: after} = item;
    const rate = tool.failures / Math.max(1, tool.count);
    const error = tool.failures > 0 ? 'text-error' : '';
    return html`${coverageNote(coverage)}${figures(html`
        ${figure('Calls', format.count(tool.count))}
        ${figure('Failed', html`<span class=${error}>${format.count(tool.failures)}</span>`, `${format.share(rate)} of its calls`)}
        ${figure('In long turns', format.share(tool.long_turn_pct / 100), `${format.count(tool.long_count)} of its calls`)}
        ${figure('Steps per turn', format.decimal(tool.avg_turn_len), 'mean of the turns of its calls')}
        ${figure('Sessions', format.count(tool.sessions))}
        ${figure('Last call', timeTag(tool.last_seen, 'ago'), html`first ${timeTag(tool.first_seen, 'day')}`)}`)}
      <div class="columns">
        <section class="card">${this.failures(failures)}</section>
        <section class="card">${this.next('What is called next', next, last, 'call')}</section>
        ${after?.length ? html`<section class="card">${this.afterFailure(after)}</section>` : nothing}
      </div>`;
  }

  /** @param {Array<{name: string, count: number}>} failures */
  failures(failures) {
    if (failures.length === 0) return html`<h2>Failures by kind</h2><p class="muted">None of its calls failed.</p>`;
    return bars({
      caption: 'Failures by kind',
      note: 'Failed calls. A row leads to their turns.',
      x: {label: 'Kind', values: failures.map(({name}) => name), format: categoryText},
      y: {label: 'failed calls', format: format.count},
      series: [{name: 'Failed calls', values: failures.map(({count}) => count), tone: 'error'}],
      href: (at) => this.turns({outcome: 'error', category: failures[at].name}),
    });
  }

  /**
   * @param {string} caption
   * @param {Array<{name: string, count: number}>} next
   * @param {number} last
   * @param {string} of
   */
  next(caption, next, last, of) {
    const shown = next.slice(0, NEXT_MAX);
    const rest = next.slice(NEXT_MAX).reduce((sum, {count}) => sum + count, 0);
    if (shown.length === 0) return html`<h2>${caption}</h2><p class="muted">Nothing: each ${of} was the last of its turn.</p>`;
    return bars({
      caption,
      note: `${format.plural(last, of)} ended the turn.${rest > 0 ? ` ${format.count(rest)} more were followed by other tools.` : ''}`,
      x: {label: 'Tool', values: shown.map(({name}) => name)},
      y: {label: 'calls', format: format.count},
      series: [{name: 'Calls', values: shown.map(({count}) => count)}],
      href: (at) => this.turns({next: shown[at].name}),
    });
  }

  /** @param {Array<{name: string, count: number}>} after */
  afterFailure(after) {
    const shown = after.slice(0, NEXT_MAX);
    return bars({
      caption: 'What follows a failure',
      note: 'The call directly after a failed call of this tool.',
      x: {label: 'Tool', values: shown.map(({name}) => name)},
      y: {label: 'failed calls', format: format.count},
      series: [{name: 'Failed calls', values: shown.map(({count}) => count), tone: 'rejected'}],
      href: (at) => this.turns({outcome: 'error', next: shown[at].name}),
    });
  }

  /** @param {any} answer */
  days(answer) {
    if (answer.all.length === 0) return nothing;
    const failed = new Map(answer.failed.map((/** @type {any} */ row) => [row.day, row.turns]));
    const line = timeline(answer.all.map((/** @type {any} */ row) => ({
      day: row.day, values: [row.turns - (failed.get(row.day) ?? 0), failed.get(row.day) ?? 0]})), 2);
    return html`<section class="card">${stackedBars({
      caption: `Turns that called it, by ${line.unit}`,
      note: coverageNote(answer.coverage) === nothing ? 'A turn counts as failed if one call of this tool in it failed.'
        : coverageNote(answer.coverage),
      x: {label: line.label, values: line.days, format: (value) => format.day(value)},
      y: {label: 'turns', format: format.count},
      series: [{name: 'All its calls went well', values: line.series[0], tone: 'ok'},
        {name: 'At least one call failed', values: line.series[1], tone: 'error'}],
    })}</section>`;
  }

  /** @param {any} answer */
  failedTurns(answer) {
    return table({
      caption: 'Latest turns in which it failed', csv: false, rows: answer.items,
      columns: [
        {key: 'started', label: 'Started', value: (turn) => turn.started_at, cell: (turn) => timeTag(turn.started_at)},
        {key: 'error', label: 'Its last failure', wide: true, value: (turn) => lastFailure(turn, this.id)?.category,
          cell: (turn) => failureCell(lastFailure(turn, this.id))},
        {key: 'project', label: 'Project', value: (turn) => turn.project},
      ],
      href: (turn) => this.link('turn', turn.turn_id),
      note: answer.next ? html`<a href=${this.turns({outcome: 'error'})}>All turns in which it failed</a>` : nothing,
      empty: html`<p class="muted">It did not fail.</p>`,
    });
  }

  /** @param {any} answer */
  desires(answer) {
    return table({
      caption: 'What agents struggle with', csv: false, rows: answer.items,
      columns: [
        {key: 'what', label: 'What', wide: true, value: (desire) => desire.id,
          cell: heading},
        {key: 'count', label: 'How often', value: (desire) => desire.count, cell: (desire) => countText(desire)},
        {key: 'steps', label: 'Steps wasted', number: true, value: (desire) => desire.wasted_steps,
          cell: (desire) => format.count(desire.wasted_steps)},
      ],
      href: (desire) => this.link('desire', desire.id),
      empty: html`<p class="muted">No desire concerns this tool.</p>`,
    });
  }

  /** @param {any} answer */
  loopRows(answer) {
    return table({
      caption: 'Loops with it', csv: false, rows: answer.items.slice(0, 20),
      columns: [
        {key: 'loop', label: 'What repeats', wide: true, value: (loop) => loop.name, cell: (loop) => patternChain(loop.name)},
        {key: 'turns', label: 'Long turns', number: true, value: (loop) => loop.turns, cell: (loop) => format.count(loop.turns)},
        {key: 'steps', label: 'More steps', number: true, value: (loop) => loop.excess, cell: (loop) => format.count(loop.excess)},
        {key: 'latest', label: 'Latest', value: (loop) => loop.last_seen, cell: (loop) => timeTag(loop.last_seen, 'day')},
      ],
      href: (loop) => (loop.examples?.[0] ? this.link('turn', loop.examples[0]) : null),
      note: html`<span class="muted">A row leads to the latest turn with the loop.</span>`,
      empty: html`<p class="muted">No long turn repeats it.</p>`,
    });
  }
}

/** @param {any} desire @param {string} tool */
function isAbout(desire, tool) {
  if (desire.category === 'turn-pattern') return names(desire.subject).includes(tool);
  return desire.tool_name === tool || desire.subject === tool;
}

/** @param {string} text @returns {string[]} the calls of a pattern or a loop */
function names(text) {
  return patternParts(text).flatMap((part) => part.names);
}

/** @param {any} turn @param {string | undefined} tool */
function lastFailure(turn, tool) {
  return turn.steps.findLast((/** @type {any} */ step) => step.tool === tool && step.outcome === 'error');
}

/** @param {any} step */
function failureCell(step) {
  if (!step) return html`<span class="muted">in a step that the record omits</span>`;
  return html`<span class="struggle"><span class="struggle-kind">${categoryText(step.category ?? 'other')}</span>${
    step.error ? html`<span class="muted clip" title=${step.error}>${step.error}</span>` : nothing}</span>`;
}
