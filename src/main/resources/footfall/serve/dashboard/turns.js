/** What several views compute and show of turns; see turn.md. */

import {html, nothing} from 'lit-html';
import {patternChain} from './chain.js';
import * as format from './format.js';
import {timeTag} from './parts.js';
import {table} from './table.js';
import {texts} from './texts.js';

/**
 * The trail of a turn, or of the turn of an alert: its session, of a subagent with the agent.
 *
 * @param {any} turn
 * @returns {string}
 */
export function trailOf({turn_id: id}) {
  return id.slice(0, id.lastIndexOf(':'));
}

/** The index of a turn in its trail: not every answer has it. @param {string} id of the turn @returns {number} */
export function indexOf(id) {
  return Number(id.slice(id.lastIndexOf(':') + 1));
}

/** @param {any} turn */
export function isOpen(turn) {
  return !turn.closed_by;
}

/** A turn among those of its session. @param {any} turn */
export function nameOf(turn) {
  const name = turn.subagent_type ?? (turn.agent_id ? turn.agent_id.slice(0, 12) : '');
  return name ? `${name} ${turn.index}` : `${turn.index}`;
}

/**
 * An answer without turns that are copies; an original there has `copies`, their number.
 *
 * @param {any} answer
 */
export function withoutCopies(answer) {
  const copies = answer.items.filter((/** @type {any} */ turn) => turn.copy_of);
  const items = answer.items.filter((/** @type {any} */ turn) => !turn.copy_of).map((/** @type {any} */ turn) => ({...turn,
    copies: copies.filter((/** @type {any} */ copy) => turn.prompt_uuid && copy.prompt_uuid === turn.prompt_uuid).length}));
  return {...answer, items, copies: copies.length};
}

/** @param {any} step */
export function tookMs(step) {
  return step.started_at && step.completed_at ? Math.max(0, Date.parse(step.completed_at) - Date.parse(step.started_at)) : null;
}

/** @param {any} turn */
export function failuresOf(turn) {
  if (turn.totals?.failures) {
    return turn.totals.failures.reduce((/** @type {number} */ sum, /** @type {any} */ each) => sum + each.count, 0);
  }
  return turn.steps?.filter((/** @type {any} */ step) => step.outcome === 'error').length ?? turn.failures ?? 0;
}

/**
 * An open turn after an event `open`, which has the latest steps only.
 *
 * @param {any} turn
 * @param {any} event
 * @returns {any} null if the event does not continue what is known: then the turn must be read again
 */
export function grown(turn, event) {
  if (!isOpen(turn)) return null;
  const latest = event.last_steps ?? [];
  const known = turn.steps.length === 0 ? -1 : turn.steps[turn.steps.length - 1].sequence;
  const first = latest[0]?.sequence ?? 0;
  const last = latest[latest.length - 1]?.sequence ?? -1;
  if (latest.length > 0 && (first > known + 1 || last < known)) return null;
  if (turn.steps.some((/** @type {any} */ step) => step.outcome === 'pending' && step.sequence < first)) return null;
  const {last_steps: omitted, ending, failures, last_line_at: at, ...fields} = event;
  return {...turn, ...fields, ended_at: at ?? turn.ended_at,
    steps: [...turn.steps.filter((/** @type {any} */ step) => step.sequence < first), ...latest]};
}

/**
 * The steps that came back to the same thing; polling and empty searches are apart.
 *
 * @param {any} turn
 * @returns {number | null} null if the record does not say
 */
export function repeatedOf(turn) {
  if (!turn.repeats) return null;
  return (turn.detour_totals?.repeats ?? []).filter((/** @type {any} */ one) => one.kind.startsWith('same-'))
      .reduce((/** @type {number} */ sum, /** @type {any} */ one) => sum + one.count, 0);
}

const TRIGGERS = new Map([['human', 'a prompt'], ['command', 'a command'], ['notification', 'a notification'],
  ['teammate', 'another agent'], ['unknown', 'something unknown']]);

/** @param {string} trigger */
export function triggerText(trigger) {
  return TRIGGERS.get(trigger) ?? trigger;
}

/**
 * @typedef {{model: string, tokens: any, cost_usd?: number, beside_messages?: boolean}} ModelRow
 */

/**
 * The tokens and the cost of a turn by model.
 *
 * @param {any} turn
 * @returns {ModelRow[]} the most expensive model first
 */
export function modelRows(turn) {
  if (!turn.usage) {
    return [{model: turn.models.join(', ') || format.ABSENT, tokens: turn.tokens, cost_usd: turn.cost_usd}];
  }
  /** @type {Map<string, any>} */
  const rows = new Map();
  for (const {model, tokens, cost_usd: cost} of turn.usage) {
    const row = rows.get(model) ?? {model, tokens: {}, cost_usd: 0};
    for (const [kind, count] of Object.entries(tokens)) row.tokens[kind] = (row.tokens[kind] ?? 0) + count;
    row.cost_usd = cost === undefined || row.cost_usd === undefined ? undefined : row.cost_usd + cost;
    rows.set(model, row);
  }
  return [...rows.values()].sort((a, b) => (b.cost_usd ?? 0) - (a.cost_usd ?? 0));
}

/** @type {(label: string, kind: string, title?: string) => import('./table.js').Column<ModelRow>} */
const kindColumn = (label, kind, title) => ({key: kind, label, number: true, title, value: (row) => row.tokens[kind],
  cell: (row) => html`<span title=${format.count(row.tokens[kind])}>${format.short(row.tokens[kind])}</span>`});

/** @type {import('./table.js').Column<ModelRow>[]} */
const MODEL_COLUMNS = [
  {key: 'model', label: 'Model', value: (row) => row.model, cell: (row) => format.beside(row.model, row)},
  kindColumn('Input tokens', 'input'),
  kindColumn('Output tokens', 'output'),
  kindColumn('Written to the cache', 'cache_creation', 'Tokens of the input that were written to the cache'),
  kindColumn('Read from the cache', 'cache_read', 'Tokens of the input that were read from the cache'),
  {key: 'cost', label: 'Cost', number: true, value: (row) => row.cost_usd, cell: (row) => (row.cost_usd === undefined
    ? html`<span class="muted" title="There is no price for this model, or the transcript lacks tokens">no price</span>`
    : format.costOf(row))},
];

/**
 * @param {ModelRow[]} rows
 * @param {string} caption
 */
export function modelTable(rows, caption) {
  return rows.length === 0 ? html`<p class="muted">No model was used.</p>` : table({caption, columns: MODEL_COLUMNS, rows});
}

/**
 * Tools and their failures at a look, for a narrow cell.
 *
 * @param {any} turn
 */
function failuresCell(turn) {
  const count = failuresOf(turn);
  if (!count) return html`<span class="muted">0</span>`;
  /** @type {Map<string, number>} */
  const kinds = new Map();
  for (const step of turn.steps ?? []) {
    if (step.outcome !== 'error') continue;
    const kind = `${step.tool}: ${step.category ?? 'error'}`;
    kinds.set(kind, (kinds.get(kind) ?? 0) + 1);
  }
  const text = [...kinds].map(([kind, times]) => (times > 1 ? `${kind} × ${times}` : kind)).join('\n');
  return html`<span class="text-error" title=${text || nothing}>${format.count(count)}</span>`;
}

/** @param {any} turn */
function repeatedCell(turn) {
  const repeated = repeatedOf(turn);
  const names = (turn.repeats ?? [])
      .map((/** @type {any} */ repeat) => `${repeat.kind} ${repeat.name}: step ${repeat.step}`).join('\n');
  return html`<span class=${repeated ? '' : 'muted'} title=${names || nothing}>${format.count(repeated)}</span>`;
}

/** The turn that began a session, as far as its ID says. @param {string} session */
export function firstTurn(session) {
  return {turn_id: `${session}:0`};
}

/** How a turn began, for its owner. @param {any} turn */
export function beginning({turn_id: id}) {
  const text = texts.beginning(id);
  return text ? html`<span class="began" title=${text}>${text}</span>` : nothing;
}

/** How the turn ended, if it did not end well. @param {any} turn */
function endBadge({outcome}) {
  if (outcome === 'error') return html`<span class="badge error" title="The agent gave up after an API error">API error</span>`;
  return outcome === 'interrupted' ? html`<span class="badge rejected" title="The user stopped the agent">interrupted</span>` : nothing;
}

/** That a turn is a copy, or has some that are not listed. @param {any} turn */
function copiesBadge({copy_of: original, copies}) {
  return !original && !copies ? nothing : html`<span class="badge" title="A resumed or forked session repeats the turn">${
    original ? 'copy' : `+${format.plural(copies, 'copy', 'copies')}`}</span>`;
}

/**
 * The columns of tables of turns. Those that the server sorts by are sortable.
 *
 * @type {Record<string, import('./table.js').Column<any>>}
 */
export const TURN_COLUMNS = {
  started: {key: 'started_at', label: 'Started', value: (turn) => turn.started_at, cell: (turn) => timeTag(turn.started_at)},
  pattern: {key: 'pattern', label: 'What it did', wide: true, sortable: false, value: (turn) => turn.pattern,
    cell: (turn) => html`${beginning(turn)}<span class="did">${turn.agent_id ? html`<span class="badge" title="A turn of a subagent">${
      turn.subagent_type ?? 'subagent'}</span>` : nothing}${endBadge(turn)}${copiesBadge(turn)}${turn.pattern ? patternChain(turn.pattern, {max: 16})
      : html`<span class="muted">no tool calls</span>`}</span>`},
  steps: {key: 'length', label: 'Steps', number: true, title: 'Tool calls', value: (turn) => turn.length,
    cell: (turn) => (turn.long ? html`<strong title="A long turn">${format.count(turn.length)}</strong>`
      : format.count(turn.length))},
  failures: {key: 'failures', label: 'Failed', number: true, title: 'Steps that failed', value: failuresOf, cell: failuresCell},
  repeated: {key: 'repeated', label: 'Repeated', number: true, sortable: false, hiding: 3,
    title: 'Calls that came back to the same thing', value: repeatedOf, cell: repeatedCell},
  time: {key: 'duration', label: 'Time', number: true, title: 'From the first to the last time of the turn',
    value: (turn) => turn.elapsed_ms, cell: (turn) => format.duration(turn.elapsed_ms)},
  tokens: {key: 'tokens', label: 'Tokens', number: true, sortable: false, hiding: 2, value: (turn) => format.tokenSum(turn.tokens),
    cell: (turn) => format.short(format.tokenSum(turn.tokens))},
  cost: {key: 'cost', label: 'Cost', number: true, value: (turn) => turn.cost_usd, cell: (turn) => format.costOf(turn)},
  outcome: {key: 'outcome', label: 'Outcome', csvOnly: true, value: (turn) => turn.outcome},
  project: {key: 'project', label: 'Project', sortable: false, value: (turn) => turn.project},
  agent: {key: 'agent', label: 'Agent', sortable: false, hiding: 1, value: (turn) => turn.agent},
  model: {key: 'models', label: 'Models', csvOnly: true, value: (turn) => turn.models?.join(', ')},
  host: {key: 'host', label: 'Host', csvOnly: true, value: (turn) => turn.host},
  user: {key: 'user', label: 'User', csvOnly: true, value: (turn) => turn.user},
  id: {key: 'turn_id', label: 'Turn', csvOnly: true, value: (turn) => turn.turn_id},
};
