/** Copies a text for the viewer. */

import {html} from 'lit-html';

/** How long the button says that it has copied. */
const DONE_MS = 2_000;

/**
 * A button that copies a text.
 *
 * @param {() => string} text
 * @param {string} label
 */
export function copyButton(text, label = 'Copy') {
  return html`<button type="button" class="button small" @click=${(/** @type {Event} */ event) => void copied(event, text, label)}
    >${label}</button>`;
}

/**
 * @param {Event} event
 * @param {() => string} text
 * @param {string} label
 */
async function copied(event, text, label) {
  const button = /** @type {HTMLButtonElement} */ (event.currentTarget);
  const done = await copy(text());
  // The label is not the template's while it says how it went: it belongs to the button for a moment.
  button.setAttribute('data-done', done ? 'Copied' : 'Select it and copy by hand');
  button.setAttribute('aria-label', done ? `${label}: copied` : `${label}: not possible here, select it by hand`);
  setTimeout(() => {
    button.removeAttribute('data-done');
    button.removeAttribute('aria-label');
  }, DONE_MS);
}

/**
 * @param {string} text
 * @returns {Promise<boolean>} whether it is copied
 */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyField(text);
  }
}

/**
 * Without HTTPS, a page has no clipboard but that of a field.
 *
 * @param {string} text
 */
function copyField(text) {
  const before = document.activeElement;
  const field = document.createElement('textarea');
  field.value = text;
  field.className = 'hidden-text';
  document.body.append(field);
  field.select();
  try {
    return document.execCommand('copy');
  } finally {
    field.remove();
    if (before instanceof HTMLElement) before.focus();
  }
}
