/**
 * Addresses of views: `#/VIEW/ID?params`. The whole state of a view is in its address, so that a copied link shows the
 * same to a colleague. IDs and values are percent-encoded; they may contain every character.
 */

/** The view of an address without one. */
export const HOME = 'now';

/** @typedef {Record<string, string>} Params values by name; a name without a value is absent */

/** @typedef {{view: string, id: string | undefined, params: Params}} Route */

/**
 * Reads an address. Of a parameter that is given twice, the first one counts. Never throws.
 *
 * @param {string} hash such as `#/turn/4f2a%3A7?project=shop`; may be empty
 * @returns {Route}
 */
export function parse(hash) {
  const text = hash.replace(/^#?\/?/, '');
  const mark = text.indexOf('?');
  const path = mark < 0 ? text : text.slice(0, mark);
  const slash = path.indexOf('/');
  const view = decode(slash < 0 ? path : path.slice(0, slash)) || HOME;
  const id = slash < 0 ? '' : decode(path.slice(slash + 1));
  const params = paramsOf(mark < 0 ? '' : text.slice(mark + 1));
  // Sessions were a part of the team once.
  if (view === 'team' && params.tab === 'sessions') return {view: 'sessions', id: undefined, params: {...params, tab: ''}};
  return {view, id: id || undefined, params};
}

/**
 * The address of a view. Empty, null and undefined values are omitted.
 *
 * @param {string} view
 * @param {string | null} [id]
 * @param {Record<string, string | number | boolean | null | undefined>} [params]
 * @returns {string}
 */
export function href(view, id, params = {}) {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(params)) {
    if (value !== undefined && value !== null && value !== '' && value !== false) query.set(name, String(value));
  }
  const text = query.toString();
  return '#/' + encodeURIComponent(view) + (id ? '/' + encodeURIComponent(id) : '') + (text ? '?' + text : '');
}

/**
 * @param {string} query
 * @returns {Params}
 */
function paramsOf(query) {
  /** @type {Map<string, string>} */
  const params = new Map();
  for (const [name, value] of new URLSearchParams(query)) {
    if (name && value && !params.has(name)) params.set(name, value);
  }
  return Object.fromEntries(params);
}

/**
 * @param {string} text
 * @returns {string} the text as it is if it is not percent-encoded correctly
 */
function decode(text) {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
