/** The keyboard. Letters do nothing while the viewer types into a field. */

/** How long the second key of `g n` may take. */
const SECOND_KEY_MS = 1_500;

/** @typedef {Record<string, {label: string, run: () => void}>} Bindings by keys, such as `?` or `g n` */

/** Runs what the keys mean. There is one for the page. */
export class Keys {
  /** @param {() => Bindings} bindings the bindings that are valid now */
  constructor(bindings) {
    this.bindings = bindings;
    this.first = '';
    this.firstAt = 0;
  }

  start() {
    document.addEventListener('keydown', this.pressed);
  }

  stop() {
    document.removeEventListener('keydown', this.pressed);
  }

  pressed = (/** @type {KeyboardEvent} */ event) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
    if (document.querySelector('dialog[open]')) return;
    if (typing(event.target)) {
      if (event.key === 'Escape') /** @type {HTMLElement} */ (event.target).blur();
      return;
    }
    const bindings = this.bindings();
    const both = performance.now() - this.firstAt < SECOND_KEY_MS ? `${this.first} ${event.key}` : '';
    this.first = '';
    const binding = bindings[both] ?? bindings[event.key];
    if (binding) {
      event.preventDefault();
      binding.run();
    } else if (Object.keys(bindings).some((keys) => keys.startsWith(event.key + ' '))) {
      this.first = event.key;
      this.firstAt = performance.now();
    }
  };
}

/**
 * @param {EventTarget | null} target
 * @returns {boolean} whether keys are text there
 */
function typing(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target instanceof HTMLInputElement) return !['range', 'checkbox', 'radio', 'button'].includes(target.type);
  return target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement || target.isContentEditable;
}

/**
 * Moves the focus to the next or previous row of the page: an element with `data-row`.
 *
 * @param {1 | -1} step
 */
export function moveRow(step) {
  const rows = /** @type {HTMLElement[]} */ ([...document.querySelectorAll('main [data-row]')])
      .filter((row) => row.offsetParent !== null || row.getClientRects().length > 0);
  if (rows.length === 0) return;
  const at = rows.indexOf(/** @type {HTMLElement} */ (document.activeElement));
  const next = at < 0 ? (step > 0 ? 0 : rows.length - 1) : Math.min(rows.length - 1, Math.max(0, at + step));
  rows[next].focus();
  rows[next].scrollIntoView({block: 'nearest'});
}
