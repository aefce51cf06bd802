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
 * What a saved chart has above it; on the page, this is not part of the drawing.
 *
 * @typedef {{title: string, legend?: Array<{name: string, colour: string}>}} Above
 */

/**
 * @param {string} name of the file
 * @param {SVGSVGElement} svg
 * @param {Above} [above]
 */
export function saveSvg(name, svg, above = {title: ''}) {
  save(fileName(name, 'svg'), new Blob([standalone(svg, above)], {type: 'image/svg+xml'}));
}

/**
 * Saves a chart with twice its size on the screen.
 *
 * @param {string} name of the file
 * @param {SVGSVGElement} svg
 * @param {Above} [above]
 * @returns {Promise<void>}
 */
export async function savePng(name, svg, above = {title: ''}) {
  const url = URL.createObjectURL(new Blob([standalone(svg, above)], {type: 'image/svg+xml'}));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = image.naturalWidth * 2;
    canvas.height = image.naturalHeight * 2;
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

const LINE_PX = 24;

/**
 * The chart with the colours of the present theme as attributes, so that it needs no style sheet.
 *
 * @param {SVGSVGElement} svg
 * @param {Above} [above]
 * @returns {string}
 */
export function standalone(svg, above = {title: ''}) {
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
  const [left, top, wide, high] = box?.width ? [box.x, box.y, box.width, box.height] : [0, 0, width, height];
  const head = headOf(above, left + 8, wide - 16);
  const scale = width / wide;
  const attributes = {xmlns: 'http://www.w3.org/2000/svg', width, height: height + head.height * scale,
    viewBox: `${left} ${top - head.height} ${wide} ${high + head.height}`};
  for (const [name, value] of Object.entries(attributes)) copy.setAttribute(name, String(value));
  for (const part of head.parts) part.setAttribute('transform', `translate(0 ${top - head.height})`);
  copy.prepend(element('rect', {x: left, y: top - head.height, width: wide, height: high + head.height,
    fill: getComputedStyle(document.documentElement).backgroundColor}), ...head.parts);
  return new XMLSerializer().serializeToString(copy);
}

/**
 * @param {Above} above
 * @param {number} left
 * @param {number} width
 * @returns {{height: number, parts: SVGElement[]}} the title and the legend in lines from 0 to `height`
 */
function headOf({title, legend = []}, left, width) {
  const page = getComputedStyle(document.documentElement);
  const text = (/** @type {string} */ content, /** @type {number} */ x, /** @type {number} */ y, weight = '400') => {
    const made = element('text', {x, y, fill: page.color, 'font-family': page.fontFamily, 'font-size': '12px',
      'font-weight': weight});
    made.textContent = content;
    return made;
  };
  const parts = title ? [text(title, left, 17, '600')] : [];
  let lines = title ? 1 : 0;
  let x = width + 1;
  for (const {name, colour} of legend) {
    const room = 28 + name.length * 7.5;
    if (x + room > width) {
      x = 0;
      lines++;
    }
    const y = lines * LINE_PX - 7;
    parts.push(element('rect', {x: left + x, y: y - 9, width: 10, height: 10, rx: 2, fill: colour}),
        text(name, left + x + 16, y));
    x += room;
  }
  return {height: lines === 0 ? 0 : lines * LINE_PX + 4, parts};
}

/**
 * @param {string} name
 * @param {Record<string, string | number>} attributes
 * @returns {SVGElement}
 */
function element(name, attributes) {
  const made = /** @type {SVGElement} */ (document.createElementNS('http://www.w3.org/2000/svg', name));
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
