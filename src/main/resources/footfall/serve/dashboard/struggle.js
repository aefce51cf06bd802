/** What a desire is, in plain words. Its subject and its texts come from transcripts and are only ever text. */

import {html, nothing, svg} from 'lit-html';
import {patternChain} from './chain.js';
import * as format from './format.js';
import {badge} from './parts.js';

/** @typedef {Record<string, any>} Desire see desire.md */

/** @type {Map<string, string>} */
const CATEGORIES = new Map([
  ['same-call', 'The same call again, though nothing changed'],
  ['same-read', 'The same file read again'],
  ['polling', 'Asked again and again whether something has ended'],
  ['rerun', 'The same command again after changes'],
  ['empty', 'A search that finds nothing'],
  ['asked', 'A call waits for a person to allow it'],
  ['turn-pattern', 'A long pattern that recurs'],
  ['unknown-tool', 'The tool does not exist'],
  ['env-need', 'A command is not installed'],
  ['edit-mismatch', 'The text to replace is not found'],
  ['not-read-first', 'A file is edited before it is read'],
  ['stale-read', 'A file has changed since it was read'],
  ['too-large', 'The content is too large'],
  ['file-not-found', 'The file does not exist'],
  ['permission', 'A permission is missing'],
  ['timeout', 'The call takes too long'],
  ['validation', 'The arguments of the call are invalid'],
  ['network', 'The network or the server fails'],
  ['command-failed', 'A command fails'],
  ['mcp', 'The MCP server returns an error'],
  ['other', 'A call fails for another reason'],
]);

/** Answers to questions whether a call may run, and why it was asked. */
const ASKED = new Map([
  ['user-once', 'yes, once'], ['user-session', 'yes, for the session'], ['user-always', 'yes, for good'], ['user', 'no'],
  ['no-rule', 'no rule allows it'], ['too-complex', 'too complex for a rule'], ['expansion', 'a variable or a substitution'],
  ['cd-write', 'it writes after cd'], ['path', 'a path that it writes'],
]);

/** @param {string} word */
export function askedText(word) {
  return ASKED.get(word) ?? word;
}

/** The categories of desires, for a choice. */
export const DESIRE_CATEGORIES = [...CATEGORIES.keys()];

/** @param {string} category */
export function categoryText(category) {
  return CATEGORIES.get(category) ?? category;
}

const SHELLS = ['Bash', 'bash', 'PowerShell', 'powershell', 'shell', 'shell_command', 'exec_command', 'local_shell',
  'run_shell_command'];
const CALLS = ['same-call', 'same-read', 'polling', 'rerun', 'empty', 'asked'];

/** @param {Desire} desire whether it is about calls that go well, but are too many in a turn */
export function isPath(desire) {
  return desire.category === 'turn-pattern';
}

/** @param {Desire} desire what its calls are called */
export function callsText(desire) {
  return isPath(desire) ? 'long turns' : CALLS.includes(desire.category) ? 'calls' : 'failed calls';
}

/**
 * The subject: calls as a chain, otherwise a name.
 *
 * @param {Desire} desire
 */
export function subject(desire) {
  if (isPath(desire)) return patternChain(desire.subject, {max: 10});
  return html`<code class="subject">${desire.subject}</code>`;
}

/**
 * Its title, of which a pattern is drawn, and below it what to do.
 *
 * @param {Desire} desire
 */
export function heading(desire) {
  return html`<span class="struggle"><span class="struggle-kind">${isPath(desire) ? categoryText(desire.category)
    : desire.title}</span>${isPath(desire) ? subject(desire) : nothing}<span class="muted">${desire.advice}</span></span>`;
}

/** @param {Desire} desire what `count` counts */
export function countText(desire) {
  return format.plural(desire.count, callsText(desire).replace(/s$/, ''));
}

/**
 * The filters that select its turns; null if no filters select exactly these.
 *
 * @param {Desire} desire
 * @returns {Record<string, string> | null}
 */
export function turnsOf(desire) {
  if (desire.category === 'turn-pattern') return {pattern: desire.subject};
  if (CALLS.includes(desire.category) || desire.category === 'env-need') return null;
  // A shell's failures are counted by the names of commands, for which there is no filter.
  if (SHELLS.includes(desire.tool_name) && desire.category !== 'unknown-tool') return null;
  // Nor is there one for causes.
  if (desire.subject !== desire.tool_name && desire.category !== 'unknown-tool') return null;
  return {tool: desire.tool_name, category: desire.category, outcome: 'error'};
}

/** @type {Map<string, {mark: string, word: string, kind: string, text: string}>} */
const TRENDS = new Map([
  ['new', {mark: '+', word: 'new', kind: 'error', text: 'It did not occur before. The difference is more than chance.'}],
  ['grown', {mark: '↑', word: 'more than before', kind: 'error', text: 'It occurs more often than before. The difference is '
    + 'more than chance.'}],
  ['shrunk', {mark: '↓', word: 'less than before', kind: 'ok', text: 'It occurs less often than before. The difference is '
    + 'more than chance.'}],
  ['gone', {mark: '✓', word: 'gone', kind: 'ok', text: 'It does not occur any more. The difference is more than chance.'}],
  ['unchanged', {mark: '=', word: 'as before', kind: '', text: 'It is neither twice as frequent as before nor half.'}],
  ['too-few', {mark: '·', word: 'too few to tell', kind: '', text: 'It occurred too rarely, or in too few sessions, to '
    + 'tell.'}],
]);

/** @param {string | undefined} trend */
export function trendText(trend) {
  return TRENDS.get(trend ?? '')?.text ?? '';
}

/** @param {string | undefined} trend */
export function trendBadge(trend) {
  const known = TRENDS.get(trend ?? '');
  if (!known) return html`<span class="muted">${format.ABSENT}</span>`;
  if (!known.kind) return html`<span class="muted" title=${known.text}>${known.word}</span>`;
  return html`<span title=${known.text}>${badge(html`<span aria-hidden="true">${known.mark}</span> ${known.word}`, known.kind)}</span>`;
}

/**
 * A bar in a cell: a share of the largest value.
 *
 * @param {number} share from 0 to 1
 * @param {string} [tone]
 */
export function meter(share, tone = 'series-1') {
  const width = Number.isFinite(share) ? Math.min(1, Math.max(0, share)) * 64 : 0;
  return html`<svg class="meter" viewBox="0 0 64 6" width="64" height="6" aria-hidden="true"><rect class="meter-ground"
    width="64" height="6" rx="3"></rect>${width > 0
    ? svg`<rect class=${tone} width=${Math.max(3, width)} height="6" rx="3"></rect>` : nothing}</svg>`;
}
