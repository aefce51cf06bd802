/** One desire: what to do about it, the evidence, the trend, before and after. */

import {html, nothing} from 'lit-html';
import {patternChain} from '../chain.js';
import {copyButton} from '../copy.js';
import {timeline} from '../days.js';
import * as format from '../format.js';
import {coverageNote, empty, figure, figures, timeTag} from '../parts.js';
import {bars, stackedBars} from '../plot.js';
import {askedText, callsText, categoryText, countText, isPath, subject, trendBadge, trendText, turnsOf} from '../struggle.js';
import {table} from '../table.js';
import {texts} from '../texts.js';
import {beginning} from '../turns.js';
import {View} from '../view.js';
import {aliases} from './desires.js';

const ROWS = 500;
const NAMES_MAX = 10;
/** Parts of the time for which desires without a filter of their own are asked one by one. */
const PARTS = 12;
const DAY_MS = 86_400_000;
/** What a remedy is written into. @type {Record<string, string>} */
const PLACES = {claude_md: 'CLAUDE.md', agents_md: 'AGENTS.md', skill: 'a skill', settings: 'settings', script: 'a script'};

export default class Desire extends View {
  static filters = ['since', 'until', 'project', 'host', 'user', 'agent', 'agent_version', 'model', 'tool', 'session',
    'min_length', 'max_length'];

  question = '';
  compared = '';
  remedied = '';

  /** @param {string | undefined} id @param {import('../view.js').Params} params */
  open(id, params) {
    void this.load('aliases', (signal) => aliases(this.app.api, signal));
    super.open(id, params);
  }

  title() {
    const desire = this.loaded('desire')?.item;
    return desire ? desire.title : 'Desire';
  }

  /** What the ID says without its record: the category and the subject. */
  get asked() {
    const id = this.id ?? '';
    const colon = id.indexOf(':');
    return {category: id.slice(0, Math.max(0, colon)), subject: id.slice(colon + 1)};
  }

  changed() {
    const question = JSON.stringify(this.filters());
    if (question !== this.question) {
      this.question = question;
      void this.load('desire', (signal) => this.record(signal), (answer) => {
        if (answer.item) this.readEvidence(answer.item);
      });
    }
    const {since, until, ...always} = this.filters();
    const remedied = JSON.stringify(always);
    if (remedied !== this.remedied) {
      this.remedied = remedied;
      void this.load('effect', (signal) => this.effect(always, signal));
    }
    const {before, after} = this.params;
    const compared = JSON.stringify([question, before, after]);
    if (compared === this.compared) return;
    this.compared = compared;
    void this.load('compare', (signal) => this.comparison(signal));
  }

  /** @param {AbortSignal} signal */
  async record(signal) {
    const filters = this.filters();
    if (Object.keys(filters).length === 0) return this.app.api.get(['desires', this.id ?? ''], {}, signal);
    const answer = await this.app.api.get('desires', {...filters, desire: this.id}, signal);
    return {item: answer.items[0] ?? null, coverage: answer.coverage};
  }

  /** @param {AbortSignal} signal */
  async comparison(signal) {
    const {before, after} = this.params;
    const {since, until, ...filters} = this.filters();
    const answer = await this.app.api.get('desires/compare', {...filters, before, after,
      desire_category: this.asked.category, limit: ROWS}, signal);
    return {item: answer.items.find((/** @type {any} */ each) => each.id === this.id) ?? null, coverage: answer.coverage};
  }

  /**
   * What came of its last remedy; null without one.
   *
   * @param {Record<string, string>} filters
   * @param {AbortSignal} signal
   */
  async effect(filters, signal) {
    const {items} = await this.app.api.get('remedies', {desire: this.id, limit: 1}, signal);
    return items.length > 0 ? this.app.api.get(['desires', this.id ?? '', 'effect'], filters, signal) : null;
  }

  /** @param {any} desire */
  readEvidence(desire) {
    const {api} = this.app;
    const filters = this.filters();
    const of = turnsOf(desire);
    void this.load('cases', (signal) => texts.cases(desire.id, filters, signal), (cases) => {
      if (!cases?.items.length) this.readTurns(desire);
    });
    void this.load('days', (signal) => (of && isPath(desire) ? this.days(of, signal) : this.parts(desire, signal)));
    if (!of) return;
    for (const by of ['project', 'host', 'user']) {
      void this.load(by, (signal) => api.get('usage', {...filters, ...of, by, sort: 'turns', limit: NAMES_MAX}, signal));
    }
  }

  /** Where there are no cases to show. @param {any} desire */
  readTurns(desire) {
    void this.load('turns', (signal) => Promise.all((desire.examples ?? []).map((/** @type {string} */ id) => (
      this.app.api.get(['turns', id], {}, signal).then((answer) => answer.item, (error) => {
        if (error.status === 404) return {turn_id: id, gone: true};
        throw error;
      })))));
  }

  /**
   * The turns of each day.
   *
   * @param {Record<string, string>} of
   * @param {AbortSignal} signal
   */
  async days(of, signal) {
    const answer = await this.app.api.get('usage', {...this.filters(), ...of, by: 'day', limit: 10_000}, signal);
    const line = timeline(answer.rows.map((/** @type {any} */ row) => ({day: row.day, values: [row.turns]})), 1);
    return {days: line.days, values: line.series[0], unit: line.unit, what: 'Turns', coverage: answer.coverage};
  }

  /**
   * No filter of turns selects just its calls: they are asked for by parts of the time. A call belongs to the part in which
   * its turn started, which may be the day before.
   *
   * @param {any} desire
   * @param {AbortSignal} signal
   */
  async parts(desire, signal) {
    const [first, last] = [desire.first_seen, desire.last_seen].map((time) => Math.floor(Date.parse(time) / DAY_MS));
    if (!Number.isFinite(first) || !Number.isFinite(last)) return null;
    const step = Math.max(1, Math.ceil((last - first + 2) / PARTS));
    const starts = Array.from({length: Math.ceil((last - first + 2) / step)}, (_, at) => last + 1 - (at + 1) * step).reverse();
    const {since, until, ...filters} = this.filters();
    const date = (/** @type {number} */ at) => new Date(at * DAY_MS).toISOString().slice(0, 10);
    const values = [];
    let coverage;
    for (const start of starts) {
      const answer = await this.app.api.get('desires', {...filters, since: date(start), until: date(start + step),
        desire: desire.id}, signal);
      values.push(answer.items[0]?.count ?? 0);
      coverage = answer.coverage;
    }
    const empty = values.length > 1 && values[0] === 0 ? 1 : 0;
    return {days: starts.slice(empty).map(date), values: values.slice(empty), unit: step === 1 ? 'day' : `${step} days`,
      what: callsText(desire).replace(/^./, (letter) => letter.toUpperCase()), coverage};
  }

  template() {
    const load = this.loads.get('desire');
    const gone = (load?.state === 'error' && /** @type {any} */ (load.error)?.status === 404)
      || (load?.state === 'ready' && !load.value?.item);
    return html`<nav class="crumbs" aria-label="Place"><a href=${this.link('desires')}>Desires</a></nav>
      ${gone ? this.gone() : this.show('desire', (/** @type {any} */ answer) => this.page(answer))}`;
  }

  gone() {
    if (!this.asked.category) {
      return html`<h1>There is no such desire</h1>${empty('No desire has this ID',
          html`The address may be mistyped. <a href=${this.link('desires')}>Show all desires</a>`)}`;
    }
    const filtered = Object.keys(this.filters()).length > 0;
    return html`<div class="head"><h1>${categoryText(this.asked.category)}: ${this.asked.subject}</h1></div>
      ${filtered ? this.app.filters(this) : nothing}
      ${empty(filtered ? 'Agents do not struggle with this in the selected turns' : 'No closed turn has this desire',
        filtered ? 'Remove a filter, or choose a longer time.' : html`It occurs too rarely, its turns are still open, or they
          are too old to be kept. <a href=${this.link('desires')}>Show all desires</a>`)}
      ${this.remedySection()}${this.compareSection()}`;
  }

  /** @param {any} answer */
  page({item: desire, coverage}) {
    const of = turnsOf(desire);
    return html`<div class="head"><h1>${isPath(desire) ? categoryText(desire.category) : desire.title}</h1><span class="head-subject">${subject(desire)}</span></div>
      ${this.app.filters(this, html`${of ? html`<a class="button" href=${this.link('turns', null, of)}>Its turns</a>` : nothing}
        ${copyButton(() => location.href, 'Copy link')}`)}
      ${coverageNote(coverage)}${this.advice(desire)}${this.figures(desire)}
      <div class="columns">
        <section class="card">${this.show('days', (/** @type {any} */ days) => this.trend(days))}</section>
        ${this.ways(desire)}
      </div>
      ${this.remedySection()}${this.compareSection()}
      ${this.evidence()}
      ${of ? html`<div class="columns">${['project', 'host', 'user'].map((by) => this.names(by, of))}</div>` : nothing}
      ${this.alias(desire)}`;
  }

  /** @param {any} desire */
  advice(desire) {
    return html`<section class="card advice" aria-label="What to do">
      <p class="note">What to do</p>
      <p class="advice-text">${desire.advice}</p>
      <div class="row">${copyButton(() => desire.advice, 'Copy sentence')}${
        copyButton(() => summary(desire), 'Copy with figures and link')}</div>
      ${desire.error && !isPath(desire) ? html`<details><summary>Latest error text</summary><pre class="error-text">${
        desire.error}</pre></details>` : nothing}
    </section>`;
  }

  /** @param {any} desire */
  figures(desire) {
    const words = (/** @type {any[]} */ counts) => counts.map(({word, count}) => `${askedText(word)}: ${format.count(count)}`).join(', ');
    return figures(desire.category === 'asked' ? html`
      ${figure('Asked', format.count(desire.count), words(desire.answers))}
      ${figure('Rejected', format.count(desire.rejected))}
      ${figure('Waited', format.duration(desire.waited_ms), 'for a person, as far as it is known')}
      ${desire.reasons.length === 0 ? nothing : figure('Why it asked', format.count(desire.reasons[0].count), words(desire.reasons))}
      ${figure('Sessions', format.count(desire.sessions))}
      ${figure('Last seen', timeTag(desire.last_seen, 'day'), html`first ${timeTag(desire.first_seen, 'day')}`)}` : html`${isPath(desire) ? nothing : html`
      ${figure('Steps', format.count(desire.wasted_steps))}
      ${figure('Time', format.duration(desire.wasted_time_ms))}
      ${figure('Tokens', format.short(format.tokenSum(desire.wasted_tokens)))}
      ${figure('Cost', format.cost(desire.wasted_cost_usd, desire.wasted_unpriced_tokens), desire.wasted_unpriced_tokens ? 'some tokens have no price' : nothing)}`}
      ${figure('How often', format.count(desire.count), callsText(desire))}
      ${figure('Sessions', format.count(desire.sessions))}
      ${figure('Steps per turn', format.decimal(desire.avg_length))}
      ${desire.recoveries ? figure(callsText(desire) === 'failed calls' ? 'Recovered' : 'Went on', `${format.count(desire.recovered)} of ${format.count(desire.recoveries)}`,
        desire.recovered ? `${callsOfRecovery(desire)} calls each` : nothing) : nothing}
      ${figure('Last seen', timeTag(desire.last_seen, 'day'), html`first ${timeTag(desire.first_seen, 'day')}`)}`);
  }

  /** @param {any} line */
  trend(line) {
    if (!line || line.days.length === 0) return html`<h2>Over time</h2><p class="muted">Its turns have no time.</p>`;
    return stackedBars({
      caption: /^\d/.test(line.unit) ? `${line.what} in steps of ${line.unit}` : `${line.what} by ${line.unit}`,
      note: coverageNote(line.coverage),
      x: {label: 'From', values: line.days, format: (value) => format.day(value)},
      y: {label: line.what.toLowerCase(), format: format.count},
      series: [{name: line.what, values: line.values}],
    });
  }

  /** @param {any} desire */
  ways(desire) {
    const ways = desire.ways ?? [];
    if (ways.length === 0) return nothing;
    return html`<section class="stack">${table({
      caption: callsText(desire) === 'failed calls' ? 'How agents recover from it' : 'How agents go on', csv: false, rows: ways,
      columns: [
        {key: 'way', label: 'How agents continue, up to success or the end of the turn', wide: true, value: (way) => way.way,
          cell: (way) => patternChain(way.way)},
        {key: 'count', label: 'Times', number: true, value: (way) => way.count, cell: (way) => format.count(way.count)},
      ]})}</section>`;
  }

  remedySection() {
    const answer = this.loaded('effect');
    if (!answer) return nothing;
    const {remedy, since, comparison, also_changed: changed, held_equal: held} = answer.item;
    const who = [remedy.user, remedy.host].filter(Boolean).join(' on ');
    return html`<section class="card" aria-labelledby="remedy-title"><h2 id="remedy-title">Since the remedy</h2>
      <p>A remedy was applied (${timeTag(remedy.at)}, ${PLACES[remedy.place] ?? 'a file'})${who ? `, by ${who}` : ''}. 
        The time since then is compared with as long a time before it, which began ${timeTag(since)}. The time chosen above is
        not used here.</p>
      ${comparison ? this.compareResult({item: comparison, coverage: answer.coverage})
        : html`${coverageNote(answer.coverage)}<p class="muted">Too few to tell: it has not occurred since, nor in as long a time before.</p>`}
      ${changed.length === 0 ? nothing : html`<p>Also changed (share of the turns): ${changed.map((/** @type {any} */ one) => (
        `${one.by} ${one.name} ${format.share(one.before)} → ${format.share(one.after)}`)).join(', ')}.</p>`}
      ${held.map((/** @type {any} */ one) => html`<p>With ${one.by} held equal: ${format.decimal(one.before)} → ${
        format.decimal(one.after)} per 100 turns (${one.names.join(', ')}).</p>`)}</section>`;
  }

  compareSection() {
    const {before, after} = this.params;
    const [a, b] = [rangeOf(before, 28, 14), rangeOf(after, 14, 0)];
    return html`<section class="card" aria-labelledby="compare-title"><h2 id="compare-title">Before and after</h2>
      <p class="muted">Did a change help? Choose the days before it and the days after it. The last day of each range is not included. The time above does not apply.</p>
      <form class="compare" @submit=${this.compareChosen} novalidate>
        ${['before', 'after'].map((name, at) => html`<fieldset class="range"><legend>${at ? 'After' : 'Before'}</legend>
          <input class="input" type="date" name="${name}-from" aria-label="${at ? 'After' : 'Before'}, from" .value=${(at ? b : a)[0]}>
          <span aria-hidden="true">–</span>
          <input class="input" type="date" name="${name}-to" aria-label="${at ? 'After' : 'Before'}, to" .value=${(at ? b : a)[1]}>
          </fieldset>`)}
        <button class="button">Compare</button>${before || after ? html`<a class="button ghost" href=${this.app.linkWith(
          {before: null, after: null})}>Last 14 days</a>` : nothing}
      </form>
      ${this.show('compare', (/** @type {any} */ answer) => this.compareResult(answer))}</section>`;
  }

  compareChosen = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const form = new FormData(/** @type {HTMLFormElement} */ (event.target));
    const range = (/** @type {string} */ name) => `${form.get(`${name}-from`) ?? ''}..${form.get(`${name}-to`) ?? ''}`;
    this.app.set({before: range('before'), after: range('after')});
  };

  /** @param {any} answer */
  compareResult({item, coverage}) {
    if (!item) {
      return html`${coverageNote(coverage)}<p class="muted">It did not occur in either range, or the ranges contain too few turns.</p>`;
    }
    const missing = ['before', 'after'].filter((side) => item[side].group_turns === 0);
    if (missing.length > 0) {
      return html`${coverageNote(coverage)}<p class="muted">There are no turns in the time ${missing.join(' and ')}, so nothing is
        compared. Choose other days.</p>`;
    }
    const sides = [{name: 'Before', ...item.before}, {name: 'After', ...item.after}];
    return html`${coverageNote(coverage)}<p class="verdict">${trendBadge(item.trend)} <span class="muted">${trendText(item.trend)}</span></p>
      ${table({caption: 'Before and after', csv: false, rows: sides, columns: [
        {key: 'name', label: 'Time', value: (side) => side.name},
        {key: 'rate', label: 'Per 100 turns', number: true, value: (side) => side.rate,
          cell: (side) => html`<strong>${format.decimal(side.rate)}</strong>`},
        {key: 'count', label: 'How often', number: true, value: (side) => side.count, cell: (side) => format.count(side.count)},
        {key: 'sessions', label: 'Sessions with it', number: true, value: (side) => side.sessions,
          cell: (side) => format.count(side.sessions)},
        {key: 'turns', label: 'All turns', number: true, value: (side) => side.group_turns, cell: (side) => format.count(side.group_turns)},
        {key: 'all', label: 'All sessions', number: true, value: (side) => side.group_sessions,
          cell: (side) => format.count(side.group_sessions)},
      ]})}
      <p class="note">${item.ratio === undefined || item.ratio === null ? nothing
        : `After is ${format.decimal(item.ratio)} times before${item.ratio_low === undefined || item.ratio_high === undefined ? ''
          : ` (95% confidence interval: ${format.decimal(item.ratio_low)} to ${format.decimal(item.ratio_high)})`}. `}${item.corrected_p === undefined || item.corrected_p === null ? nothing
        : `Without any change, a difference like this would occur by chance with a probability of ${format.share(item.corrected_p)}. `}A difference is not a cause: compare
        times with the same kind of work.</p>`;
  }

  /** Its cases for the owner of the transcripts, else its turns. */
  evidence() {
    const cases = /** @type {any} */ (this.loaded('cases'));
    const section = (/** @type {string} */ title, /** @type {unknown} */ rows) => html`<section class="stack"><h2>${title}</h2>${rows}</section>`;
    return texts.available && (cases === undefined || cases?.items.length > 0)
      ? section('Evidence: its latest cases', this.show('cases', (/** @type {any} */ found) => html`${coverageNote(found.coverage)}${
        this.cases(found.items)}`))
      : section('Evidence: its latest turns', this.show('turns', (/** @type {any} */ turns) => this.turns(turns)));
  }

  /** @param {any[]} cases */
  cases(cases) {
    return table({
      caption: 'Its latest cases', csv: false, rows: cases,
      columns: [
        {key: 'started', label: 'When', main: true, value: (one) => one.started_at, cell: (one) => timeTag(one.started_at)},
        {key: 'what', label: 'What, and what followed', wide: true, value: (one) => one.text, cell: (one) => html`<code>${
          one.text ?? format.ABSENT}</code>${[one.error, one.followed].map((words) => (words
          ? html`<div class="muted">${words}</div>` : nothing))}`},
        {key: 'steps', label: 'Steps', number: true, value: (one) => one.steps, cell: (one) => format.count(one.steps)},
        {key: 'took', label: 'Time', number: true, value: (one) => one.took_ms, cell: (one) => format.duration(one.took_ms)},
        {key: 'cost', label: 'Cost', number: true, value: (one) => one.cost_usd, cell: (one) => format.cost(one.cost_usd, null)},
        {key: 'project', label: 'Project', value: (one) => one.project},
      ],
      href: (one) => this.link('turn', one.turn_id, {step: String(one.step)}),
    });
  }

  /** @param {any[]} turns */
  turns(turns) {
    return table({
      caption: 'Its latest turns', csv: false, rows: turns,
      columns: [
        {key: 'started', label: 'Started', main: true, value: (turn) => turn.started_at,
          cell: (turn) => (turn.gone ? html`<span class="muted">expired</span>` : timeTag(turn.started_at))},
        {key: 'pattern', label: 'What it did', wide: true, value: (turn) => turn.pattern,
          cell: (turn) => html`${beginning(turn)}${turn.pattern ? patternChain(turn.pattern, {max: 8})
            : html`<span class="muted">–</span>`}`},
        {key: 'steps', label: 'Steps', number: true, value: (turn) => turn.length, cell: (turn) => format.count(turn.length)},
        {key: 'cost', label: 'Cost', number: true, value: (turn) => turn.cost_usd, cell: (turn) => format.costOf(turn)},
        {key: 'project', label: 'Project', value: (turn) => turn.project},
        {key: 'host', label: 'Host', value: (turn) => turn.host},
        {key: 'session', label: 'Session', value: (turn) => turn.session_id, cell: (turn) => (turn.session_id
          ? html`<a href=${this.link('session', turn.session_id)}>${format.shortId(turn.session_id)}</a>` : format.ABSENT)},
      ],
      href: (turn) => (turn.gone ? null : this.link('turn', turn.turn_id)),
    });
  }

  /**
   * @param {string} by
   * @param {Record<string, string>} of
   */
  names(by, of) {
    return html`<section class="card">${this.show(by, (/** @type {any} */ answer) => {
      const rows = answer.rows.filter((/** @type {any} */ row) => row[by]);
      if (rows.length === 0) return html`<h2>Turns by ${by}</h2><p class="muted">Its turns have no ${by}.</p>`;
      return bars({
        caption: `Turns by ${by}`,
        note: rows.length < NAMES_MAX ? nothing : `The ${NAMES_MAX} with the most turns.`,
        x: {label: by, values: rows.map((/** @type {any} */ row) => row[by])},
        y: {label: 'turns', format: format.count},
        series: [{name: 'Turns', values: rows.map((/** @type {any} */ row) => row.turns)}],
        href: (at) => this.link('turns', null, {...of, [by]: rows[at][by]}),
      });
    })}</section>`;
  }

  /** @param {any} desire */
  alias(desire) {
    const named = isPath(desire) ? desire.subject : callsText(desire) === 'calls' ? null : desire.tool_name;
    if (!named) return nothing;
    const what = isPath(desire) ? 'pattern' : 'tool';
    const alias = this.loaded('aliases')?.get(named);
    const command = `footfall alias ${quoted(named)} ${quoted(alias ?? 'a name for it')}`;
    return html`<section class="card"><h2>Name of the ${what}</h2>
      <p>${alias ? html`People call it <strong>${alias}</strong>.` : html`It has no other name yet.`} ${hasControl(named) ? nothing
        : html`This command ${alias ? 'changes' : 'gives'} it, on the machine whose settings this server has:`}</p>
      ${hasControl(named) ? nothing : html`<div class="command"><code>${command}</code>${copyButton(() => command, 'Copy command')}</div>`}
    </section>`;
  }
}

/**
 * The two days of a range in the address, or those of a range before now.
 *
 * @param {string | undefined} text
 * @param {number} from days before now
 * @param {number} to
 * @returns {string[]}
 */
function rangeOf(text, from, to) {
  const date = (/** @type {number} */ ago) => new Date(Date.now() - ago * DAY_MS).toISOString().slice(0, 10);
  if (!text) return [date(from), date(to)];
  const [first = '', last = ''] = text.split('..');
  return [first.slice(0, 10), last.slice(0, 10)];
}

/** As the advice counts them: an attempt without success counts its failure only. @param {any} desire */
function callsOfRecovery({recoveries, recovered, recovery_steps: calls}) {
  return ((calls - (recoveries - recovered)) / recovered).toFixed(1);
}

/** @param {string} text @returns {string} for a shell */
function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}

/** @param {string} text */
function hasControl(text) {
  return /[\u0000-\u001f\u007f-\u009f\u2028\u2029]/.test(text);
}

/** @param {any} desire */
function summary(desire) {
  return [`${desire.title}.`, desire.advice,
    `${countText(desire)} in ${format.plural(desire.sessions, 'session')}${isPath(desire) ? '' : `; ${format.plural(desire.wasted_steps, 'step')} and ${
      format.duration(desire.wasted_time_ms)}`}${desire.wasted_cost_usd ? `, ${format.cost(desire.wasted_cost_usd, desire.wasted_unpriced_tokens)}` : ''}.`,
    location.href].filter(Boolean).join('\n');
}
