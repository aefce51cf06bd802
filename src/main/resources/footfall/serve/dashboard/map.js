/** The map of which call follows which: drawn where the server laid it out, with zoom, highlights and links. */

import {html, nothing, render, svg} from 'lit-html';
import {saveCsv, savePng, saveSvg} from './download.js';
import * as format from './format.js';

/**
 * @typedef {object} MapNode see "Which call follows which" in http.md
 * @property {'activity' | 'start' | 'end'} kind
 * @property {string} [activity]
 * @property {number} count
 * @property {number} failures
 * @property {number} mean_ms
 * @property {number} x
 * @property {number} y
 * @property {number} width
 * @property {number} height
 */

/**
 * @typedef {object} MapEdge
 * @property {string} [from] absent: the start of turns
 * @property {string} [to] absent: the end of turns
 * @property {number} count
 * @property {number} [mean_ms]
 * @property {number[][]} points
 * @property {{x: number, y: number, width: number}} label
 */

/**
 * @typedef {object} MapSpec
 * @property {{nodes: MapNode[], edges: MapEdge[], width: number, height: number}} graph
 * @property {string} caption
 * @property {'count' | 'time'} show what the labels say
 * @property {(node: MapNode) => string | null} nodeHref
 * @property {(edge: MapEdge) => string | null} edgeHref
 * @property {string} [hot] the key of an edge that is highlighted from outside
 */

/** @typedef {{x: number, y: number, width: number, height: number}} Box the part of the map that is in view */

const ZOOM_STEP = 1.25;
const ZOOM_MAX = 4;
/** Below this scale, labels are too small to read. */
const SCALE_READABLE = 0.45;
const SCALE_START = 0.7;
const PAN_PX = 60;
const DRAG_PX = 4;
const NAME_CHARACTER_PX = 7.6;

/**
 * The map.
 *
 * @param {MapSpec} spec
 */
export function followsMap(spec) {
  return html`<foot-map .spec=${spec}></foot-map>`;
}

/** @param {{from?: string, to?: string}} edge */
export function edgeKey(edge) {
  return JSON.stringify([edge.from ?? null, edge.to ?? null]);
}

/** @param {{from?: string, to?: string}} edge */
export function edgeName(edge) {
  return `${edge.from ?? 'Start of the turn'} → ${edge.to ?? 'End of the turn'}`;
}

class FootMap extends HTMLElement {
  constructor() {
    super();
    /** @type {MapSpec | null} */
    this.current = null;
    /** @type {Box | null} null: as `view` chooses */
    this.box = null;
    /** The node or edge under the pointer or with the focus. */
    this.hot = '';
    this.hint = false;
    this.hintTimer = 0;
    /** Whether the viewer asked for all of it. */
    this.whole = false;
    /** @type {{x: number, y: number, box: Box, moved: boolean, pointer: number} | null} */
    this.drag = null;
    this.observer = new ResizeObserver(() => this.draw());
    this.frame = 0;
  }

  connectedCallback() {
    this.observer.observe(this);
    this.addEventListener('wheel', this.wheeled, {passive: false});
  }

  disconnectedCallback() {
    this.observer.disconnect();
    this.removeEventListener('wheel', this.wheeled);
    clearTimeout(this.hintTimer);
    cancelAnimationFrame(this.frame);
    this.frame = 0;
  }

  /** @param {MapSpec} spec */
  set spec(spec) {
    if (this.current && this.current.graph !== spec.graph) {
      this.box = null;
      this.hot = '';
    }
    this.current = spec;
    this.draw();
  }

  soon() {
    this.frame ||= requestAnimationFrame(() => {
      this.frame = 0;
      this.draw();
    });
  }

  draw() {
    if (!this.current) return;
    render(this.template(this.current), this);
    const {width, height} = this.current.graph;
    const stage = this.stage;
    // As high as all of the map at this width, within the limits of the style sheet.
    const scale = Math.min(1, stage.clientWidth / width);
    stage.style.setProperty('--map-height', `${Math.ceil(height * scale) + 16}px`);
  }

  get stage() {
    return /** @type {HTMLElement} */ (this.querySelector('.map-stage'));
  }

  /** The part in view: all of it, or at first the part around the busiest box if all of it would be too small to read. */
  view() {
    if (this.box) return this.box;
    const {width, height, nodes} = /** @type {MapSpec} */ (this.current).graph;
    const {clientWidth: wide, clientHeight: high} = this.stage ?? {clientWidth: 0, clientHeight: 0};
    if (!wide || !high) return {x: 0, y: 0, width, height};
    const scale = Math.min(1, wide / width, high / height);
    const busiest = nodes.find(({kind}) => kind === 'activity');
    if (this.whole || scale >= SCALE_READABLE || !busiest) return this.framed(wide / scale, high / scale, width / 2, height / 2);
    const [near, x, y] = [SCALE_START, busiest.x + busiest.width / 2, busiest.y + busiest.height / 2];
    return this.kept(this.framed(wide / near, high / near, x, y));
  }

  /**
   * @param {number} width
   * @param {number} height
   * @param {number} x of the centre
   * @param {number} y
   * @returns {Box}
   */
  framed(width, height, x, y) {
    return {x: x - width / 2, y: y - height / 2, width, height};
  }

  /** @param {MapSpec} spec */
  template(spec) {
    const box = this.view();
    const hot = spec.hot || this.hot;
    return html`<figure class="plot map">
      <figcaption><span class="plot-title">${spec.caption}</span><span class="map-legend"><span
          class="map-key"><span class="map-shades" aria-hidden="true"></span>stronger: more calls</span><span
          class="map-key"><span class="map-failed" aria-hidden="true"></span>share that failed</span></span></figcaption>
      <div class="map-stage" tabindex="0" role="group" aria-label="${spec.caption}. Arrow keys move the map, plus and
          minus zoom, 0 shows all of it. The same numbers are in the table of steps."
          @keydown=${this.pressed} @pointerdown=${this.down} @pointermove=${this.moved} @pointerup=${this.up}
          @pointercancel=${this.up} @click=${{handleEvent: this.clicked, capture: true}} @dragstart=${prevent}>
        ${this.drawing(spec, box, hot)}
        ${this.hint ? html`<p class="map-hint" role="status">Click the map first, or hold Ctrl, to zoom by scrolling.</p>` : nothing}
        <div class="map-zoom" role="group" aria-label="Zoom">
          <button type="button" class="button icon" aria-label="Zoom in" title="Zoom in (+)"
            @click=${() => this.zoom(1 / ZOOM_STEP)}>+</button>
          <button type="button" class="button icon" aria-label="Zoom out" title="Zoom out (-)"
            @click=${() => this.zoom(ZOOM_STEP)}>−</button>
          <button type="button" class="button" title="Show all of it (0)" @click=${this.fit}>Fit</button></div>
      </div>
      <div class="plot-foot"><p class="note">Point at a box or an arrow to see what leads there. Click an arrow for its
        turns, a box for its tool.</p>
        <div class="plot-save" role="group" aria-label="Save ${spec.caption}">
          <button type="button" class="button small" @click=${this.csv}>CSV</button>
          <button type="button" class="button small" @click=${() => this.save(saveSvg)}>SVG</button>
          <button type="button" class="button small" @click=${() => this.save(savePng)}>PNG</button></div></div>
    </figure>`;
  }

  /**
   * @param {MapSpec} spec
   * @param {Box} box
   * @param {string} hot
   */
  drawing(spec, box, hot) {
    const {nodes, edges} = spec.graph;
    const most = Math.max(1, ...edges.map(({count}) => count));
    const busiest = Math.max(1, ...nodes.filter(({kind}) => kind === 'activity').map(({count}) => count));
    const near = nearOf(nodes, edges, hot);
    const parts = edges.map((edge) => ({edge, key: edgeKey(edge)}));
    const over = hot ? parts.filter(({key}) => near.has(key)) : [];
    return svg`<svg class="plot-svg map-svg ${hot ? 'map-picking' : ''}" viewBox=${`${box.x} ${box.y} ${box.width} ${box.height}`}
        role="group" aria-label=${spec.caption}>
      <g>${parts.map(({edge, key}) => this.edge(spec, edge, key, most, near.has(key)))}</g>
      <g class="map-over">${over.map(({edge}) => line(edge, most))}</g>
      <g>${nodes.map((node) => this.node(spec, node, busiest, near))}</g>
      <g>${parts.map(({edge, key}) => label(spec, edge, near.has(key)))}</g></svg>`;
  }

  /**
   * @param {MapSpec} spec
   * @param {MapEdge} edge
   * @param {string} key
   * @param {number} most
   * @param {boolean} near
   */
  edge(spec, edge, key, most, near) {
    const address = spec.edgeHref(edge);
    const about = `${edgeName(edge)}: ${times(edge.count)}${edge.mean_ms === undefined || edge.mean_ms === null ? ''
      : `, ${format.duration(edge.mean_ms)} between on average`}`;
    const drawn = svg`<title>${about}</title><path class="map-target" d=${curve(edge.points, 0).path}
      stroke-width="16"></path>${line(edge, most)}`;
    const classes = `map-edge ${near ? 'map-near' : ''}`;
    return address === null ? svg`<g class=${classes} @pointerenter=${() => this.heat(key)}
        @pointerleave=${() => this.heat('')}>${drawn}</g>`
      : svg`<a class=${classes} href=${address} aria-label=${about} data-edge=${key} @pointerenter=${() => this.heat(key)}
        @pointerleave=${() => this.heat('')} @focus=${() => this.heat(key)} @blur=${() => this.heat('')}>${drawn}</a>`;
  }

  /**
   * @param {MapSpec} spec
   * @param {MapNode} node
   * @param {number} busiest
   * @param {Set<string>} near
   */
  node(spec, node, busiest, near) {
    const key = nodeKey(node);
    const classes = `map-node ${near.has(key) ? 'map-near' : ''}`;
    const events = {enter: () => this.heat(key), leave: () => this.heat('')};
    if (node.kind !== 'activity') {
      const middle = [node.x + node.width / 2, node.y + node.height / 2];
      const text = `${node.kind === 'start' ? 'Start' : 'End'} of ${format.plural(node.count, 'turn')}`;
      return svg`<g class="${classes} map-${node.kind}" @pointerenter=${events.enter} @pointerleave=${events.leave}>
        <title>${text}</title><circle cx=${middle[0]} cy=${middle[1]} r=${node.width / 2}></circle>
        <text x=${middle[0] + node.width / 2 + 8} y=${middle[1]} dominant-baseline="central">${text}</text></g>`;
    }
    const name = node.activity ?? '';
    const share = node.count > 0 ? node.failures / node.count : 0;
    const detail = spec.show === 'time' ? format.duration(node.mean_ms) : format.plural(node.count, 'call');
    const about = `${name}: ${format.plural(node.count, 'call')}, ${format.share(share)} failed, ${
      format.duration(node.mean_ms)} on average`;
    const shown = clipped(name, Math.floor((node.width - 16) / NAME_CHARACTER_PX));
    const drawn = svg`<title>${about}</title>
      <rect class="map-ground" x=${node.x} y=${node.y} width=${node.width} height=${node.height} rx="8"></rect>
      <rect class="map-shade" x=${node.x} y=${node.y} width=${node.width} height=${node.height} rx="8"
        fill-opacity=${(0.06 + 0.3 * Math.sqrt(node.count / busiest)).toFixed(3)}></rect>
      <text class="map-name" x=${node.x + node.width / 2} y=${node.y + 19} text-anchor="middle">${shown}</text>
      <text class="map-detail" x=${node.x + node.width / 2} y=${node.y + 34} text-anchor="middle">${detail}${share > 0
        ? ` · ${format.share(share)} failed` : ''}</text>
      ${share > 0 ? svg`<rect class="map-fail" x=${node.x + 8} y=${node.y + node.height - 6} rx="1.5" height="3"
        width=${Math.max(2, (node.width - 16) * share)}></rect>` : nothing}`;
    const address = spec.nodeHref(node);
    return address === null ? svg`<g class=${classes} @pointerenter=${events.enter} @pointerleave=${events.leave}>${drawn}</g>`
      : svg`<a class=${classes} href=${address} aria-label=${about} data-node=${name} @pointerenter=${events.enter}
        @pointerleave=${events.leave} @focus=${events.enter} @blur=${events.leave}>${drawn}</a>`;
  }

  /** @param {string} key */
  heat(key) {
    if (this.hot === key || this.drag?.moved) return;
    this.hot = key;
    this.soon();
  }

  fit = () => {
    this.whole = true;
    this.box = null;
    this.draw();
  };

  /**
   * @param {number} factor below 1: closer
   * @param {number} [atX] the point that stays where it is, as a share of the stage
   * @param {number} [atY]
   */
  zoom(factor, atX = 0.5, atY = 0.5) {
    const box = this.view();
    const {graph} = /** @type {MapSpec} */ (this.current);
    const least = this.stage.clientWidth / ZOOM_MAX;
    const most = 3 * Math.max(graph.width, (graph.height * box.width) / box.height);
    const width = Math.min(most, Math.max(least, box.width * factor));
    const height = (box.height * width) / box.width;
    this.box = {x: box.x + (box.width - width) * atX, y: box.y + (box.height - height) * atY, width, height};
    this.draw();
  }

  /** @param {number} x @param {number} y in pixels of the screen */
  pan(x, y) {
    const box = this.view();
    const scale = box.width / Math.max(1, this.stage.clientWidth);
    this.box = this.kept({...box, x: box.x + x * scale, y: box.y + y * scale});
    this.draw();
  }

  /** @param {Box} box @returns {Box} moved so that some of the map stays in view */
  kept(box) {
    const {width, height} = /** @type {MapSpec} */ (this.current).graph;
    const between = (/** @type {number} */ value, /** @type {number} */ low, /** @type {number} */ high) => (
      Math.min(high, Math.max(low, value)));
    return {...box, x: between(box.x, -box.width * 0.8, width - box.width * 0.2),
      y: between(box.y, -box.height * 0.8, height - box.height * 0.2)};
  }

  wheeled = (/** @type {WheelEvent} */ event) => {
    const stage = this.stage;
    if (!(event.target instanceof Element) || !stage.contains(event.target)) return;
    if (!event.ctrlKey && !event.metaKey && !stage.contains(document.activeElement)) {
      this.hint = true;
      clearTimeout(this.hintTimer);
      this.hintTimer = window.setTimeout(() => {
        this.hint = false;
        this.draw();
      }, 1800);
      this.soon();
      return;
    }
    event.preventDefault();
    const frame = stage.getBoundingClientRect();
    const lines = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? 16 : 1;
    this.zoom(Math.exp(Math.max(-120, Math.min(120, event.deltaY * lines)) / 400),
        (event.clientX - frame.left) / frame.width, (event.clientY - frame.top) / frame.height);
  };

  pressed = (/** @type {KeyboardEvent} */ event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    /** @type {Record<string, () => void>} */
    const keys = {
      ArrowLeft: () => this.pan(-PAN_PX, 0), ArrowRight: () => this.pan(PAN_PX, 0),
      ArrowUp: () => this.pan(0, -PAN_PX), ArrowDown: () => this.pan(0, PAN_PX),
      '+': () => this.zoom(1 / ZOOM_STEP), '=': () => this.zoom(1 / ZOOM_STEP), '-': () => this.zoom(ZOOM_STEP),
      0: this.fit,
    };
    const run = keys[event.key];
    if (!run) return;
    event.preventDefault();
    run();
  };

  down = (/** @type {PointerEvent} */ event) => {
    if (event.button !== 0 || (event.target instanceof Element && event.target.closest('button'))) return;
    this.drag = {x: event.clientX, y: event.clientY, box: this.view(), moved: false, pointer: event.pointerId};
  };

  moved = (/** @type {PointerEvent} */ event) => {
    const drag = this.drag;
    if (!drag || drag.pointer !== event.pointerId || event.buttons === 0) return;
    const [x, y] = [event.clientX - drag.x, event.clientY - drag.y];
    if (!drag.moved) {
      if (Math.hypot(x, y) < DRAG_PX) return;
      drag.moved = true;
      this.stage.setPointerCapture(event.pointerId);
    }
    const scale = drag.box.width / Math.max(1, this.stage.clientWidth);
    this.box = this.kept({...drag.box, x: drag.box.x - x * scale, y: drag.box.y - y * scale});
    this.soon();
  };

  up = () => {
    const dragged = this.drag?.moved;
    // A click that ends a drag comes after this event and must not open a link.
    if (dragged) setTimeout(() => { this.drag = null; });
    else this.drag = null;
  };

  clicked = (/** @type {Event} */ event) => {
    if (!this.drag?.moved) return;
    event.preventDefault();
    event.stopPropagation();
  };

  csv = () => {
    const spec = this.current;
    if (!spec) return;
    saveCsv(spec.caption, ['From', 'To', 'Times', 'Time between (ms)'],
        spec.graph.edges.map(({from, to, count, mean_ms: mean}) => [from ?? 'start', to ?? 'end', count, mean]));
  };

  /** Saves all of the map, at its natural size. @param {(name: string, svg: SVGSVGElement, above: {title: string}) => unknown} saver */
  async save(saver) {
    const spec = this.current;
    const drawn = /** @type {SVGSVGElement | null} */ (this.querySelector('svg.map-svg'));
    if (!spec || !drawn) return;
    const {width, height} = spec.graph;
    const copy = /** @type {SVGSVGElement} */ (drawn.cloneNode(true));
    copy.setAttribute('viewBox', `0 0 ${width} ${height}`);
    copy.setAttribute('width', String(width));
    copy.setAttribute('height', String(height));
    copy.setAttribute('class', 'plot-svg map-copy');
    for (const target of copy.querySelectorAll('.map-target')) target.remove();
    document.body.append(copy);
    try {
      await saver(spec.caption, copy, {title: spec.caption});
    } finally {
      copy.remove();
    }
  }
}

/** @param {Event} event */
function prevent(event) {
  event.preventDefault();
}

/** @param {number} count */
function times(count) {
  return count === 1 ? 'once' : `${format.count(count)} times`;
}

/** @param {MapNode} node */
function nodeKey(node) {
  return node.kind === 'activity' ? `=${node.activity}` : node.kind;
}

/**
 * What is highlighted with a node (its edges and their other ends) or an edge (its ends).
 *
 * @param {MapNode[]} nodes
 * @param {MapEdge[]} edges
 * @param {string} hot
 * @returns {Set<string>} keys of nodes and edges
 */
function nearOf(nodes, edges, hot) {
  /** @type {Set<string>} */
  const near = new Set(hot ? [hot] : []);
  if (!hot) return near;
  for (const edge of edges) {
    const ends = [edge.from === undefined || edge.from === null ? 'start' : `=${edge.from}`,
      edge.to === undefined || edge.to === null ? 'end' : `=${edge.to}`];
    const key = edgeKey(edge);
    if (key === hot || ends.includes(hot)) [key, ...ends].forEach((each) => near.add(each));
  }
  return near;
}

/**
 * @param {MapEdge} edge
 * @param {number} most
 */
function line(edge, most) {
  const width = 1 + 6 * Math.sqrt(edge.count / most);
  const {path, arrow} = curve(edge.points, 5 + width);
  return svg`<path class="map-line" d=${path} stroke-width=${width}></path><path class="map-arrow" d=${arrow}></path>`;
}

/**
 * The line of an edge, and its head.
 *
 * @param {number[][]} points
 * @param {number} size of the head
 */
function curve(points, size) {
  const [endX, endY] = points[points.length - 1];
  const before = [...points].reverse().find(([x, y]) => Math.hypot(endX - x, endY - y) > 0.5) ?? [endX, endY - 1];
  const length = Math.hypot(endX - before[0], endY - before[1]) || 1;
  const [x, y] = [(endX - before[0]) / length, (endY - before[1]) / length];
  const [baseX, baseY] = [endX - x * size, endY - y * size];
  const rest = points.slice(1);
  const parts = rest.map(([px, py], at) => (at === rest.length - 1 ? [baseX, baseY] : [px, py]));
  const half = size * 0.55;
  return {
    path: `M${points[0].join(' ')}C${parts.map((point) => point.join(' ')).join(' ')}`,
    arrow: `M${endX} ${endY}L${baseX - y * half} ${baseY + x * half}L${baseX + y * half} ${baseY - x * half}Z`,
  };
}

/**
 * @param {MapSpec} spec
 * @param {MapEdge} edge
 * @param {boolean} near
 */
function label(spec, edge, near) {
  if (spec.show === 'time' && (edge.mean_ms === undefined || edge.mean_ms === null)) return nothing;
  const text = spec.show === 'time' ? format.duration(edge.mean_ms) : format.count(edge.count);
  const {x, y, width} = edge.label;
  const room = Math.min(width, text.length * 6.6 + 10);
  return svg`<g class="map-label ${near ? 'map-near' : ''}" aria-hidden="true"><rect x=${x + (width - room) / 2} y=${y}
    width=${room} height="18" rx="4"></rect><text x=${x + width / 2} y=${y + 9} text-anchor="middle"
    dominant-baseline="central">${text}</text></g>`;
}

/** @param {string} text @param {number} max */
function clipped(text, max) {
  return text.length > max ? text.slice(0, Math.max(1, max - 1)) + '…' : text;
}

customElements.define('foot-map', FootMap);
