/** Steps and patterns as chains: what the agent did, from left to right. */

import {html, nothing} from 'lit-html';
import {outcomeMark} from './parts.js';

/**
 * @typedef {object} Step a step of a turn; see turn.md
 * @property {number} [sequence]
 * @property {string} tool
 * @property {string} [intent]
 * @property {string} outcome
 * @property {string} [category]
 * @property {string} [error]
 * @property {boolean} [parallel]
 * @property {string} [started_at]
 * @property {string} [completed_at]
 */

/**
 * @typedef {object} Link a part of a chain: equal calls in a row, or calls that ran side by side
 * @property {'calls' | 'parallel'} kind
 * @property {string} [name]
 * @property {string} [outcome]
 * @property {Step[]} steps
 * @property {Link[]} [lanes] of parallel calls
 * @property {boolean} [together] whether these calls, all equal, ran in parallel
 */

/** Calls of one message start within this time after the previous one ended; otherwise the model spoke in between. */
const SAME_MESSAGE_MS = 1_000;

/**
 * Steps as a chain. Equal calls in a row are one element with their number, parallel calls are above each other.
 *
 * @param {Step[]} steps
 * @param {object} [options]
 * @param {'tool' | 'intent'} [options.by] what the elements are called
 * @param {number} [options.max] elements beyond the first and last half of these are counted only
 * @param {number} [options.omitted] steps that the record omits in its middle
 * @param {string} [options.label] for screen readers
 */
export function stepChain(steps, {by = 'tool', max = 40, omitted = 0, label = 'Steps'} = {}) {
  const links = linksOf(steps, by, omitted);
  const hidden = links.length > max ? links.slice(Math.ceil(max / 2), links.length - Math.floor(max / 2)) : [];
  const shown = hidden.length > 0 ? links.slice(0, Math.ceil(max / 2)) : links;
  const last = hidden.length > 0 ? links.slice(links.length - Math.floor(max / 2)) : [];
  const count = hidden.reduce((sum, link) => sum + link.steps.length, 0);
  return html`<ol class="chain" aria-label=${label}>${shown.map(linkTemplate)}${
    count > 0 ? html`<li class="chain-gap">${count} steps</li>` : nothing}${last.map(linkTemplate)}</ol>`;
}

/**
 * @param {Step[]} steps
 * @param {'tool' | 'intent'} by
 * @param {number} [omitted]
 * @returns {Link[]}
 */
export function linksOf(steps, by, omitted = 0) {
  const name = (/** @type {Step} */ step) => (by === 'intent' && step.intent) || step.tool;
  const half = omitted > 0 ? Math.ceil(steps.length / 2) : steps.length;
  const links = groups(steps.slice(0, half)).flatMap((group) => linkOf(group, name));
  if (omitted === 0) return merged(links);
  const rest = groups(steps.slice(half)).flatMap((group) => linkOf(group, name));
  /** @type {Link} */
  const gap = {kind: 'calls', name: `${omitted} steps omitted`, outcome: '', steps: []};
  return [...merged(links), gap, ...merged(rest)];
}

/**
 * @param {Step[]} steps
 * @returns {Step[][]} the steps that one message called together
 */
function groups(steps) {
  /** @type {Step[][]} */
  const result = [];
  let end = 0;
  for (const step of steps) {
    const started = step.started_at ? Date.parse(step.started_at) : NaN;
    const group = result[result.length - 1];
    const together = group && step.parallel && group[group.length - 1].parallel
        && !(started - end > SAME_MESSAGE_MS);
    if (together) group.push(step);
    else {
      result.push([step]);
      end = 0;
    }
    end = Math.max(end, step.completed_at ? Date.parse(step.completed_at) : started || 0);
  }
  return result;
}

/**
 * @param {Step[]} group
 * @param {(step: Step) => string} name
 * @returns {Link[]}
 */
function linkOf(group, name) {
  const lanes = merged(group.map((step) => (
    {kind: /** @type {const} */ ('calls'), name: name(step), outcome: step.outcome, steps: [step]})));
  return lanes.length === 1 ? [{...lanes[0], together: group.length > 1}] : [{kind: 'parallel', steps: group, lanes}];
}

/**
 * @param {Link[]} links
 * @returns {Link[]} with equal calls in a row as one
 */
function merged(links) {
  /** @type {Link[]} */
  const result = [];
  for (const link of links) {
    const last = result[result.length - 1];
    if (last && last.kind === 'calls' && link.kind === 'calls' && !last.together && !link.together
        && last.name === link.name && last.outcome === link.outcome) {
      result[result.length - 1] = {...last, steps: [...last.steps, ...link.steps]};
    } else result.push(link);
  }
  return result;
}

/** @param {Link} link */
function linkTemplate(link) {
  if (link.kind === 'parallel') {
    return html`<li class="chain-lanes"><span class="hidden-text">in parallel</span><ul>${
      (link.lanes ?? []).map((lane) => html`<li>${callTemplate(lane)}</li>`)}</ul></li>`;
  }
  if (link.steps.length === 0) return html`<li class="chain-gap">${link.name}</li>`;
  return html`<li>${callTemplate(link)}</li>`;
}

/** @param {Link} link */
function callTemplate(link) {
  const [first] = link.steps;
  const about = [link.name, first.intent, first.category, first.error].filter(Boolean).join(' · ');
  return html`<span class="call call-${link.outcome}" title=${about}>${outcomeMark(link.outcome ?? '')}<span
      class="call-name">${link.name}</span>${link.steps.length > 1
    ? html`<span class="times">${link.together ? '∥' : '×'}${link.steps.length}<span class="hidden-text">${link.together
      ? ' in parallel' : ' times'}</span></span>` : nothing}</span>`;
}

/**
 * @typedef {object} PatternPart
 * @property {string[]} names one name, or those of a loop
 * @property {string} times such as `2+`; empty for once
 */

/**
 * Reads a pattern (`Read → Edit{2+}`) or the name of a loop (`(Edit → Read){2+}`), with or without its level before a
 * colon. A text that is neither is one name.
 *
 * @param {string} text
 * @returns {PatternPart[]}
 */
export function patternParts(text) {
  if (!text) return [];
  const loop = /^(?:tool:|intent:)?\((.+)\)\{(\d+\+?)\}$/s.exec(text);
  if (loop && !loop[1].includes('(')) return [{names: loop[1].split(' → '), times: loop[2]}];
  return text.split(' → ').map((part) => {
    const run = /^(.+)\{(\d+\+?)\}$/s.exec(part);
    return run ? {names: [run[1]], times: run[2]} : {names: [part], times: ''};
  });
}

/**
 * A pattern or a loop as a chain; parts that repeat have a loop's sign and their number.
 *
 * @param {string} text
 * @param {object} [options]
 * @param {number} [options.max] parts that are shown; the others are counted
 */
export function patternChain(text, {max = 24} = {}) {
  const parts = patternParts(text);
  const rest = parts.length - max;
  return html`<ol class="chain chain-pattern" aria-label="Pattern" title=${text}>${
    parts.slice(0, max).map((part) => html`<li>${partTemplate(part)}</li>`)}${
    rest > 0 ? html`<li class="chain-gap">${rest} more</li>` : nothing}</ol>`;
}

/** @param {PatternPart} part */
function partTemplate(part) {
  const names = part.names.map((name, at) => html`${at > 0 ? html`<span class="then" aria-label="then"
      role="img">→</span>` : nothing}<span class="call-name">${name}</span>`);
  return html`<span class="call ${part.times ? 'call-loop' : ''}">${names}${part.times
    ? html`<span class="times"><span aria-hidden="true">↻</span> ${part.times}<span class="hidden-text">
        times</span></span>` : nothing}</span>`;
}
