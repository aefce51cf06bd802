/** A turn over time: its calls in lanes, the waits between them, its loops. Drawn as SVG, saved as a file. */

import {html, nothing, render, svg} from 'lit-html';
import {saveCsv, savePng, saveSvg} from './download.js';
import * as format from './format.js';
import {outcomeText} from './parts.js';

/** @typedef {import('./chain.js').Step & {subagent?: string}} Step */

/**
 * @typedef {object} Bar a call in the drawing
 * @property {Step} step
 * @property {number} at its place in the list of steps
 * @property {number} from in milliseconds since 1970, or a position if no step has a time
 * @property {number} to
 * @property {number} lane 0 for the first; calls that run at the same time have different ones
 */

/**
 * @typedef {object} Piece a part of the axis between two moments, without a start or end of a call in it
 * @property {number} from
 * @property {number} to
 * @property {boolean} busy whether a call runs
 * @property {boolean} cut whether it is drawn shorter than its time
 * @property {number} x in pixels
 * @property {number} width
 */

/** Waits take at most this share of the width, and one call alone at most `CALL_SHARE`. */
const WAIT_SHARE = 0.35;
const CALL_SHARE = 0.3;
const LANES_MAX = 12;
const LANE_PX = 26;
const BAR_PX = 16;
const AXIS_PX = 28;
const LOOP_PX = 22;
const LOOP_ROWS_MAX = 8;
const STEP_LEAST_PX = 3;
/** With more calls, none has its name in the drawing. */
const LABELS_MAX = 400;
const CHARACTER_PX = 6.4;
const SIDE_PX = 8;

/**
 * The calls with their times and lanes. A call without a time is where the one before it ended; without any time, each
 * has the same length.
 *
 * @param {Step[]} steps
 * @param {number} now the end of a call that still runs; NaN: none does
 * @returns {{bars: Bar[], timed: boolean, lanes: number}}
 */
export function barsOf(steps, now) {
  const timed = steps.some((step) => step.started_at);
  let last = NaN;
  const bars = steps.map((step, at) => {
    const started = step.started_at ? Date.parse(step.started_at) : NaN;
    const from = timed ? (Number.isNaN(started) ? last : started) : at;
    const ended = step.completed_at ? Date.parse(step.completed_at) : step.outcome === 'pending' ? now : NaN;
    const to = timed ? Math.max(from, Number.isNaN(ended) ? from : ended) : at + 1;
    if (!Number.isNaN(to)) last = to;
    return {step, at, from, to, lane: 0};
  });
  const first = bars.find(({from}) => !Number.isNaN(from))?.from ?? 0;
  for (const bar of bars) {
    if (Number.isNaN(bar.from)) bar.from = bar.to = first;
  }
  return {bars, timed, lanes: timed ? setLanes(bars) : 1};
}

/**
 * Gives each call the first lane that is free when it starts.
 *
 * @param {Bar[]} bars
 * @returns {number} how many lanes there are
 */
function setLanes(bars) {
  /** @type {number[]} */
  const ends = [];
  for (const bar of [...bars].sort((a, b) => a.from - b.from || a.at - b.at)) {
    const free = ends.findIndex((end) => end <= bar.from);
    bar.lane = free >= 0 ? free : Math.min(ends.length, LANES_MAX - 1);
    ends[bar.lane] = Math.max(ends[bar.lane] ?? 0, bar.to);
  }
  return Math.max(1, ends.length);
}

/**
 * The axis. Every moment at which a call starts or ends is a border of a piece. Long waits and long calls are cut, so
 * that the short calls between them can be seen.
 *
 * @param {Bar[]} bars
 * @param {number} start of the turn
 * @param {number} end of the turn
 * @param {number} width in pixels
 * @param {number} [least] pixels after the start of each call
 * @returns {Piece[]}
 */
export function axisOf(bars, start, end, width, least = STEP_LEAST_PX) {
  const from = Math.min(start, ...ends(bars, 'from'));
  const to = Math.max(end, ...ends(bars, 'to'));
  const pieces = piecesOf(bars, from, to);
  const starts = new Map();
  for (const bar of bars) starts.set(bar.from, (starts.get(bar.from) ?? 0) + 1);
  const free = Math.max(0, width - [...starts.keys()].length * least);
  const busy = pieces.filter((piece) => piece.busy).map((piece) => piece.to - piece.from);
  const callMax = capOf(busy, (cap) => cap / Math.max(1, sum(busy, cap)) <= CALL_SHARE);
  const waits = pieces.filter((piece) => !piece.busy).map((piece) => piece.to - piece.from);
  const calls = sum(busy, callMax);
  const waitMax = calls === 0 ? Infinity
      : capOf(waits, (cap) => sum(waits, cap) <= (calls * WAIT_SHARE) / (1 - WAIT_SHARE));
  const total = calls + sum(waits, waitMax);
  let x = 0;
  for (const piece of pieces) {
    const cap = piece.busy ? callMax : waitMax;
    const time = piece.to - piece.from;
    piece.cut = time > cap * 1.001;
    piece.x = x;
    piece.width = (total > 0 ? (Math.min(time, cap) / total) * free : 0) + (starts.has(piece.from) ? least : 0);
    x += piece.width;
  }
  return pieces;
}

/**
 * @param {Bar[]} bars
 * @param {'from' | 'to'} name
 * @returns {number[]} the extreme one, so that no call has thousands of arguments
 */
function ends(bars, name) {
  if (bars.length === 0) return [];
  return [bars.reduce((best, bar) => (name === 'from' ? Math.min(best, bar.from) : Math.max(best, bar.to)), bars[0][name])];
}

/**
 * @param {Bar[]} bars
 * @param {number} from
 * @param {number} to
 * @returns {Piece[]}
 */
function piecesOf(bars, from, to) {
  const changes = new Map([[from, 0], [to, 0]]);
  for (const bar of bars) {
    changes.set(bar.from, (changes.get(bar.from) ?? 0) + 1);
    changes.set(bar.to, (changes.get(bar.to) ?? 0) - 1);
  }
  const moments = [...changes.keys()].sort((a, b) => a - b);
  let running = 0;
  return moments.map((moment, at) => {
    running += changes.get(moment) ?? 0;
    return {from: moment, to: moments[at + 1] ?? moment, busy: running > 0, cut: false, x: 0, width: 0};
  });
}

/**
 * The largest cap that fits; infinite if no cap is needed.
 *
 * @param {number[]} lengths
 * @param {(cap: number) => boolean} fits
 */
function capOf(lengths, fits) {
  const longest = lengths.reduce((best, length) => Math.max(best, length), 0);
  if (longest === 0 || fits(longest)) return Infinity;
  let low = 0;
  let high = longest;
  for (let round = 0; round < 40; round++) {
    const cap = (low + high) / 2;
    if (fits(cap)) low = cap;
    else high = cap;
  }
  return low;
}

/**
 * @param {number[]} lengths
 * @param {number} cap
 */
function sum(lengths, cap) {
  return lengths.reduce((total, length) => total + Math.min(length, cap), 0);
}

/**
 * Where a moment is on the axis.
 *
 * @param {Piece[]} pieces
 * @returns {(moment: number) => number}
 */
function placeOf(pieces) {
  const places = new Map(pieces.map((piece) => [piece.from, piece.x]));
  return (moment) => places.get(moment) ?? 0;
}

/**
 * @typedef {object} TimelineSpec
 * @property {any} turn with all its steps; compared by identity
 * @property {string} caption also the name of the files
 * @property {number | null} [selected] the sequence of a step
 * @property {(sequence: number) => void} [onSelect]
 * @property {number} [zoom] 1 fits the page
 * @property {number} [now] the time up to which calls that still run are drawn; absent: of a closed turn
 * @property {unknown} [controls] more buttons
 */

/** @param {TimelineSpec} spec */
export function timeline(spec) {
  return html`<foot-timeline .spec=${spec}></foot-timeline>`;
}

/** How many timelines there were: their hatches have IDs of their own. */
let made = 0;

/** The element behind `timeline`; it draws again when the turn, its width or the selection changes. */
class FootTimeline extends HTMLElement {
  constructor() {
    super();
    /** @type {TimelineSpec | null} */
    this.current = null;
    this.width = 0;
    this.observer = new ResizeObserver(() => this.measure());
    /** @type {Bar[]} */
    this.bars = [];
    this.hatch = `hatch-${++made}`;
  }

  connectedCallback() {
    this.observer.observe(this);
  }

  disconnectedCallback() {
    this.observer.disconnect();
  }

  /** @param {TimelineSpec} spec */
  set spec(spec) {
    const before = this.current;
    this.current = spec;
    if (!before || before.turn !== spec.turn || before.selected !== spec.selected || before.zoom !== spec.zoom
        || before.now !== spec.now) this.draw();
  }

  measure() {
    const width = Math.floor(this.clientWidth);
    if (width === this.width) return;
    this.width = width;
    this.draw();
  }

  draw() {
    if (this.current && this.width >= 40) render(this.template(this.current), this);
  }

  /** @param {TimelineSpec} spec */
  template(spec) {
    const {turn} = spec;
    const drawing = turn.steps.length === 0 ? nothing : this.drawing(spec);
    return html`<figure class="plot timeline">
      <figcaption><span class="plot-title">${spec.caption}</span>${legend(turn)}</figcaption>
      <div class="timeline-scroll" tabindex="0" role="region" aria-label=${spec.caption}><div class="plot-stage"
        @pointermove=${this.moved} @pointerleave=${this.left} @click=${this.chosen}>${drawing}</div></div>
      <div class="plot-tip" aria-hidden="true" hidden></div>
      <div class="plot-foot"><p class="note">${this.note}</p>
        <div class="plot-save" role="group" aria-label="Save the timeline">${spec.controls ?? nothing}
          <button type="button" class="button small" @click=${this.csv}>CSV</button>
          <button type="button" class="button small" @click=${() => this.save(saveSvg)}>SVG</button>
          <button type="button" class="button small" @click=${() => this.save(savePng)}>PNG</button></div></div>
    </figure>`;
  }

  note = '';

  /** @param {TimelineSpec} spec */
  drawing(spec) {
    const {turn} = spec;
    const {bars, timed, lanes} = barsOf(turn.steps, spec.now ?? NaN);
    this.bars = bars;
    const width = Math.max(this.width, bars.length * (STEP_LEAST_PX + 1)) * (spec.zoom ?? 1) - 2 * SIDE_PX;
    const start = timed && turn.started_at ? Date.parse(turn.started_at) : bars[0].from;
    const end = timed && turn.ended_at ? Date.parse(turn.ended_at) : bars[bars.length - 1].to;
    const pieces = axisOf(bars, start, end, width);
    const place = placeOf(pieces);
    this.note = noteOf(pieces, timed, turn);
    const loops = loopRows(turn, bars, place);
    const bottom = AXIS_PX + lanes * LANE_PX;
    const height = bottom + (loops.length > 0 ? loops.length * LOOP_PX + 6 : 0);
    return svg`<svg class="plot-svg timeline-svg" viewBox="${-SIDE_PX} 0 ${width + 2 * SIDE_PX} ${height}"
        width=${width + 2 * SIDE_PX} height=${height} role="img" aria-label=${`${spec.caption}: ${
          format.plural(turn.length, 'step')}. The same is in the table of steps below.`}>
      <defs><pattern id=${this.hatch} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><path
        class="hatch" d="M0 0V6"></path></pattern></defs>
      ${pieces.filter((piece) => piece.cut && !piece.busy && piece.width >= 2).map((piece) => svg`<rect class="wait-cut"
        x=${fine(piece.x)} y=${AXIS_PX} width=${fine(piece.width)} height=${lanes * LANE_PX} fill=${`url(#${this.hatch})`}></rect>`)}
      ${timed ? ticks(pieces, start, end - start, width, bottom) : nothing}
      ${bars.map((bar) => this.bar(bar, place, spec))}
      ${labels(bars, place, width)}
      ${loops.map((row, at) => row.map((loop) => loopShape(loop, bottom + 6 + at * LOOP_PX)))}
    </svg>`;
  }

  /**
   * @param {Bar} bar
   * @param {(moment: number) => number} place
   * @param {TimelineSpec} spec
   */
  bar(bar, place, spec) {
    const {outcome, sequence = bar.at, subagent} = bar.step;
    const x = place(bar.from);
    const y = AXIS_PX + bar.lane * LANE_PX + 7;
    const width = Math.max(STEP_LEAST_PX, place(bar.to) - x - 1);
    const kind = `bar bar-${outcome} ${spec.selected === sequence ? 'bar-selected' : ''}`;
    return svg`<g data-step=${bar.at}><rect class=${kind} x=${fine(x)} y=${y} width=${fine(width)} height=${BAR_PX}
      rx=${width < 6 ? 1 : 3}></rect>${outcome === 'ok' ? nothing : svg`<path class="bar-mark bar-mark-${outcome}"
      d="M${fine(x + width / 2)} ${y - 1}l-4 -6h8z"></path>`}${subagent ? svg`<path class="bar-sub" d="M${
      fine(x)} ${y + BAR_PX + 2}h${fine(width)}"></path>` : nothing}</g>`;
  }

  moved = (/** @type {PointerEvent} */ event) => {
    const bar = this.under(event);
    const tip = /** @type {HTMLElement | null} */ (this.querySelector('.plot-tip'));
    if (!tip) return;
    tip.hidden = !bar;
    if (!bar) return;
    render(tipOf(bar), tip);
    const box = this.getBoundingClientRect();
    const left = Math.min(Math.max(0, event.clientX - box.left + 14), Math.max(0, box.width - tip.offsetWidth));
    tip.style.setProperty('left', `${left}px`);
    tip.style.setProperty('top', `${event.clientY - box.top + 18}px`);
  };

  left = () => {
    const tip = /** @type {HTMLElement | null} */ (this.querySelector('.plot-tip'));
    if (tip) tip.hidden = true;
  };

  chosen = (/** @type {MouseEvent} */ event) => {
    const bar = this.under(event);
    if (bar) this.current?.onSelect?.(bar.step.sequence ?? bar.at);
  };

  /** @param {MouseEvent} event */
  under(event) {
    const at = /** @type {Element} */ (event.target).closest('[data-step]')?.getAttribute('data-step');
    return at ? this.bars[Number(at)] : undefined;
  }

  csv = () => {
    const spec = this.current;
    if (!spec) return;
    saveCsv(spec.caption, ['Step', 'Tool', 'Started', 'Completed', 'Lane', 'Outcome'], this.bars.map(({step, at, lane}) => [
      step.sequence ?? at, step.tool, step.started_at, step.completed_at, lane + 1, step.outcome]));
  };

  /** @param {typeof saveSvg | typeof savePng} saver */
  save(saver) {
    const drawing = /** @type {SVGSVGElement | null} */ (this.querySelector('.timeline-svg'));
    if (!drawing || !this.current) return;
    const legend = [...this.querySelectorAll('.legend li')].map((entry) => {
      const {fill, stroke} = getComputedStyle(entry.querySelector('rect, path') ?? entry);
      return {name: entry.textContent ?? '', colour: fill === 'none' ? stroke : fill};
    });
    void saver(this.current.caption, drawing, {title: this.current.caption, legend});
  }
}

/** @param {number} px */
function fine(px) {
  return Math.round(px * 10) / 10;
}

/**
 * @param {Piece[]} pieces
 * @param {boolean} timed
 * @param {any} turn
 */
function noteOf(pieces, timed, turn) {
  const cut = pieces.filter((piece) => piece.cut);
  const longest = cut.reduce((best, piece) => Math.max(best, piece.to - piece.from), 0);
  const omitted = turn.steps_omitted > 0
    ? ` The record omits ${format.plural(turn.steps_omitted, 'step')} in the middle.` : '';
  const axis = !timed ? 'The transcript has no times: each step has the same width.'
    : cut.length === 0 ? 'Time since the start of the turn. The space between calls is the time of the model.'
      : `Time since the start of the turn. Long waits (hatched) and long calls are drawn shorter; the longest of them took ${
        format.duration(longest)}.`;
  return axis + omitted;
}

/**
 * @param {Piece[]} pieces
 * @param {number} start
 * @param {number} total the time of the turn
 * @param {number} width
 * @param {number} bottom
 */
function ticks(pieces, start, total, width, bottom) {
  let last = -Infinity;
  return pieces.flatMap((piece) => {
    const text = format.offset(piece.from - start, total);
    const room = text.length * CHARACTER_PX + 24;
    if (piece.x - last < room || piece.x > width - room + 24) return [];
    last = piece.x;
    return [svg`<line class="grid" x1=${fine(piece.x)} x2=${fine(piece.x)} y1=${AXIS_PX - 8} y2=${bottom}></line><text
      class="tick" x=${fine(piece.x)} y="14" text-anchor=${piece.x < 1 ? 'start' : 'middle'}>${text}</text>`];
  });
}

/**
 * Names of tools, in the bar or in the free space after it.
 *
 * @param {Bar[]} bars
 * @param {(moment: number) => number} place
 * @param {number} width
 */
function labels(bars, place, width) {
  if (bars.length > LABELS_MAX) return nothing;
  /** @type {Map<number, Bar[]>} */
  const byLane = new Map();
  for (const bar of bars) byLane.set(bar.lane, [...(byLane.get(bar.lane) ?? []), bar]);
  return [...byLane.values()].flatMap((lane) => lane.map((bar, at) => {
    const x = place(bar.from);
    const wide = Math.max(STEP_LEAST_PX, place(bar.to) - x - 1);
    const next = lane[at + 1] ? place(lane[at + 1].from) : width;
    const text = bar.step.tool.length > 24 ? bar.step.tool.slice(0, 23) + '…' : bar.step.tool;
    const needs = text.length * CHARACTER_PX + 8;
    const y = AXIS_PX + bar.lane * LANE_PX + 7 + BAR_PX / 2;
    if (needs <= wide) {
      return svg`<text class="bar-name bar-name-in bar-name-${bar.step.outcome}" data-step=${bar.at} x=${fine(x + 5)} y=${y}
        dominant-baseline="central">${text}</text>`;
    }
    if (x + wide + 3 + needs > next) return nothing;
    return svg`<text class="bar-name" data-step=${bar.at} x=${fine(x + wide + 4)} y=${y} dominant-baseline="central">${
      text}</text>`;
  }));
}

/** @typedef {{loop: any, x: number, width: number}} LoopShape */

/**
 * @param {any} turn
 * @param {Bar[]} bars
 * @param {(moment: number) => number} place
 * @returns {LoopShape[][]} rows of loops that do not overlap; those of tools first
 */
function loopRows(turn, bars, place) {
  const bySequence = new Map(bars.map((bar) => [bar.step.sequence ?? bar.at, bar]));
  /** @type {LoopShape[][]} */
  const rows = [];
  for (const level of ['tool', 'intent']) {
    const first = rows.length;
    for (const loop of turn.loops ?? []) {
      const from = bySequence.get(loop.from);
      const to = bySequence.get(loop.from + loop.steps - 1);
      if (loop.level !== level || !from || !to) continue;
      const x = place(from.from);
      const shape = {loop, x, width: Math.max(4, place(to.to) - x)};
      const row = rows.slice(first).find((each) => each.every((other) => (
        other.x + other.width <= shape.x || shape.x + shape.width <= other.x)));
      if (row) row.push(shape);
      else if (rows.length < LOOP_ROWS_MAX) rows.push([shape]);
    }
  }
  return rows;
}

/**
 * @param {LoopShape} shape
 * @param {number} y
 */
function loopShape({loop, x, width}, y) {
  const text = `↻ ${loop.name.replace(/^\((.*)\)\{\d+\+\}$/s, '$1')} × ${loop.rounds}`;
  const fit = Math.floor((width - 12) / CHARACTER_PX);
  const shown = fit >= text.length ? text : fit >= 6 ? text.slice(0, fit - 1) + '…' : fit >= 1 ? '↻' : '';
  return svg`<g class="loop-shape loop-${loop.level}"><title>${loop.level === 'tool' ? 'Loop of tools' : 'Loop of intents'
    } ${loop.name}: ${loop.rounds} rounds, ${loop.steps} steps</title><rect x=${fine(x)} y=${y} width=${fine(width)}
    height=${LOOP_PX - 4} rx="3"></rect><text x=${fine(x + 6)} y=${y + (LOOP_PX - 4) / 2} dominant-baseline="central">${
    shown}</text></g>`;
}

/** @param {Bar} bar */
function tipOf({step, at, from, to}) {
  const failure = [step.category, step.error].filter(Boolean).join(': ');
  return html`<strong>${step.sequence ?? at}. ${step.tool}</strong>${step.intent && step.intent !== step.tool
    ? html`<div>for<span class="tip-value">${step.intent}</span></div>` : nothing}
    <div>${outcomeText(step.outcome)}<span class="tip-value">${step.started_at && to > from ? format.duration(to - from)
      : nothing}</span></div>${failure ? html`<div class="tip-text">${failure}</div>` : nothing}`;
}

const LEGEND = [['ok', 'worked'], ['error', 'failed'], ['rejected', 'rejected'], ['denied', 'denied'],
  ['interrupted', 'interrupted'], ['cancelled', 'cancelled'],
  ['pending', 'no result']];

/** @param {any} turn */
function legend(turn) {
  const used = new Set(turn.steps.map((/** @type {Step} */ step) => step.outcome));
  const has = (/** @type {string} */ level) => turn.loops?.some((/** @type {any} */ loop) => loop.level === level);
  const entry = (/** @type {unknown} */ shape, /** @type {string} */ text) => html`<li><svg class="swatch-svg" width="14"
    height="10" aria-hidden="true">${shape}</svg>${text}</li>`;
  return html`<ul class="legend">${LEGEND.filter(([outcome]) => used.has(outcome)).map(([outcome, text]) => entry(
      svg`<rect class="bar bar-${outcome}" width="12" height="10" rx="2"></rect>`, text))}${
      turn.steps.some((/** @type {Step} */ step) => step.subagent)
        ? entry(svg`<path class="bar-sub" d="M0 8h14"></path>`, 'runs a subagent') : nothing}${
      has('tool') ? entry(svg`<g class="loop-shape loop-tool"><rect width="12" height="10" rx="2"></rect></g>`,
          'loop of tools') : nothing}${
      has('intent') ? entry(svg`<g class="loop-shape loop-intent"><rect width="12" height="10" rx="2"></rect></g>`,
          'loop of intents') : nothing}</ul>`;
}

customElements.define('foot-timeline', FootTimeline);
