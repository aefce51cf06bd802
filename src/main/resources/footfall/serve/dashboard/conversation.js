/**
 * A session as a conversation, in the words of its transcripts: for their owner. The texts of a turn are read when it is
 * opened; all of them reach the page through bindings.
 */

import {html, nothing} from 'lit-html';
import * as format from './format.js';
import {outcomeMark, timeTag} from './parts.js';
import {texts} from './texts.js';
import {beginning, failuresOf, nameOf, tookMs} from './turns.js';

/** Of a result and of a change, before they are opened. */
const FIRST_LINES = 3;
const CHANGED_LINES = 8;
const LINE_CHARS = 160;

/** @typedef {import('./view.js').View} View */
/** @typedef {import('./views/session.js').Row} Row */
/** @typedef {{said?: string, target?: string, input?: string, output?: string}} StepText */

/** The IDs of the turns that the address opens. @param {View} view */
export function opened(view) {
  return (view.params.open ?? '').split(' ').filter(Boolean);
}

/** Opens a turn of the address, or closes it. @param {View} view @param {string} id */
export function toggle(view, id) {
  const ids = opened(view);
  view.app.set({open: (ids.includes(id) ? ids.filter((each) => each !== id) : [...ids, id]).join(' ')});
}

/** The button that opens a part of the page. @param {boolean} open @param {unknown} name @param {() => void} onClick */
export function expander(open, name, onClick) {
  return html`<button type="button" class="expand" data-row aria-expanded=${open} @click=${onClick}><span aria-hidden="true">${
    open ? '▾' : '▸'}</span> ${name}</button>`;
}

export class Conversation {
  /** The steps that are open, by turn and sequence. @type {Set<string>} */
  steps = new Set();

  /** @param {View} view */
  constructor(view) {
    this.view = view;
  }

  /** Reads the texts of the turns that the address opens. */
  read() {
    if (!texts.available) return;
    for (const id of opened(this.view)) {
      if (!this.view.loads.has(`text ${id}`)) void this.view.load(`text ${id}`, async (signal) => ({text: await texts.of(id, signal)}));
    }
  }

  /** @param {Row[]} rows turns in order, each before those of its subagents */
  template(rows) {
    return html`<div class="stack">${rows.map((row, at) => (row.depth === 0 ? this.turn(rows, at) : nothing))}</div>`;
  }

  /** @param {Row[]} rows @param {number} at @returns {unknown} */
  turn(rows, at) {
    const {turn} = rows[at];
    const id = turn.turn_id;
    const open = opened(this.view).includes(id);
    const failures = failuresOf(turn);
    return html`<article class="card talk" aria-label="Turn ${nameOf(turn)}"><div class="spread">
        <h3>${expander(open, html`${turn.agent_id ? 'Subagent' : 'Turn'} ${nameOf(turn)}`, () => toggle(this.view, id))}</h3>
        <p class="meta">${timeTag(turn.started_at)}<span>${format.plural(turn.length, 'step')}</span>${failures
          ? html`<span class="text-error">${format.count(failures)} failed</span>` : nothing}<span>${
          format.duration(turn.elapsed_ms)}</span><span>${format.costOf(turn)}</span>
          <a href=${this.view.link('turn', id)}>Open the turn</a></p></div>
      ${open ? this.view.show(`text ${id}`, ({text}) => this.words(rows, at, text)) : beginning(turn)}</article>`;
  }

  /** @param {Row[]} rows @param {number} at @param {any} text null if there is no transcript of it here */
  words(rows, at, text) {
    const {turn} = rows[at];
    const called = children(rows, at);
    const of = (/** @type {any} */ step) => called.filter((child) => step.tool_use_id
        && rows[child].turn.parent_tool_use_id === step.tool_use_id);
    const half = turn.steps_omitted ? Math.ceil(turn.steps.length / 2) : -1;
    const others = called.filter((child) => !turn.steps.some((/** @type {any} */ step) => of(step).includes(child)));
    return html`${text ? quoted('Prompt', text.prompt) : html`<p class="muted">Its transcript is not on this machine.</p>`}
      <ol class="stack">${turn.steps.map((/** @type {any} */ step, /** @type {number} */ place) => html`${place === half
        ? html`<li class="muted">The record omits ${format.plural(turn.steps_omitted, 'step')}.</li>` : nothing}<li>${
        this.step(turn, step, text?.steps.get(step.sequence))}${of(step).map((child) => this.turn(rows, child))}</li>`)}</ol>
      ${others.map((child) => this.turn(rows, child))}${quoted('Answer', text?.answer)}
      ${text?.context ? html`<p class="muted">Context of its last request: ${format.count(text.context)} tokens</p>` : nothing}`;
  }

  /** @param {any} turn @param {any} step @param {StepText | undefined} text */
  step(turn, step, text) {
    const key = `${turn.turn_id} ${step.sequence}`;
    const open = this.steps.has(key);
    const toggled = () => {
      if (!this.steps.delete(key)) this.steps.add(key);
      this.view.update();
    };
    return html`${text?.said ? html`<p class="said">${text.said}</p>` : nothing}<div class="talk-step">${expander(open,
        html`${outcomeMark(step.outcome)} ${step.tool} <code>${text?.target}</code>`, toggled)}<span
        class="muted">${format.duration(tookMs(step))}</span></div>${step.error
      ? html`<p class="step-error mono">${step.error}</p>` : nothing}${open ? html`${callTexts(text)}<p><a class="button small"
        href=${this.view.link('turn', turn.turn_id, {step: step.sequence})}>Step ${step.sequence} of the turn</a></p>`
      : firstLines(text)}`;
  }
}

/** The places of the turns that a turn called. @param {Row[]} rows @param {number} at */
function children(rows, at) {
  const places = [];
  for (let next = at + 1; next < rows.length && rows[next].depth > rows[at].depth; next++) {
    if (rows[next].depth === rows[at].depth + 1) places.push(next);
  }
  return places;
}

/** @param {StepText | undefined} text */
function firstLines(text) {
  const change = differenceOf(text?.input);
  const lines = change ?? (text?.output ?? '').split('\n');
  const first = lines.slice(0, change ? CHANGED_LINES : FIRST_LINES).map((line) => (line.length > LINE_CHARS
    ? line.slice(0, LINE_CHARS) + '…' : line));
  if (!first.some((line) => line.trim())) return nothing;
  return html`<pre class="first-lines">${change ? signed(first) : first.join('\n')}${
    lines.length > first.length ? `${change ? '' : '\n'}… ${format.plural(lines.length - first.length, 'more line')}` : ''}</pre>`;
}

/** What a call was given, of an edit what it changed, and what came of it. @param {StepText | undefined} text */
export function callTexts(text) {
  const change = differenceOf(text?.input);
  return html`${change ? quoted('Change', signed(change)) : quoted('Input', inputText(text?.input))}${quoted('Result', text?.output)}`;
}

/** Words of the transcript. @param {string} name @param {unknown} text */
export function quoted(name, text) {
  return text ? html`<figure class="quoted"><figcaption>${name}</figcaption><pre tabindex="0" aria-label=${name}>${
    text}</pre></figure>` : nothing;
}

/** @param {string[]} lines that begin with their sign */
function signed(lines) {
  return lines.map((line) => html`<span class=${line[0] === '+' ? 'added' : line[0] === '-' ? 'removed' : ''}>${line + '\n'}</span>`);
}

/**
 * The fields of a call's input. One that was cut in its last text is read up to there.
 *
 * @param {string | undefined} json
 * @returns {Record<string, any> | null}
 */
function fieldsOf(json) {
  for (const text of json ? [json, json.replace(/(\\(u[\da-f]{0,3})?)?\.\.\.$/i, '…"}')] : []) {
    try {
      const fields = JSON.parse(text);
      return fields === null || typeof fields !== 'object' || Array.isArray(fields) ? null : fields;
    } catch {
      // It was cut.
    }
  }
  return null;
}

/** The fields of a call's input, each on lines of its own. @param {string | undefined} json */
function inputText(json) {
  const fields = fieldsOf(json);
  return fields === null ? json : Object.entries(fields).map(([name, value]) => (typeof value !== 'string'
    ? `${name}: ${JSON.stringify(value)}` : value.includes('\n') ? `${name}:\n${value}` : `${name}: ${value}`)).join('\n');
}

/** What agents call the texts before and after an edit. */
const EDITS = [['old_string', 'new_string'], ['old_str', 'new_str'], ['oldString', 'newString']];

/**
 * The lines that a call changed, each after its sign.
 *
 * @param {string | undefined} json its input
 * @returns {string[] | null} null if the call is no edit
 */
export function differenceOf(json) {
  const fields = fieldsOf(json);
  if (fields === null) return null;
  const patch = Object.values(fields).find((value) => typeof value === 'string' && value.startsWith('*** Begin Patch'));
  if (patch) return patch.split('\n');
  const edits = Array.isArray(fields.edits) ? fields.edits : [fields];
  const lines = edits.flatMap((edit) => {
    const names = EDITS.find(([, to]) => typeof edit?.[to] === 'string');
    return names ? difference(String(edit[names[0]] ?? ''), edit[names[1]]) : [];
  });
  return lines.length > 0 ? lines : null;
}

/** @param {string} from @param {string} to */
function difference(from, to) {
  const before = from ? from.split('\n') : [];
  const after = to ? to.split('\n') : [];
  const least = Math.min(before.length, after.length);
  let start = 0;
  while (start < least && before[start] === after[start]) start++;
  let end = 0;
  while (end < least - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const same = (/** @type {string[]} */ lines) => lines.map((line) => ' ' + line);
  return [...same(before.slice(0, start)), ...before.slice(start, before.length - end).map((line) => '-' + line),
    ...after.slice(start, after.length - end).map((line) => '+' + line), ...same(before.slice(before.length - end))];
}
