/** Small pieces that several views show the same way. Text reaches the page through bindings only. */

import {html, nothing} from 'lit-html';
import * as format from './format.js';

/** @typedef {'ok' | 'error' | 'rejected' | 'denied' | 'interrupted' | 'cancelled' | 'pending'} Outcome */

/** The outcomes in the order in which legends show them. */
export const OUTCOMES = /** @type {Outcome[]} */ (['ok', 'error', 'rejected', 'denied', 'interrupted', 'cancelled',
  'pending']);

const MARKS = new Map([['ok', '✓'], ['error', '✕'], ['rejected', '⊘'], ['denied', '⊖'], ['interrupted', '!'],
  ['cancelled', '–'], ['pending', '…']]);

/**
 * The mark of an outcome: a colour, a sign that differs without colours, and the word for screen readers.
 *
 * @param {string} outcome
 */
export function outcomeMark(outcome) {
  return html`<span class="mark mark-${MARKS.has(outcome) ? outcome : 'other'}"><span aria-hidden="true">${
    MARKS.get(outcome) ?? '?'}</span><span class="hidden-text">${outcome}</span></span>`;
}

/**
 * The mark and the word.
 *
 * @param {string} outcome
 */
export function outcomeText(outcome) {
  const known = MARKS.has(outcome) ? outcome : 'other';
  return html`<span class="outcome text-${known}"><span class="mark mark-${known}" aria-hidden="true">${
    MARKS.get(outcome) ?? '?'}</span>${outcome}</span>`;
}

/**
 * A time in the viewer's zone; its title is the full time.
 *
 * @param {string | null | undefined} iso
 * @param {'time' | 'ago' | 'day'} [style]
 */
export function timeTag(iso, style = 'time') {
  if (!iso) return html`<span class="muted">${format.ABSENT}</span>`;
  const text = style === 'ago' ? format.ago(iso) : style === 'day' ? format.day(iso) : format.time(iso);
  return html`<time datetime=${iso} title=${format.fullTime(iso)}>${text}</time>`;
}

/** @param {unknown} text */
export function badge(text, kind = '') {
  return html`<span class="badge ${kind}">${text}</span>`;
}

/** Twice the longest pause after which a shipper says it again. */
const AGENT_STATE_MS_MAX = 600_000;

/** What the agent of a session or open turn does, as it says itself. @param {Record<string, any>} one */
export function agentState(one, now = Date.now()) {
  if (!one.agent_state || now - Date.parse(one.agent_state_heard_at) > AGENT_STATE_MS_MAX) return nothing;
  const isWaiting = one.agent_state === 'waiting';
  return badge(html`${isWaiting ? 'waits for a person' : one.agent_state} ${
    format.clock(now - Date.parse(one.agent_state_since))}`, isWaiting ? 'rejected' : '');
}

/**
 * One figure with its heading.
 *
 * @param {string} label
 * @param {unknown} value
 * @param {unknown} [note]
 */
export function figure(label, value, note = nothing) {
  return html`<div class="figure"><dt>${label}</dt><dd>${value}</dd>${
    note === nothing ? nothing : html`<dd class="note">${note}</dd>`}</div>`;
}

/**
 * What calls changed: the lines of edits, then files, commits and what became of these.
 *
 * @param {Record<string, number> | undefined} changes absent for nothing
 */
export function changesFigure(changes) {
  const {lines_added: added, lines_removed: removed, files, commits, pushes, pull_requests: requests} = changes ?? {};
  const isAny = added || removed;
  const more = [isAny && 'lines', files && format.plural(files, 'file'), commits && format.plural(commits, 'commit'),
    pushes && format.plural(pushes, 'push', 'pushes'), requests && format.plural(requests, 'pull request')].filter(Boolean);
  const lines = isAny ? `+${format.short(added ?? 0)} −${format.short(removed ?? 0)}` : format.ABSENT;
  return figure('Changed', lines, more.join(', ') || (changes ? nothing : 'nothing'));
}

/**
 * Figures in a row.
 *
 * @param {unknown} content templates of `figure`
 */
export function figures(content) {
  return html`<dl class="figures">${content}</dl>`;
}

/**
 * A state without data: what is empty, and what to do next.
 *
 * @param {string} title
 * @param {unknown} next
 */
export function empty(title, next) {
  return html`<div class="empty"><p class="empty-title">${title}</p><p>${next}</p></div>`;
}

/**
 * A failure with a way out.
 *
 * @param {unknown} error
 * @param {() => void} again
 */
export function failure(error, again) {
  const problem = /** @type {{title?: string, detail?: string, message?: string}} */ (error);
  return html`<div class="failure" role="alert">
    <p class="empty-title">${problem.title ?? 'This part of the page failed'}</p>
    <p>${problem.detail || (problem.title ? nothing : problem.message) || nothing}</p>
    <button type="button" class="button" @click=${again}>Try again</button>
  </div>`;
}

/** Lines where content will be. */
export function skeleton(lines = 6) {
  return html`<div class="skeleton" role="status"><span class="hidden-text">Loading</span>${
    Array.from({length: lines}, () => html`<span class="skeleton-line" aria-hidden="true"></span>`)}</div>`;
}

/**
 * What an answer does not cover; nothing if it is complete.
 *
 * @param {import('./api.js').Coverage | null | undefined} coverage
 */
export function coverageNote(coverage) {
  const expired = coverage?.expired ? html`<p class="muted" role="status">What is from before ${
    timeTag(coverage.expired.before)} is not in this answer: it was kept for <code>tally_retention</code>. The first was
    from ${timeTag(coverage.expired.first, 'day')}. <code>footfall … --from</code> reads transcripts.</p>` : nothing;
  if (!coverage || (coverage.complete && !coverage.stale?.length && !coverage.reached && !coverage.early)) return expired;
  const missing = coverage.missing?.length ?? 0;
  const text = missing > 0 ? `${format.plural(missing, 'instance')} did not answer, so some data is missing.`
      : coverage.reached ? 'The search reached its limit before the end. Choose a shorter time or add a filter.'
        : !coverage.complete ? 'This answer is not complete. Some data is missing.'
          : coverage.early ? `This is not all yet: ${coverage.early}.`
          : 'A standby answered for some data; it can be a little old.';
  return html`<p class="notice" role="status"><span class="mark mark-rejected" aria-hidden="true">!</span> ${text}</p>${expired}`;
}
