// Draws a terminal's screen, as tmux capture-pane -e prints it, as SVG: node view.mjs COLUMNS < screen
import { readFileSync } from 'node:fs';

const columns = Number(process.argv[2]);
const cell = { width: 8.4, height: 18, left: 12, top: 12 };
const paper = '#0d1117';
const plain = '#c9d1d9';
const bright = '#f0f6fc';
const dim = '#8b949e';
const hues = ['#8b949e', '#ff7b72', '#7ee787', '#e3b341', '#79c0ff', '#d2a8ff', '#76e3ea', '#c9d1d9'];

const escaped = text => text.replace(/&/g, '&amp;').replace(/</g, '&lt;').replace(/>/g, '&gt;');
const number = value => value.toFixed(1);
const wide = /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60]/u;
const cells = text => [...text].reduce((sum, character) => sum + (wide.test(character) ? 2 : 1), 0);

function styled(style, codes) {
  return codes.reduce((now, code) => {
    if (code === 0) return {};
    if (code === 1) return { ...now, bold: true };
    if (code === 2) return { ...now, dim: true };
    if (code === 7) return { ...now, inverse: true };
    if (code === 22) return { ...now, bold: false, dim: false };
    if (code === 27) return { ...now, inverse: false };
    if (code === 39) return { ...now, hue: undefined };
    if (code >= 30 && code <= 37) return { ...now, hue: hues[code - 30] };
    if (code >= 90 && code <= 97) return { ...now, hue: hues[code - 90] };
    return now;
  }, style);
}

function drawn(text, style, column, row) {
  if (!text.trim() && !style.inverse) return '';
  const x = number(cell.left + column * cell.width);
  const width = number(cells(text) * cell.width);
  const top = cell.top + row * cell.height;
  const ink = style.hue ?? (style.dim ? dim : style.bold ? bright : plain);
  const box = style.inverse ? `<rect x="${x}" y="${top}" width="${width}" height="${cell.height}" fill="${ink}"/>\n` : '';
  const weight = style.bold ? ' font-weight="bold"' : '';
  return `${box}<text x="${x}" y="${number(top + 13.5)}" textLength="${width}" fill="${style.inverse ? paper : ink}"${weight}`
    + ` xml:space="preserve">${escaped(text)}</text>\n`;
}

let style = {};
const lines = readFileSync(0, 'utf8').replace(/\n+$/, '').split('\n');
const body = lines.map((line, row) => {
  let column = 0;
  return line.split(/(\x1b\[[0-9;]*m)/).map(part => {
    const codes = /^\x1b\[([0-9;]*)m$/.exec(part);
    if (codes) {
      style = styled(style, codes[1].split(';').map(Number));
      return '';
    }
    const at = column;
    column += cells(part);
    return part ? drawn(part, style, at, row) : '';
  }).join('');
}).join('');

const width = Math.round(2 * cell.left + columns * cell.width);
const height = 2 * cell.top + lines.length * cell.height;
process.stdout.write(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}"`
  + ' font-family="ui-monospace,Menlo,Consolas,monospace" font-size="14">\n'
  + '<title>The live view of footfall up --demo: open turns, alerts, closed turns</title>\n'
  + `<rect width="100%" height="100%" rx="8" fill="${paper}"/>\n${body}</svg>\n`);
