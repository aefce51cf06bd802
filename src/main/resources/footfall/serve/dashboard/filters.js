/** The filter bar that all views share. Its values are in the address and stay when the viewer changes the view. */

import {html, nothing, render} from 'lit-html';
import {live} from 'lit-html/directives/live.js';

/**
 * @typedef {object} Filter
 * @property {string} name as in the API and in the address
 * @property {string} label
 * @property {'text' | 'choice' | 'number' | 'time'} kind
 * @property {string} [hint] an example
 * @property {string[]} [choices]
 * @property {string} [suggest] the API's name of the list of suggestions
 * @property {string[]} [usual] suggestions, where other values are possible
 */

const CATEGORIES = ['command-failed', 'edit-mismatch', 'not-read-first', 'stale-read', 'file-not-found', 'too-large',
  'env-need', 'unknown-tool', 'permission', 'validation', 'network', 'mcp', 'timeout', 'other'];

const INTENTS = ['read', 'edit', 'search', 'plan', 'delegate', 'ask', 'web', 'wait', 'skill', 'browse', 'git', 'forge',
  'test', 'build', 'files', 'net', 'ops', 'run', 'shell'];

/** @type {Filter[]} */
export const FILTERS = [
  {name: 'since', label: 'Since', kind: 'time', hint: '7d, 2h or 2026-01-31'},
  {name: 'until', label: 'Until', kind: 'time', hint: '1d or 2026-01-31T12:00:00Z'},
  {name: 'project', label: 'Project', kind: 'text', suggest: 'project'},
  {name: 'host', label: 'Host', kind: 'text', suggest: 'host'},
  {name: 'user', label: 'User', kind: 'text', suggest: 'user'},
  {name: 'agent', label: 'Agent', kind: 'text', suggest: 'agent'},
  {name: 'agent_version', label: 'Agent version', kind: 'text', hint: '2.1.114'},
  {name: 'model', label: 'Model', kind: 'text', suggest: 'model'},
  {name: 'tool', label: 'Tool', kind: 'text', suggest: 'tool'},
  {name: 'outcome', label: 'Outcome', kind: 'choice', choices: ['ok', 'error', 'rejected', 'denied', 'interrupted', 'cancelled',
    'pending']},
  {name: 'turn_outcome', label: 'Turn ended', kind: 'choice', choices: ['error', 'interrupted', 'ok']},
  {name: 'category', label: 'Failure', kind: 'choice', choices: CATEGORIES},
  {name: 'intent', label: 'Intent', kind: 'text', usual: INTENTS},
  {name: 'next', label: 'Followed by tool', kind: 'text', suggest: 'tool'},
  {name: 'next_intent', label: 'Followed by intent', kind: 'text', usual: INTENTS},
  {name: 'session', label: 'Session', kind: 'text', hint: 'ID of a session'},
  {name: 'pattern', label: 'Pattern', kind: 'text', hint: 'text or ID of a pattern'},
  {name: 'min_length', label: 'At least steps', kind: 'number', hint: '10'},
  {name: 'max_length', label: 'At most steps', kind: 'number', hint: '100'},
];

/** The names of all filters: those that stay in the address when the view changes. */
export const FILTER_NAMES = FILTERS.map(({name}) => name);

const RANGES = [['', 'Any time'], ['1h', 'Last hour'], ['24h', 'Last 24 hours'], ['7d', 'Last 7 days'],
  ['30d', 'Last 30 days'], ['90d', 'Last 90 days']];
/** The choice of two days, between which the time is. */
const DAYS = 'days';

/**
 * The parameters that are filters.
 *
 * @param {Record<string, string>} params
 * @returns {Record<string, string>}
 */
export function filtersIn(params) {
  return Object.fromEntries(Object.entries(params).filter(([name]) => FILTER_NAMES.includes(name)));
}

/**
 * Whether a turn, an open turn, an alert or a session of an event meets the filters, as the server selects turns.
 * `tool`, `outcome`, `category` and `intent` need one step that meets all of them, and `next` and `next_intent` the step
 * after it; of calls at the same time the server knows better which one follows. An open turn without steps is judged by
 * its last tools.
 *
 * @param {Record<string, any>} record
 * @param {Record<string, string>} filters
 * @param {number} [now]
 * @returns {boolean}
 */
export function matches(record, filters, now = Date.now()) {
  for (const name of ['project', 'host', 'user', 'agent', 'agent_version']) {
    if (filters[name] && record[name] !== filters[name]) return false;
  }
  if (filters.session && record.session_id !== filters.session) return false;
  if (filters.model && !(record.models ?? [record.model]).includes(filters.model)) return false;
  if (filters.turn_outcome && record.outcome !== filters.turn_outcome) return false;
  if (filters.min_length && !(record.length >= Number(filters.min_length))) return false;
  if (filters.max_length && !(record.length <= Number(filters.max_length))) return false;
  const at = record.started_at ?? record.at ?? record.start_time ?? record.last_arrival;
  if (filters.since && at && Date.parse(at) < timeOf(filters.since, now)) return false;
  if (filters.until && at && Date.parse(at) >= timeOf(filters.until, now)) return false;
  return meetsSteps(record, filters);
}

/**
 * @param {Record<string, any>} record
 * @param {Record<string, string>} filters
 */
function meetsSteps(record, filters) {
  const call = pick(filters, {tool: 'tool', outcome: 'outcome', category: 'category', intent: 'intent'});
  const next = pick(filters, {next: 'tool', next_intent: 'intent'});
  if (call.length + next.length === 0) return true;
  if (!record.steps) return !filters.tool || (record.last_tools ?? [record.tool]).includes(filters.tool);
  const meets = (/** @type {any} */ step, /** @type {string[][]} */ values) => (
    step && values.every(([field, value]) => step[field] === value));
  return record.steps.some((/** @type {any} */ step, /** @type {number} */ at) => (
    meets(step, call) && (next.length === 0 || meets(record.steps[at + 1], next))));
}

/**
 * @param {Record<string, string>} filters
 * @param {Record<string, string>} fields fields of a step by the names of filters
 * @returns {string[][]} fields with the value that is asked for
 */
function pick(filters, fields) {
  return Object.entries(fields).flatMap(([name, field]) => (filters[name] ? [[field, filters[name]]] : []));
}

const UNITS = new Map([['ms', 1], ['s', 1_000], ['m', 60_000], ['h', 3_600_000], ['d', 86_400_000]]);

/**
 * A time of a filter in milliseconds since 1970; a date is the start of its day in UTC, as in the API.
 *
 * @param {string} text `7d`, `2026-01-31` or `2026-01-31T12:00:00Z`
 * @param {number} [now]
 * @returns {number} NaN if it is none of these
 */
export function timeOf(text, now = Date.now()) {
  const before = /^(\d+)(ms|s|m|h|d)$/.exec(text);
  if (before) return now - Number(before[1]) * (UNITS.get(before[2]) ?? NaN);
  return /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:\d\d))?$/.test(text) ? Date.parse(text) : NaN;
}

/** The day of a time in the viewer's zone, as a field of days has it. @param {number} time */
function dayOf(time) {
  return Number.isNaN(time) ? '' : new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}

/**
 * The beginning of a day in the viewer's zone.
 *
 * @param {string} day such as `2026-01-31`; may be empty
 * @param {number} [later] so many days later
 * @returns {string | null}
 */
export function dayBegin(day, later = 0) {
  const [year, month, date] = day.split('-').map(Number);
  return date ? new Date(year, month - 1, date + later).toISOString() : null;
}

/**
 * @typedef {object} BarSpec
 * @property {string[]} supported names of the filters that the view supports
 * @property {Record<string, string>} params those of the address
 * @property {(changes: Record<string, string | null>) => void} change puts values into the address; null removes
 * @property {(filter: string) => Promise<string[]>} suggestions
 * @property {unknown} [extra] more controls of the view, at the end of the bar
 */

/**
 * The filter bar. Views use `this.app.filters(this)`.
 *
 * @param {BarSpec} spec
 */
export function filterBar(spec) {
  return html`<foot-filters .spec=${spec}></foot-filters>`;
}

class FootFilters extends HTMLElement {
  constructor() {
    super();
    /** @type {BarSpec | null} */
    this.current = null;
    /** @type {Filter | null} the one that is edited */
    this.edited = null;
    /** @type {string[]} */
    this.options = [];
    this.problem = '';
    /** Whether days are chosen. */
    this.days = false;
    /** What is in the field; the bar is drawn again while the viewer types. */
    this.typed = '';
  }

  /** @param {BarSpec} spec */
  set spec(spec) {
    this.current = spec;
    this.draw();
  }

  get choices() {
    return FILTERS.filter(({name}) => this.current?.supported.includes(name));
  }

  draw() {
    const spec = this.current;
    if (spec) render(this.template(spec), this);
  }

  /** @param {BarSpec} spec */
  template(spec) {
    // The menu of times shows these already.
    const set = FILTERS.filter(({name, kind}) => spec.params[name] && !(kind === 'time' && spec.supported.includes(name)));
    return html`<div class="filters" role="group" aria-label="Filters">
      ${spec.supported.includes('since') ? this.range(spec) : nothing}
      ${set.map((filter) => this.chip(spec, filter))}
      ${this.edited ? this.editor(this.edited) : html`<button type="button" class="button ghost filter-add"
          aria-keyshortcuts="/" @click=${() => this.edit()}><span aria-hidden="true">+</span> Filter</button>`}
      ${set.length > 1 && !this.edited ? html`<button type="button" class="button ghost" @click=${this.clear}>Clear all</button>` : nothing}
      ${spec.extra ?? nothing}
    </div>`;
  }

  /** @param {BarSpec} spec */
  range(spec) {
    const {since = '', until = ''} = spec.params;
    const known = RANGES.some(([value]) => value === since);
    const relative = !known && /^\d+[a-z]+$/.test(since);
    const days = this.days || until !== '' || !(known || relative);
    const shown = days ? DAYS : since;
    const choose = (/** @type {Event} */ event) => {
      this.days = valueOf(event) === DAYS;
      if (this.days) this.draw();
      else spec.change({since: valueOf(event) || null, until: null});
    };
    return html`<label class="field"><span class="hidden-text">Time</span><select class="select" .value=${live(shown)} @change=${choose}>
      ${relative ? html`<option value=${since}>Since ${since}</option>` : nothing}
      ${RANGES.map(([value, label]) => html`<option value=${value} ?selected=${value === shown}>${label}</option>`)}
      ${spec.supported.includes('until') ? html`<option value=${DAYS} ?selected=${days}>From … to …</option>` : nothing}
    </select></label>${days ? html`${day('From', since ? dayOf(timeOf(since)) : '', (to) => spec.change({since: dayBegin(to)}))}${
      day('To', until ? dayOf(timeOf(until) - 1) : '', (to) => spec.change({until: dayBegin(to, 1)}))}` : nothing}`;
  }

  /**
   * @param {BarSpec} spec
   * @param {Filter} filter
   */
  chip(spec, filter) {
    const used = spec.supported.includes(filter.name);
    const value = spec.params[filter.name];
    return html`<span class="chip ${used ? '' : 'chip-unused'}"><button type="button" class="chip-text"
        title=${used ? `Change ${filter.label}` : 'This view has no such filter; it applies to other views'}
        ?disabled=${!used} @click=${() => this.edit(filter)}><span class="chip-name">${filter.label}</span> ${value}${
        used ? nothing : html`<span class="hidden-text"> (not used by this view)</span>`}</button><button type="button"
        class="chip-remove" aria-label="Remove filter ${filter.label} ${value}"
        @click=${() => spec.change({[filter.name]: null})}><span aria-hidden="true">×</span></button></span>`;
  }

  /** @param {Filter} filter */
  editor(filter) {
    return html`<form class="filter-form" @submit=${this.submit} @keydown=${this.pressed} novalidate>
      <label class="field"><span class="hidden-text">Filter by</span><select class="select" name="name"
          @change=${(/** @type {Event} */ event) => this.edit(FILTERS.find(({name}) => name === valueOf(event)), false)}>${
          this.choices.map(({name, label}) => html`<option value=${name} ?selected=${name === filter.name}>${
            label}</option>`)}</select></label>
      <label class="field"><span class="hidden-text">${filter.label}</span>${filter.kind === 'choice'
        ? html`<select class="select" name="value" @change=${this.input}>${filter.choices?.map((choice) => html`<option
            ?selected=${choice === this.typed}>${choice}</option>`)}</select>`
        : html`<input class="input" name="value" @input=${this.input} .value=${live(this.typed)} list="filter-options" autocomplete="off"
            inputmode=${filter.kind === 'number' ? 'numeric' : 'text'} placeholder=${filter.hint ?? ''}
            aria-invalid=${this.problem ? 'true' : 'false'} aria-describedby="filter-problem">`}</label>
      <datalist id="filter-options">${this.options.map((option) => html`<option value=${option}></option>`)}</datalist>
      <button class="button primary">Apply</button>
      <button type="button" class="button ghost" @click=${() => this.end()}>Cancel</button>
      <span id="filter-problem" class="text-error" role="alert">${this.problem}</span>
    </form>`;
  }

  /**
   * Opens the editor.
   *
   * @param {Filter} [filter]
   * @param {boolean} [focus] whether to focus the value; otherwise the focus stays
   */
  edit(filter = undefined, focus = true) {
    const params = this.current?.params ?? {};
    const chosen = filter ?? this.choices.find(({name, kind}) => kind !== 'time' && !params[name]) ?? this.choices[0];
    if (!chosen) return;
    this.edited = chosen;
    this.typed = params[chosen.name] ?? chosen.choices?.[0] ?? '';
    this.problem = '';
    this.options = chosen.usual ?? [];
    this.draw();
    if (focus) this.focusOn(filter ? '[name=value]' : '[name=name]');
    if (chosen.suggest) void this.suggest(chosen);
  }

  /** @param {Filter} filter */
  async suggest(filter) {
    const options = await this.current?.suggestions(filter.suggest ?? '').catch(() => []);
    if (this.edited !== filter) return;
    this.options = options ?? [];
    this.draw();
  }

  end() {
    this.edited = null;
    this.draw();
    this.focusOn('.filter-add');
  }

  /** @param {string} selector */
  focusOn(selector) {
    /** @type {HTMLElement | null} */ (this.querySelector(selector))?.focus();
  }

  clear = () => {
    const names = FILTER_NAMES.filter((name) => this.current?.params[name]);
    this.current?.change(Object.fromEntries(names.map((name) => [name, null])));
  };

  input = (/** @type {Event} */ event) => {
    this.typed = valueOf(event);
  };

  pressed = (/** @type {KeyboardEvent} */ event) => {
    if (event.key !== 'Escape') return;
    event.preventDefault();
    this.end();
  };

  submit = (/** @type {SubmitEvent} */ event) => {
    event.preventDefault();
    const filter = this.edited;
    if (!filter) return;
    const value = this.typed.trim();
    this.problem = value ? problemOf(filter, value) : '';
    if (this.problem) {
      this.draw();
      this.focusOn('[name=value]');
      return;
    }
    this.current?.change({[filter.name]: value || null});
    this.end();
  };
}

/**
 * @param {string} label
 * @param {string} value
 * @param {(value: string) => void} change
 */
function day(label, value, change) {
  return html`<label class="row"><span class="muted">${label}</span><input class="input" type="date" .value=${live(value)}
      @change=${(/** @type {Event} */ event) => change(valueOf(event))}></label>`;
}

/**
 * @param {Filter} filter
 * @param {string} value
 * @returns {string} what is wrong; empty if nothing is
 */
function problemOf(filter, value) {
  if (filter.kind === 'number' && !/^\d{1,6}$/.test(value)) return 'Enter a whole number.';
  if (filter.kind === 'time' && Number.isNaN(timeOf(value))) return 'Enter 7d, 2h or 2026-01-31.';
  return '';
}

/** @param {Event} event */
function valueOf(event) {
  return /** @type {HTMLSelectElement} */ (event.target).value;
}

customElements.define('foot-filters', FootFilters);
