/** Tables: real ones, that sort, scroll over many rows without drawing them all, and save themselves as CSV. */

import {html, nothing, render} from 'lit-html';
import {guard} from 'lit-html/directives/guard.js';
import {saveCsv} from './download.js';
import {ABSENT} from './format.js';
import {texts} from './texts.js';

/**
 * @template R
 * @typedef {object} Column
 * @property {string} key names the column in `sort`
 * @property {string} label its heading, with the unit
 * @property {(row: R) => string | number | null | undefined} value what it sorts by and what the CSV has
 * @property {(row: R) => unknown} [cell] what it shows; by default the value
 * @property {boolean} [number] aligned at the end, and largest first when sorted
 * @property {boolean} [sortable] true by default if the table has `onSort`
 * @property {boolean} [main] the column with the link of the row; by default the first
 * @property {boolean} [wide] may break into lines and take the rest of the width
 * @property {number} [hiding] where there is no place, columns with the highest are hidden first; 0 by default
 * @property {boolean} [csvOnly] is in the CSV and not shown
 * @property {boolean} [unsaved] is shown and not in the CSV
 * @property {string} [title] the tooltip of the heading: what the number means
 */

/** @typedef {{key: string, descending: boolean}} Sort */

/**
 * @template R
 * @typedef {object} TableSpec
 * @property {Column<R>[]} columns
 * @property {R[]} rows
 * @property {string} caption what the table contains, for screen readers and for the name of the CSV file
 * @property {Sort | null} [sort] the column by which the rows are sorted
 * @property {(sort: Sort) => void} [onSort] called when the viewer chooses another one; put it into the address
 * @property {boolean} [presorted] the rows are in order already, as the server sorted them
 * @property {(row: R) => string | null} [href] where the row leads
 * @property {(row: R) => string} [rowClass]
 * @property {unknown} [empty] shown instead of a table without rows; see `empty` of `parts.js`
 * @property {boolean} [csv] whether there is a button to save it; true by default
 * @property {unknown} [note] a text beside the button, such as what is counted
 */

/** Tables with more rows draw only those in view. */
const VIRTUAL_ROWS = 200;
const ROW_PX = 41;
const OVERSCAN = 12;

/**
 * A table. Its rows and columns are compared by identity, not by content: with the same arrays, no row is drawn again.
 * So pass a new array of rows when one has changed, and make columns anew if their cells show anything but the row.
 *
 * @template R
 * @param {TableSpec<R>} spec
 */
export function table(spec) {
  return html`<foot-table .spec=${spec}></foot-table>`;
}

/**
 * The order that an address names: `sort=count`, largest first with `sort=-count`.
 *
 * @param {string | null | undefined} text
 * @param {Sort | null} [fallback]
 * @returns {Sort | null}
 */
export function sortOf(text, fallback = null) {
  if (!text) return fallback;
  return text.startsWith('-') ? {key: text.slice(1), descending: true} : {key: text, descending: false};
}

/**
 * The order for an address.
 *
 * @param {Sort | null} sort
 */
export function sortText(sort) {
  return sort ? (sort.descending ? '-' : '') + sort.key : null;
}

/**
 * The rows in an order. Absent values come last in either direction; equal ones keep their order.
 *
 * @template R
 * @param {R[]} rows
 * @param {Column<R>[]} columns
 * @param {Sort | null | undefined} sort
 * @returns {R[]}
 */
export function sorted(rows, columns, sort) {
  const column = sort && columns.find(({key}) => key === sort.key);
  if (!column) return rows;
  const sign = sort.descending ? -1 : 1;
  return [...rows].sort((a, b) => compared(column.value(a), column.value(b), sign));
}

/**
 * @param {string | number | null | undefined} a
 * @param {string | number | null | undefined} b
 * @param {number} sign
 */
function compared(a, b, sign) {
  const absentA = a === null || a === undefined || a === '';
  const absentB = b === null || b === undefined || b === '';
  if (absentA || absentB) return Number(absentA) - Number(absentB);
  if (typeof a === 'number' && typeof b === 'number') return (a - b) * sign;
  return String(a).localeCompare(String(b), 'en', {numeric: true}) * sign;
}

/** The element behind `table`; it has no shadow, so the style sheet of the page applies. */
class FootTable extends HTMLElement {
  constructor() {
    super();
    /** @type {TableSpec<any> | null} */
    this.current = null;
    /** @type {any[]} */
    this.ordered = [];
    this.from = 0;
    this.to = 0;
    this.rowPx = ROW_PX;
    this.frame = 0;
    /** Columns that have no place, by key. @type {Set<string>} */
    this.unplaced = new Set();
    this.width = 0;
    this.resized = new ResizeObserver(() => {
      if (this.clientWidth !== this.width) requestAnimationFrame(() => this.fit());
    });
  }

  connectedCallback() {
    this.resized.observe(this);
  }

  /** @param {TableSpec<any>} spec */
  set spec(spec) {
    const before = this.current;
    this.current = spec;
    if (!before || before.rows !== spec.rows || before.sort?.key !== spec.sort?.key || keysOf(before) !== keysOf(spec)) this.width = 0;
    if (!before || before.rows !== spec.rows || before.presorted !== spec.presorted
        || before.sort?.key !== spec.sort?.key || before.sort?.descending !== spec.sort?.descending) {
      this.ordered = spec.presorted ? spec.rows : sorted(spec.rows, spec.columns, spec.sort);
    }
    this.draw();
  }

  disconnectedCallback() {
    this.resized.disconnect();
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  get virtual() {
    return this.ordered.length > VIRTUAL_ROWS;
  }

  draw() {
    const spec = this.current;
    if (!spec) return;
    if (spec.rows.length === 0) {
      render(spec.empty ?? html`<p class="muted">${spec.caption}: none.</p>`, this);
      return;
    }
    this.range();
    render(this.template(spec), this);
    if (this.clientWidth > 0 && this.width === 0) this.fit();
    const row = this.virtual ? this.querySelector('tbody tr[data-at]') : null;
    const px = row ? row.getBoundingClientRect().height : 0;
    if (px > 0 && Math.abs(px - this.rowPx) > 0.5) {
      this.rowPx = px;
      this.soon();
    }
  }

  /** Hides columns until the others fit: those of the highest `hiding` first, then the last ones. */
  fit() {
    const spec = this.current;
    if (!spec || !this.isConnected) return;
    this.width = this.clientWidth;
    const wasHidden = this.unplaced.size > 0;
    this.unplaced = new Set();
    if (wasHidden) render(this.template(spec), this);
    const left = spec.columns.filter((column, at) => at > 0 && !column.csvOnly && !column.main && !column.wide
        && column.key !== spec.sort?.key).reverse().sort((a, b) => (b.hiding ?? 0) - (a.hiding ?? 0));
    for (const column of left) {
      const box = this.querySelector('.table-box');
      if (!box || box.scrollWidth <= box.clientWidth) return;
      this.unplaced.add(column.key);
      render(this.template(spec), this);
    }
  }

  /** Finds the rows in view. */
  range() {
    if (!this.virtual) {
      this.from = 0;
      this.to = this.ordered.length;
      return;
    }
    const box = this.querySelector('.table-box');
    const top = box ? box.scrollTop : 0;
    const height = box?.clientHeight || window.innerHeight;
    this.from = Math.max(0, Math.floor(top / this.rowPx) - OVERSCAN);
    this.to = Math.min(this.ordered.length, Math.ceil((top + height) / this.rowPx) + OVERSCAN);
  }

  soon = () => {
    if (this.frame || !this.virtual) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  };

  /** @param {TableSpec<any>} spec */
  template(spec) {
    const columns = this.shown(spec);
    const main = Math.max(0, columns.findIndex((column) => column.main));
    // Rows are drawn again only for other rows, columns or texts, or another address, whose filters are in their links.
    const drawn = [this.ordered, spec.columns, spec.rowClass, this.from, this.to, location.hash, texts.version,
      [...this.unplaced].join()];
    return html`<div class="table-box ${this.virtual ? 'table-virtual' : ''}" tabindex=${this.virtual ? 0 : nothing}
          role=${this.virtual ? 'region' : nothing} aria-label=${this.virtual ? spec.caption : nothing}
          @scroll=${this.soon}>
        <table aria-rowcount=${this.virtual ? this.ordered.length + 1 : nothing}>
          <caption class="hidden-text">${spec.caption}</caption>
          <thead><tr>${columns.map((column) => this.head(spec, column))}</tr></thead>
          <tbody @click=${this.clicked}>${space(this.from * this.rowPx, columns.length)}${guard(drawn, () => this.ordered.slice(this.from, this.to)
              .map((row, at) => this.row(spec, row, at, main)))}${
            space((this.ordered.length - this.to) * this.rowPx, columns.length)}</tbody>
        </table>
      </div>
      <div class="table-foot">${spec.note ?? html`<span></span>`}${this.unplaced.size === 0 ? nothing : html`<span class="muted">Hidden
        to fit: ${spec.columns.filter(({key}) => this.unplaced.has(key)).map(({label}) => label).join(', ')}</span>`}${spec.csv === false ? nothing : html`<button
          type="button" class="button small" @click=${this.save}>Save as CSV</button>`}</div>`;
  }

  /**
   * @param {TableSpec<any>} spec
   * @param {Column<any>} column
   */
  head(spec, column) {
    const kind = classOf(column);
    const active = spec.sort?.key === column.key;
    if (!spec.onSort || column.sortable === false) {
      return html`<th scope="col" class=${kind} title=${column.title ?? nothing}>${column.label}</th>`;
    }
    const order = active ? (spec.sort?.descending ? 'descending' : 'ascending') : 'none';
    return html`<th scope="col" class=${kind} aria-sort=${order} title=${column.title ?? nothing}><button
        type="button" class="sort" @click=${() => this.choose(column)}>${column.label}<span
        class="sort-mark" aria-hidden="true">${active ? (spec.sort?.descending ? '↓' : '↑') : ''}</span></button></th>`;
  }

  /** @param {Column<any>} column */
  choose(column) {
    const sort = this.current?.sort;
    const descending = sort?.key === column.key ? !sort.descending : Boolean(column.number);
    this.current?.onSort?.({key: column.key, descending});
  }

  /**
   * @param {TableSpec<any>} spec
   * @param {any} row
   * @param {number} at
   * @param {number} main
   */
  row(spec, row, at, main) {
    const address = spec.href?.(row) ?? null;
    const index = this.from + at;
    return html`<tr data-at=${index} class="${address ? 'linked' : ''} ${spec.rowClass?.(row) ?? ''}"
        aria-rowindex=${this.virtual ? index + 2 : nothing}>${this.shown(spec).map((column, place) => {
      const shown = column.cell ? column.cell(row) : column.value(row) ?? ABSENT;
      return html`<td class=${classOf(column)} data-label=${shown === nothing ? nothing : column.label}>${address && place === main
        ? html`<a class="row-link" data-row href=${address}>${shown}</a>` : shown}</td>`;
    })}</tr>`;
  }

  /** A text with a tooltip lies above the link of its row; a click on it follows the link too. */
  clicked = (/** @type {MouseEvent} */ event) => {
    const target = /** @type {Element} */ (event.target);
    if (target.closest('a, button, summary') || String(getSelection())) return;
    const link = target.closest('tr.linked')?.querySelector('.row-link');
    const {ctrlKey, metaKey, shiftKey} = event;
    link?.dispatchEvent(new MouseEvent('click', {bubbles: true, cancelable: true, ctrlKey, metaKey, shiftKey}));
  };

  /** @param {TableSpec<any>} spec */
  shown(spec) {
    return spec.columns.filter((column) => !column.csvOnly && !this.unplaced.has(column.key));
  }

  save = () => {
    const spec = this.current;
    if (!spec) return;
    const columns = spec.columns.filter((column) => !column.unsaved);
    saveCsv(spec.caption, columns.map((column) => column.label),
        this.ordered.map((row) => columns.map((column) => column.value(row))));
  };
}

/** @param {TableSpec<any>} spec */
function keysOf(spec) {
  return spec.columns.map(({key}) => key).join();
}

/** @param {Column<any>} column */
function classOf(column) {
  return `${column.number ? 'number' : ''} ${column.wide ? 'wide' : ''}`;
}

/**
 * The place of rows that are not drawn.
 *
 * @param {number} px
 * @param {number} columns
 */
function space(px, columns) {
  return px <= 0 ? nothing : html`<tr class="space" aria-hidden="true"><td colspan=${columns}
      height=${Math.round(px)}></td></tr>`;
}

customElements.define('foot-table', FootTable);
