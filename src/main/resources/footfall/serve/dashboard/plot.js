/** Charts: SVG that takes its colours from the style sheet, with the same numbers as a table, and saved as a file. */

import 'd3';
import {html, nothing, render, svg} from 'lit-html';
import {saveCsv, savePng, saveSvg} from './download.js';
import {decimal} from './format.js';

/** @type {typeof import('d3')} */
const d3 = /** @type {any} */ (globalThis).d3;

/**
 * @typedef {object} Series
 * @property {string} name
 * @property {Array<number | null | undefined>} values one for each of `x.values`
 * @property {'ok' | 'error' | 'rejected' | 'denied' | 'interrupted' | 'cancelled' | 'pending' | 'muted'} [tone] a colour with a meaning; without
 *     it, the series have the colours of the palette in order
 */

/**
 * @typedef {object} PlotSpec
 * @property {string} caption what the chart shows; also the name of the files
 * @property {unknown} [note] a sentence below: what is counted
 * @property {{label: string, values: string[], format?: (value: string) => string}} x such as days or names
 * @property {{label: string, format?: (value: number) => string}} y with the unit
 * @property {Series[]} series
 * @property {number} [height] in pixels; horizontal bars have the height that they need
 * @property {(at: number) => string | null} [href] where the part of the chart at this place of `x.values` leads
 */

/** @typedef {'bars' | 'columns' | 'lines'} Kind */

/**
 * Bars from left to right, one for each name: a ranking.
 *
 * @param {PlotSpec} spec with one series
 */
export function bars(spec) {
  return html`<foot-plot .plot=${{kind: 'bars', spec}}></foot-plot>`;
}

/**
 * Columns, with the series on top of each other: parts of a whole over time.
 *
 * @param {PlotSpec} spec
 */
export function stackedBars(spec) {
  return html`<foot-plot .plot=${{kind: 'columns', spec}}></foot-plot>`;
}

/**
 * A line for each series. A value that is absent leaves a gap.
 *
 * @param {PlotSpec} spec
 */
export function lines(spec) {
  return html`<foot-plot .plot=${{kind: 'lines', spec}}></foot-plot>`;
}

/**
 * A small line without axes, for a cell of a table.
 *
 * @param {Array<number | null | undefined>} values
 * @param {string} label what it shows, for screen readers: `12 turns, then 3`
 */
export function sparkline(values, label) {
  const width = 72;
  const height = 20;
  const known = values.map((value) => value ?? 0);
  const x = d3.scaleLinear([0, Math.max(1, known.length - 1)], [2, width - 2]);
  const y = d3.scaleLinear([0, Math.max(1e-9, ...known)], [height - 2, 2]);
  const path = d3.line((/** @type {number} */ value, at) => x(at), (value) => y(value))(known) ?? '';
  const last = known.length - 1;
  return html`<svg class="sparkline" viewBox="0 0 ${width} ${height}" width=${width} height=${height} role="img"
    aria-label=${label}>${known.length < 2 ? nothing : svg`<path d=${path}></path>
    <circle cx=${x(last)} cy=${y(known[last])} r="2"></circle>`}</svg>`;
}

const PALETTE = 8;
const MARGIN = {top: 8, right: 12, bottom: 26, left: 52};
const LABEL_CHARACTERS_MAX = 60;
const PEN = document.createElement('canvas').getContext('2d');
const BAR_PX = 28;
const COLUMN_PX_MAX = 56;

/** The element behind the charts; it has no shadow, and draws again when its width changes. */
class FootPlot extends HTMLElement {
  constructor() {
    super();
    /** @type {{kind: Kind, spec: PlotSpec} | null} */
    this.current = null;
    this.width = 0;
    /** @type {number | null} the place of `x.values` under the pointer */
    this.hover = null;
    this.observer = new ResizeObserver(() => this.measure());
  }

  connectedCallback() {
    this.observer.observe(this);
  }

  disconnectedCallback() {
    this.observer.disconnect();
  }

  /** @param {{kind: Kind, spec: PlotSpec}} plot */
  set plot(plot) {
    this.current = plot;
    if (this.hover !== null && this.hover >= plot.spec.x.values.length) this.hover = null;
    this.draw();
  }

  measure() {
    const width = Math.floor(this.clientWidth);
    if (width === this.width) return;
    this.width = width;
    this.draw();
  }

  draw() {
    if (this.current) render(this.template(this.current), this);
    const tip = /** @type {HTMLElement | null} */ (this.querySelector('.plot-tip'));
    if (tip && this.hover !== null) {
      const left = this.placeOf(this.hover);
      tip.style.setProperty('left', `${Math.min(Math.max(0, left + 12), Math.max(0, this.width - tip.offsetWidth))}px`);
    }
  }

  /** @param {{kind: Kind, spec: PlotSpec}} plot */
  template({kind, spec}) {
    const drawing = this.width < 40 ? nothing : kind === 'bars' ? this.bars(spec) : this.upright(kind, spec);
    const heads = [spec.x.label, ...spec.series.map((series) => series.name)];
    return html`<figure class="plot">
      <figcaption><span class="plot-title">${spec.caption}</span>${spec.series.length > 1 ? legend(kind, spec) : nothing}
      </figcaption>
      <div class="plot-stage" @pointermove=${kind === 'bars' ? nothing : this.moved} @pointerleave=${this.left}>
        ${drawing}${this.tip(spec)}</div>
      <div class="plot-foot">
        ${spec.note ? html`<p class="note">${spec.note}</p>` : nothing}
        <details class="plot-data"><summary>Data</summary>
          <div class="table-box" tabindex="0" role="region" aria-label="${spec.caption}, data"><table class="compact"><thead><tr>${
            heads.map((head, at) => html`<th scope="col" class=${at ? 'number' : ''}>${head}</th>`)}</tr></thead><tbody>${
            spec.x.values.map((value, at) => html`<tr><th scope="row">${xText(spec, at)}</th>${spec.series.map((series) => html`<td
              class="number">${yText(spec, series.values[at])}</td>`)}</tr>`)}</tbody></table></div></details>
        <div class="plot-save" role="group" aria-label="Save ${spec.caption}">
          <button type="button" class="button small" @click=${this.csv}>CSV</button>
          <button type="button" class="button small" @click=${() => this.save(saveSvg)}>SVG</button>
          <button type="button" class="button small" @click=${() => this.save(savePng)}>PNG</button></div>
      </div>
    </figure>`;
  }

  csv = () => {
    const spec = this.current?.spec;
    if (!spec) return;
    saveCsv(spec.caption, [spec.x.label, ...spec.series.map((series) => `${series.name} (${spec.y.label})`)],
        spec.x.values.map((value, at) => [value, ...spec.series.map((series) => series.values[at])]));
  };

  /** @param {typeof saveSvg | typeof savePng} saver */
  save(saver) {
    const drawing = /** @type {SVGSVGElement | null} */ (this.querySelector('svg.plot-svg'));
    const spec = this.current?.spec;
    if (!drawing || !spec) return;
    const swatches = [...this.querySelectorAll('.legend .swatch-svg > *')];
    const legend = swatches.map((swatch, at) => ({name: spec.series[at].name, colour: getComputedStyle(swatch).stroke === 'none'
      ? getComputedStyle(swatch).fill : getComputedStyle(swatch).stroke}));
    void saver(spec.caption, drawing, {title: spec.caption, legend});
  }

  moved = (/** @type {PointerEvent} */ event) => {
    const spec = this.current?.spec;
    if (!spec || spec.x.values.length === 0) return;
    const left = event.clientX - this.getBoundingClientRect().left - MARGIN.left;
    const inner = this.width - MARGIN.left - MARGIN.right;
    const at = Math.floor((left / Math.max(1, inner)) * spec.x.values.length);
    const hover = Math.max(0, Math.min(spec.x.values.length - 1, at));
    if (hover === this.hover) return;
    this.hover = hover;
    this.draw();
  };

  left = () => {
    this.hover = null;
    this.draw();
  };

  /** @param {number} at */
  placeOf(at) {
    const inner = this.width - MARGIN.left - MARGIN.right;
    return MARGIN.left + (inner * (at + 0.5)) / Math.max(1, this.current?.spec.x.values.length ?? 1);
  }

  /** @param {PlotSpec} spec */
  tip(spec) {
    const at = this.hover;
    if (at === null) return nothing;
    return html`<div class="plot-tip" aria-hidden="true"><strong>${xText(spec, at)}</strong>${
      spec.series.map((series, place) => (series.values[at] === null || series.values[at] === undefined ? nothing
        : html`<div><span class="swatch ${toneOf(series, place)}"></span>${series.name}<span class="tip-value">${
          yText(spec, series.values[at])}</span></div>`))}</div>`;
  }

  /**
   * Columns or lines.
   *
   * @param {Kind} kind
   * @param {PlotSpec} spec
   */
  upright(kind, spec) {
    const height = spec.height ?? 220;
    const top = kind === 'columns'
      ? d3.max(spec.x.values, (value, at) => d3.sum(spec.series, (series) => series.values[at] ?? 0)) ?? 0
      : d3.max(spec.series, (series) => d3.max(series.values, (value) => value ?? 0)) ?? 0;
    const x = d3.scaleBand(spec.x.values.map((value, at) => at), [MARGIN.left, this.width - MARGIN.right])
        .paddingInner(kind === 'columns' ? 0.24 : 0).paddingOuter(kind === 'columns' ? 0.12 : 0);
    const y = d3.scaleLinear([0, top || 1], [height - MARGIN.bottom, MARGIN.top]).nice(4);
    const centre = (/** @type {number} */ at) => (x(at) ?? 0) + x.bandwidth() / 2;
    return svg`<svg class="plot-svg" viewBox="0 0 ${this.width} ${height}" width=${this.width} height=${height}
        role=${spec.href ? 'group' : 'img'} aria-label=${`${spec.caption}. The same numbers are in the table below.`}>
      ${this.ticks(spec, y)}
      ${this.labels(spec, centre, height)}
      ${this.hover === null ? nothing : svg`<rect class="hover" x=${MARGIN.left
        + (this.hover * (this.width - MARGIN.left - MARGIN.right)) / spec.x.values.length} y=${MARGIN.top}
        width=${(this.width - MARGIN.left - MARGIN.right) / spec.x.values.length}
        height=${height - MARGIN.top - MARGIN.bottom}></rect>`}
      ${kind === 'columns' ? columns(spec, x, y) : curves(spec, centre, y)}
    </svg>`;
  }

  /**
   * The lines of the grid and their numbers, without cents if no number has any.
   *
   * @param {PlotSpec} spec
   * @param {import('d3').ScaleLinear<number, number>} y
   */
  ticks(spec, y) {
    const all = y.ticks(4);
    const text = spec.y.format ?? decimal;
    // Of so small counts, some would be fractions.
    const ticks = new Set(all.map(text)).size < all.length ? all.filter(Number.isInteger) : all;
    const texts = ticks.map(text);
    const whole = texts.every((text) => !text.includes('.') || text.endsWith('.00'));
    return ticks.map((tick, at) => svg`<line class="grid" x1=${MARGIN.left} x2=${this.width - MARGIN.right} y1=${y(tick)}
      y2=${y(tick)}></line><text class="tick" x=${MARGIN.left - 8} y=${y(tick)} text-anchor="end"
      dominant-baseline="middle">${whole ? texts[at].replace(/\.00$/, '') : texts[at]}</text>`);
  }

  /**
   * @param {PlotSpec} spec
   * @param {(at: number) => number} centre
   * @param {number} height
   */
  labels(spec, centre, height) {
    const texts = spec.x.values.map((value, at) => xText(spec, at));
    const widest = d3.max(texts, (text) => widthOf(clipped(text, 18))) ?? 0;
    const each = Math.max(1, Math.ceil(((widest + 14) * texts.length) / Math.max(1, this.width - MARGIN.left - MARGIN.right)));
    return texts.map((text, at) => (at % each === 0
      ? svg`<text class="tick" x=${centre(at)} y=${height - 8} text-anchor="middle">${clipped(text, 18)}</text>` : nothing));
  }

  /** @param {PlotSpec} spec */
  bars(spec) {
    const [series] = spec.series;
    const height = spec.x.values.length * BAR_PX + 4;
    const texts = spec.x.values.map((value, at) => xText(spec, at));
    const values = spec.x.values.map((value, at) => yText(spec, series?.values[at]));
    const room = (d3.max(values, widthOf) ?? 0) + 14;
    const left = Math.min(this.width * 0.42, (d3.max(texts, widthOf) ?? 0) + 12);
    const x = d3.scaleLinear([0, d3.max(series?.values ?? [], (value) => value ?? 0) || 1], [left, this.width - room]);
    return svg`<svg class="plot-svg" viewBox="0 0 ${this.width} ${height}" width=${this.width} height=${height}
        role=${spec.href ? 'group' : 'img'} aria-label=${`${spec.caption}. The same numbers are in the table below.`}>
      ${texts.map((text, at) => {
        const y = at * BAR_PX + BAR_PX / 2 + 2;
        const address = spec.href?.(at) ?? null;
        const shown = fitted(text, left - 12);
        const label = svg`<text class="bar-label" x=${left - 10} y=${y} text-anchor="end"
          dominant-baseline="central">${shown}</text>`;
        const width = Math.max(1, x(series?.values[at] ?? 0) - left);
        return svg`<g><title>${text}: ${values[at]}</title>${address
          ? svg`<a href=${address} aria-label=${`${shown === text ? text : `${shown} (${text})`}: ${values[at]}`} data-row>${label}</a>` : label}
          <rect class=${toneOf(series, 0)} x=${left} y=${y - 8} width=${width} height="16" rx="3"></rect>
          <text class="bar-value" x=${left + width + 8} y=${y} dominant-baseline="central">${values[at]}</text></g>`;
      })}</svg>`;
  }
}

/**
 * @param {PlotSpec} spec
 * @param {import('d3').ScaleBand<number>} x
 * @param {import('d3').ScaleLinear<number, number>} y
 */
function columns(spec, x, y) {
  const width = Math.min(COLUMN_PX_MAX, Math.max(1, x.bandwidth()));
  return spec.x.values.map((value, at) => {
    let base = 0;
    const parts = spec.series.map((series, place) => {
      const size = series.values[at] ?? 0;
      if (size <= 0) return nothing;
      const from = y(base);
      base += size;
      return svg`<rect class=${toneOf(series, place)} x=${(x(at) ?? 0) + (x.bandwidth() - width) / 2} y=${y(base)} width=${width}
        height=${Math.max(0, from - y(base))}></rect>`;
    });
    const address = spec.href?.(at) ?? null;
    return address ? svg`<a href=${address} aria-label=${xText(spec, at)} data-row>${parts}</a>` : parts;
  });
}

/**
 * @param {PlotSpec} spec
 * @param {(at: number) => number} centre
 * @param {import('d3').ScaleLinear<number, number>} y
 */
function curves(spec, centre, y) {
  return spec.series.map((series, place) => {
    const known = (/** @type {number | null | undefined} */ value) => value !== null && value !== undefined;
    const path = d3.line((/** @type {number | null | undefined} */ value, at) => centre(at), (value) => y(value ?? 0))
        .defined(known)(series.values) ?? '';
    // A value between two gaps has no line: it needs a dot.
    const alone = series.values.flatMap((value, at) => (
      known(value) && !known(series.values[at - 1]) && !known(series.values[at + 1]) ? [at] : []));
    return svg`<path class="curve curve-${place + 1} ${toneOf(series, place)}" d=${path}></path>${alone.map((at) => svg`<circle
      class=${toneOf(series, place)} cx=${centre(at)} cy=${y(series.values[at] ?? 0)} r="2.5"></circle>`)}`;
  });
}

/**
 * @param {Kind} kind
 * @param {PlotSpec} spec
 */
function legend(kind, spec) {
  return html`<ul class="legend">${spec.series.map((series, place) => html`<li><svg class="swatch-svg" width="14" height="10"
    aria-hidden="true">${kind === 'lines'
    ? svg`<path class="curve curve-${place + 1} ${toneOf(series, place)}" d="M0 5H14"></path>`
    : svg`<rect class=${toneOf(series, place)} width="10" height="10" rx="2"></rect>`}</svg>${series.name}</li>`)}</ul>`;
}

/**
 * @param {Series | undefined} series
 * @param {number} place
 */
function toneOf(series, place) {
  return series?.tone ? `tone-${series.tone}` : `series-${(place % PALETTE) + 1}`;
}

/**
 * @param {PlotSpec} spec
 * @param {number} at
 */
function xText(spec, at) {
  return (spec.x.format ?? String)(spec.x.values[at]);
}

/**
 * @param {PlotSpec} spec
 * @param {number | null | undefined} value
 */
function yText(spec, value) {
  return value === null || value === undefined ? '–' : (spec.y.format ?? decimal)(value);
}

/**
 * @param {string} text
 * @param {number} max characters
 */
function clipped(text, max) {
  return text.length > max ? text.slice(0, max - 1) + '…' : text;
}

/**
 * @param {string} text
 * @param {number} px
 * @returns {string} as much of the text as has room
 */
function fitted(text, px) {
  let max = Math.min(text.length, LABEL_CHARACTERS_MAX);
  while (max > 2 && widthOf(clipped(text, max)) > px) max--;
  return clipped(text, max);
}

/**
 * @param {string} text
 * @returns {number} its width as a label, in pixels
 */
function widthOf(text) {
  if (!PEN) return text.length * 8;
  PEN.font = `12px ${getComputedStyle(document.documentElement).fontFamily}`;
  return PEN.measureText(text.slice(0, LABEL_CHARACTERS_MAX)).width;
}

customElements.define('foot-plot', FootPlot);
