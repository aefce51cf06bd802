/** Numbers, durations, times and money as text. All functions are pure but for the viewer's zone and `now`. */

/** What is shown for a value that is absent. */
export const ABSENT = '–';

const WHOLE = new Intl.NumberFormat('en', {maximumFractionDigits: 0});
const ONE = new Intl.NumberFormat('en', {maximumFractionDigits: 1});
const UNITS = 'kMGT';
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * @param {unknown} value
 * @returns {value is number}
 */
function present(value) {
  return typeof value === 'number' && Number.isFinite(value);
}

/**
 * A whole number with thousands separated: `12,345`.
 *
 * @param {number | null | undefined} value
 */
export function count(value) {
  return present(value) ? WHOLE.format(value) : ABSENT;
}

/**
 * A number with at most one decimal: `12.3`.
 *
 * @param {number | null | undefined} value
 */
export function decimal(value) {
  return present(value) ? ONE.format(value) : ABSENT;
}

/**
 * A large number in three digits, half rounded up, as the commands write it: `980`, `12.3k`, `4.0M`, `123G`.
 *
 * @param {number | null | undefined} value
 * @returns {string}
 */
export function short(value) {
  if (!present(value)) return ABSENT;
  if (value < 0) return '-' + short(-value);
  const whole = Math.round(value);
  if (whole < 1000) return String(whole);
  let unit = 1000;
  let at = 0;
  while (Math.round(whole / unit) >= 1000 && at < UNITS.length - 1) {
    unit *= 1000;
    at++;
  }
  const tenths = Math.round(whole / (unit / 10));
  return (tenths < 1000 ? (tenths / 10).toFixed(1) : String(Math.round(whole / unit))) + UNITS[at];
}

/**
 * @typedef {{input?: number, output?: number, cache_creation?: number, cache_read?: number}} Tokens
 *     `cache_creation_1h` is a part of `cache_creation`
 */

/**
 * All tokens, those of the cache included.
 *
 * @param {Tokens | null | undefined} tokens
 * @returns {number}
 */
export function tokenSum(tokens) {
  if (!tokens) return 0;
  return (tokens.input ?? 0) + (tokens.output ?? 0) + (tokens.cache_creation ?? 0) + (tokens.cache_read ?? 0);
}

/**
 * US dollars: `$1,234`, `$12.34`, `$0.0123`; `–` if the cost is not known.
 *
 * @param {number | null | undefined} value
 */
export function money(value) {
  if (!present(value)) return ABSENT;
  if (value === 0) return '$0';
  const size = Math.abs(value);
  const digits = size >= 1000 ? 0 : size >= 0.1 ? 2 : 4;
  const text = size.toLocaleString('en', {minimumFractionDigits: digits, maximumFractionDigits: digits});
  if (Number(text.replaceAll(',', '')) === 0) return '<$0.0001';
  return (value < 0 ? '-$' : '$') + text;
}

/**
 * A cost, with a `+` if it lacks tokens without a price, as the commands write it.
 *
 * @param {number | null | undefined} value
 * @param {unknown} isMore
 */
export function cost(value, isMore) {
  return money(value) + (isMore && present(value) ? '+' : '');
}

/**
 * The cost of a row of usage.
 *
 * @param {{cost_usd?: number, unpriced_models?: unknown[]} | null | undefined} row
 */
export function costOf(row) {
  return cost(row?.cost_usd, row?.unpriced_models?.length);
}

/**
 * Models with their tokens: `model-a (1.2k), model-b (340)`.
 *
 * @param {{model: string, tokens: Tokens}[]} rows
 */
export function models(rows) {
  return rows.map(({model, tokens}) => `${model} (${short(tokenSum(tokens))})`).join(', ');
}

/**
 * The name of a row of usage, which may be of tokens that are in no message.
 *
 * @param {string} name
 * @param {{beside_messages?: boolean}} row
 */
export function beside(name, row) {
  return row.beside_messages ? `${name}, beside messages` : name;
}

/**
 * A time span in its two largest units, as the commands write it: `0.3 s`, `41 s`, `3m 20s`, `2h 05m`, `3d 04h`.
 *
 * @param {number | null | undefined} ms
 * @returns {string}
 */
export function duration(ms) {
  if (!present(ms)) return ABSENT;
  if (ms < 0) return '-' + duration(-ms);
  if (ms < 10_000) return `${(Math.floor(ms / 100) / 10).toFixed(1)} s`;
  const seconds = Math.floor(ms / 1000);
  if (seconds < 60) return `${seconds} s`;
  if (seconds < 3600) return two(seconds, 60, 'm', 's');
  const minutes = Math.floor(ms / MINUTE);
  if (minutes < 24 * 60) return two(minutes, 60, 'h', 'm');
  const hours = Math.floor(ms / HOUR);
  return hours < 2400 ? two(hours, 24, 'd', 'h') : `${Math.min(99_999, Math.floor(hours / 24))} d`;
}

/**
 * @param {number} total
 * @param {number} size
 * @param {string} large
 * @param {string} small
 */
function two(total, size, large, small) {
  return `${Math.floor(total / size)}${large} ${pad(total % size)}${small}`;
}

const pad = (/** @type {number} */ value) => String(value).padStart(2, '0');

const CLOCK_LEAST_MS = 10_000;

/**
 * A time of day that grows while one looks: `0:07`, `12:34`, `1:02:03`.
 *
 * @param {number | null | undefined} ms
 */
export function clock(ms) {
  if (!present(ms)) return ABSENT;
  const seconds = Math.max(0, Math.floor(ms / 1000));
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  return (hours ? `${hours}:${pad(minutes)}` : String(minutes)) + `:${pad(seconds % 60)}`;
}

/**
 * A time after the start of a turn. In a turn of a few seconds, all clocks would show the same.
 *
 * @param {number | null | undefined} ms
 * @param {number | null | undefined} total the time of the turn
 */
export function offset(ms, total) {
  return total !== null && total !== undefined && total < CLOCK_LEAST_MS ? duration(ms) : clock(ms);
}

/**
 * A share of 0 to 1 in percent: `0%`, `0.4%`, `12%`, `100%`. Neither 0% nor 100% is shown unless it is exact.
 *
 * @param {number | null | undefined} value
 */
export function share(value) {
  if (!present(value)) return ABSENT;
  const percent = value * 100;
  if (percent > 0 && percent < 0.1) return '<0.1%';
  if (percent > 99 && percent < 100) return (Math.floor(percent * 10) / 10).toFixed(1) + '%';
  if (percent > 0 && percent < 9.95) return `${Math.round(percent * 10) / 10}%`;
  return `${Math.round(percent)}%`;
}

/**
 * `1 turn`, `2 turns`, `1,234 turns`.
 *
 * @param {number | null | undefined} value
 * @param {string} one
 * @param {string} [many]
 */
export function plural(value, one, many = one + 's') {
  return `${count(value)} ${value === 1 ? one : many}`;
}

/**
 * @param {number | null | undefined} value bytes
 */
export function bytes(value) {
  if (!present(value)) return ABSENT;
  if (value < 1000) return `${value} B`;
  const text = short(value);
  return `${text.slice(0, -1)} ${{k: 'kB', M: 'MB', G: 'GB', T: 'TB'}[text.slice(-1)] ?? 'B'}`;
}

/**
 * A time in the viewer's zone, as short as it is clear: `14:05` today, else `21 Nov 14:05`, of another year
 * `21 Nov 2025, 14:05`.
 *
 * @param {string | number | null | undefined} value an ISO time, or milliseconds since 1970
 * @param {number} [now]
 */
export function time(value, now = Date.now()) {
  const date = dateOf(value);
  if (!date) return ABSENT;
  const today = new Date(now);
  const hours = part(date, {hour: '2-digit', minute: '2-digit', hourCycle: 'h23'});
  if (date.toDateString() === today.toDateString()) return hours;
  const day = part(date, {day: 'numeric', month: 'short'});
  return date.getFullYear() === today.getFullYear() ? `${day} ${hours}` : `${day} ${date.getFullYear()}, ${hours}`;
}

/**
 * A day: `21 Nov`, of another year `21 Nov 2025`.
 *
 * @param {string | number | null | undefined} value an ISO time or date; a date is a day of the calendar, in no zone
 * @param {number} [now]
 */
export function day(value, now = Date.now()) {
  const date = dateOf(typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? value + 'T00:00:00' : value);
  if (!date) return ABSENT;
  const text = part(date, {day: 'numeric', month: 'short'});
  return date.getFullYear() === new Date(now).getFullYear() ? text : `${text} ${date.getFullYear()}`;
}

/**
 * A time in full, for a tooltip: `2026-11-21T23:13:42.103+01:00`.
 *
 * @param {string | number | null | undefined} value
 */
export function fullTime(value) {
  const date = dateOf(value);
  if (!date) return ABSENT;
  const offset = -date.getTimezoneOffset();
  const local = new Date(date.getTime() + offset * MINUTE).toISOString().slice(0, -1);
  const size = Math.abs(offset);
  return local + (offset < 0 ? '-' : '+') + `${pad(Math.floor(size / 60))}:${pad(size % 60)}`;
}

/**
 * How long ago: `now`, `5 min ago`, `3 h ago`, `12 d ago`, `in 4 min`.
 *
 * @param {string | number | null | undefined} value
 * @param {number} [now]
 */
export function ago(value, now = Date.now()) {
  const date = dateOf(value);
  if (!date) return ABSENT;
  const ms = now - date.getTime();
  const size = Math.abs(ms);
  if (size < 10_000) return 'now';
  const text = size < MINUTE ? `${Math.floor(size / 1000)} s`
      : size < HOUR ? `${Math.floor(size / MINUTE)} min`
        : size < DAY ? `${Math.floor(size / HOUR)} h` : `${WHOLE.format(Math.floor(size / DAY))} d`;
  return ms < 0 ? `in ${text}` : `${text} ago`;
}

/**
 * The first characters of an ID that people need not read in full.
 *
 * @param {string | null | undefined} id
 */
export function shortId(id) {
  if (!id) return ABSENT;
  return id.replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-([0-9a-f]{12})/g,
      (uuid, end) => (uuid.startsWith('00000000-0000') ? '…' + end.slice(-4) : uuid.slice(0, 8)));
}

/**
 * @param {string | number | null | undefined} value
 * @returns {Date | null}
 */
function dateOf(value) {
  if (value === null || value === undefined || value === '') return null;
  const date = new Date(value);
  return Number.isNaN(date.getTime()) ? null : date;
}

/**
 * @param {Date} date
 * @param {Intl.DateTimeFormatOptions} options
 */
function part(date, options) {
  return new Intl.DateTimeFormat('en-GB', options).format(date);
}
