/**
 * Names come from transcripts, so they may contain characters that are invisible or change the order of others. The page
 * shows these as escapes, as the terminal does, and asks the server by the names as they are.
 */

/** Without tabs and line breaks, which texts of errors have. */
const HIDDEN = /(?![\t\n\r])[\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Zl}\p{Zp}]/gu;
const ESCAPE = /\\u(?:([0-9a-f]{4})|\{([0-9a-f]{5,6})\})/g;
/** JSON in which no string can have such a character. */
const PLAIN = /^(?:(?!\\u)[\t\n\r\x20-\x7e])*$/;

/**
 * @param {string} text
 * @returns {string} with visible escapes such as `\u202e`
 */
export function shown(text) {
  return text.replace(HIDDEN, (character) => {
    const code = character.codePointAt(0) ?? 0;
    return code > 0xffff ? `\\u{${code.toString(16)}}` : `\\u${code.toString(16).padStart(4, '0')}`;
  });
}

/**
 * @param {string} text as shown
 * @returns {string} as the server knows it
 */
export function asSent(text) {
  return text.replace(ESCAPE, (escape, four, more) => {
    const character = String.fromCodePoint(parseInt(four ?? more, 16));
    const isWhole = !/\p{Cs}/u.test(character);
    return isWhole && shown(character) === escape ? character : escape;
  });
}

/**
 * @param {string} json
 * @returns {any} the value, with all its texts as shown
 */
export function readJson(json) {
  return PLAIN.test(json) ? JSON.parse(json) : JSON.parse(json, (_, value) => visible(value));
}

/** @param {any} value */
function visible(value) {
  if (typeof value === 'string') return shown(value);
  if (value === null || typeof value !== 'object' || Array.isArray(value)) return value;
  const names = Object.keys(value);
  return names.every((name) => shown(name) === name) ? value
    : Object.fromEntries(names.map((name) => [shown(name), value[name]]));
}
