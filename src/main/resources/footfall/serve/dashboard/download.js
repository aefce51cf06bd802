/** Files that the viewer keeps: tables as CSV, charts as SVG and PNG. They are made in the page; nothing is uploaded. */

/**
 * A table as CSV (RFC 4180), with a byte order mark so that spreadsheets read it as UTF-8. A text that a spreadsheet
 * would compute gets an apostrophe before it, because names of tools and projects come from transcripts.
 *
 * @param {string[]} heads
 * @param {Array<Array<unknown>>} rows
 * @returns {string}
 */
export function csv(heads, rows) {
  return '\ufeff' + [heads, ...rows].map((row) => row.map(cell).join(',') + '\r\n').join('');
}

/**
 * @param {unknown} value
 * @returns {string}
 */
function cell(value) {
  if (value === null || value === undefined) return '';
  if (typeof value === 'number') return Number.isFinite(value) ? String(value) : '';
  const text = String(value);
  const safe = /^[=+\-@\t\r\n]/.test(text) ? "'" + text : text;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/**
 * @param {string} name
 * @param {string[]} heads
 * @param {Array<Array<unknown>>} rows
 */
export function saveCsv(name, heads, rows) {
  save(fileName(name, 'csv'), new Blob([csv(heads, rows)], {type: 'text/csv;charset=utf-8'}));
}

/**
 * @param {string} name of the file
 * @param {SVGSVGElement} svg
 * @param {string} [title] a text above the chart
 */
export function saveSvg(name, svg, title = '') {
  save(fileName(name, 'svg'), new Blob([standalone(svg, title)], {type: 'image/svg+xml'}));
}

/**
 * Saves a chart with twice its size on the screen.
 *
 * @param {string} name of the file
 * @param {SVGSVGElement} svg
 * @param {string} [title] a text above the chart
 * @returns {Promise<void>}
 */
export async function savePng(name, svg, title = '') {
  const size = svg.getBoundingClientRect();
  const width = size.width;
  const height = size.height + (title ? TITLE_PX : 0);
  const url = URL.createObjectURL(new Blob([standalone(svg, title)], {type: 'image/svg+xml'}));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.ceil(width * 2);
    canvas.height = Math.ceil(height * 2);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    const blob = await new Promise((resolve) => canvas.toBlob(resolve, 'image/png'));
    if (blob) save(fileName(name, 'png'), blob);
  } finally {
    URL.revokeObjectURL(url);
  }
}

const STYLES = ['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin',
  'stroke-opacity', 'opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline', 'visibility',
  'display', 'paint-order'];

const TITLE_PX = 32;

/**
 * The chart with the colours of the present theme as attributes, so that it needs no style sheet.
 *
 * @param {SVGSVGElement} svg
 * @param {string} [title] a text above it
 * @returns {string}
 */
export function standalone(svg, title = '') {
  const copy = /** @type {SVGSVGElement} */ (svg.cloneNode(true));
  const copies = [copy, ...copy.querySelectorAll('*')];
  [svg, ...svg.querySelectorAll('*')].forEach((original, at) => {
    const style = getComputedStyle(original);
    for (const name of STYLES) {
      const value = style.getPropertyValue(name);
      if (value) copies[at].setAttribute(name, value);
    }
    for (const name of ['class', 'tabindex', 'href', 'data-row']) copies[at].removeAttribute(name);
  });
  const {width, height} = svg.getBoundingClientRect();
  const box = svg.viewBox.baseVal;
  const [left, top] = box ? [box.x, box.y] : [0, 0];
  const [wide, high] = box?.width ? [box.width, box.height] : [width, height];
  const above = title ? TITLE_PX : 0;
  const attributes = {xmlns: 'http://www.w3.org/2000/svg', width, height: height + above,
    viewBox: `${left} ${top - above} ${wide} ${high + above}`};
  for (const [name, value] of Object.entries(attributes)) copy.setAttribute(name, String(value));
  const page = getComputedStyle(document.documentElement);
  const text = element('text', {x: left + 8, y: top - 11, fill: page.color, 'font-family': page.fontFamily,
    'font-size': '14px', 'font-weight': '600'});
  text.textContent = title;
  copy.prepend(element('rect', {x: left, y: top - above, width: wide, height: high + above, fill: page.backgroundColor}),
      text);
  return new XMLSerializer().serializeToString(copy);
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 */
function element(name, attributes) {
  const made = document.createElementNS('http://www.w3.org/2000/svg', name);
  for (const [attribute, value] of Object.entries(attributes)) made.setAttribute(attribute, String(value));
  return made;
}

/**
 * @param {string} name
 * @param {string} extension
 * @returns {string} with characters that every file system accepts
 */
export function fileName(name, extension) {
  const safe = name.toLowerCase().replace(/[^a-z0-9]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 60);
  return `footfall-${safe || 'data'}.${extension}`;
}

/**
 * @param {string} name
 * @param {Blob} blob
 */
function save(name, blob) {
  const url = URL.createObjectURL(blob);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10_000);
}
