/** Dark, light, or as the system is. The choice is kept in this browser. */

/** @typedef {'system' | 'light' | 'dark'} Theme */

const KEY = 'footfall-theme';
/** @type {Theme[]} */
const THEMES = ['system', 'light', 'dark'];

/** @returns {Theme} */
export function theme() {
  const stored = /** @type {Theme} */ (localStorage.getItem(KEY));
  return THEMES.includes(stored) ? stored : 'system';
}

/** @param {Theme} chosen */
export function setTheme(chosen) {
  localStorage.setItem(KEY, chosen);
  apply();
}

/** @returns {Theme} the one that the switch chooses next */
export function nextTheme() {
  return THEMES[(THEMES.indexOf(theme()) + 1) % THEMES.length];
}

/** Sets `data-theme` of the document, which the style sheet reads; without it, the system decides. */
export function apply() {
  const chosen = theme();
  if (chosen === 'system') delete document.documentElement.dataset.theme;
  else document.documentElement.dataset.theme = chosen;
}
