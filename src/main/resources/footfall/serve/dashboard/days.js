/** Counts of days as a series without gaps, for charts over time. */

const DAY_MS = 86_400_000;
/** More days than these are shown as weeks, more weeks as months of four weeks. */
const DAYS_MAX = 62;
const WEEKS_MAX = 80;

/**
 * @typedef {object} Timeline
 * @property {string[]} days the first day of each part
 * @property {number[][]} series for each value, one number for each part
 * @property {'day' | 'week' | 'four weeks'} unit
 * @property {string} label the heading of the first days
 */

/**
 * The sums of all days from the first to the last, of weeks if there are too many days to tell them apart.
 *
 * @param {Array<{day: string, values: number[]}>} rows in any order; days like `2026-01-31`
 * @param {number} width how many values each row has
 * @returns {Timeline}
 */
export function timeline(rows, width) {
  const known = rows.map(({day, values}) => ({at: Math.round(Date.parse(day) / DAY_MS), values}))
      .filter(({at}) => Number.isFinite(at));
  if (known.length === 0) return {days: [], series: Array.from({length: width}, () => []), unit: 'day', label: 'Day'};
  const first = known.reduce((least, {at}) => Math.min(least, at), Infinity);
  const last = known.reduce((most, {at}) => Math.max(most, at), -Infinity);
  const span = last - first + 1;
  const step = span <= DAYS_MAX ? 1 : span <= 7 * WEEKS_MAX ? 7 : 28;
  // Weeks begin on Mondays; the first day of 1970 was a Thursday.
  const start = step === 1 ? first : first - ((first + 3) % 7);
  const parts = Math.floor((last - start) / step) + 1;
  const series = Array.from({length: width}, () => Array.from({length: parts}, () => 0));
  for (const {at, values} of known) {
    values.forEach((value, place) => { series[place][Math.floor((at - start) / step)] += value; });
  }
  const days = Array.from({length: parts}, (_, at) => new Date((start + at * step) * DAY_MS).toISOString().slice(0, 10));
  return {days, series, unit: step === 1 ? 'day' : step === 7 ? 'week' : 'four weeks', label: step === 1 ? 'Day' : 'From'};
}
