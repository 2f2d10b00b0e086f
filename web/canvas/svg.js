/** A drawing context that writes SVG. It implements the canvas methods that ink.js and board.js use. */

/** @param {number} value */
const num = (value) => String(Math.round(value * 100) / 100);

// Characters not allowed in XML: control characters and lone surrogates.
const FOREIGN = /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|\p{Surrogate}/gu;

/** Returns the path of a rectangle. @param {number} x @param {number} y @param {number} w @param {number} h */
const box = (x, y, w, h) => `M${num(x)} ${num(y)}h${num(w)}v${num(h)}h${num(-w)}z`;

/** @param {unknown} text */
const escaped = (text) =>
  String(text)
    .replace(FOREIGN, "\ufffd")
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

/** @param {Record<string, string | number | undefined>} attributes */
const attributeText = (attributes) =>
  Object.entries(attributes)
    .filter(([, value]) => value !== undefined && value !== "")
    .map(([name, value]) => ` ${name}="${escaped(typeof value === "number" ? num(value) : value)}"`)
    .join("");

/**
 * Returns the width of a text, estimated if no canvas is available to measure it.
 * @param {string} font
 * @param {string} text
 */
function measure(font, text) {
  const context = "OffscreenCanvas" in globalThis ? new OffscreenCanvas(1, 1).getContext("2d") : null;
  const size = parseFloat(/([\d.]+)px/.exec(font)?.[1] ?? "10");
  if (!context) return { width: 0.56 * size * text.length, actualBoundingBoxAscent: 0.72 * size };
  context.font = font;
  return context.measureText(text);
}

/**
 * Returns a canvas-like object for `draw` of board.js, whose `text()` returns the SVG.
 * @param {{width: number, height: number, title?: string, paper?: string}} page
 */
export function svgCanvas({ width, height, title = "", paper = "" }) {
  /** @type {string[]} */
  const out = [];
  /** @type {string[]} */
  const clips = [];
  let path = "";
  let fonts = ""; // declared only once
  let settings = {
    fillStyle: "#000",
    strokeStyle: "#000",
    lineWidth: 1,
    lineCap: "butt",
    lineJoin: "miter",
    font: "10px sans-serif",
    textAlign: "start",
    textBaseline: "alphabetic",
    globalAlpha: 1,
    dash: "",
    transform: "",
    open: 0,
  };
  /** @type {(typeof settings)[]} */
  const saved = [];
  const opacity = () => (settings.globalAlpha < 1 ? settings.globalAlpha : undefined);
  const put = (/** @type {string} */ tag, /** @type {Record<string, string | number | undefined>} */ attributes) =>
    out.push(`<${tag}${attributeText({ ...attributes, opacity: opacity(), transform: settings.transform })}/>`);

  const context = {
    save: () => saved.push({ ...settings, open: 0 }),
    restore() {
      out.push("</g>".repeat(settings.open));
      const before = saved.pop();
      if (before) settings = { ...before };
    },
    setTransform() {},
    clearRect() {},
    beginPath: () => void (path = ""),
    moveTo: (/** @type {number} */ x, /** @type {number} */ y) => void (path += `M${num(x)} ${num(y)}`),
    lineTo: (/** @type {number} */ x, /** @type {number} */ y) => void (path += `L${num(x)} ${num(y)}`),
    closePath: () => void (path += "Z"),
    rect: (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ w, /** @type {number} */ h) =>
      void (path += box(x, y, w, h)),
    fillRect: (/** @type {number} */ x, /** @type {number} */ y, /** @type {number} */ w, /** @type {number} */ h) =>
      void put("path", { d: box(x, y, w, h), fill: settings.fillStyle }),
    roundRect(
      /** @type {number} */ x,
      /** @type {number} */ y,
      /** @type {number} */ w,
      /** @type {number} */ h,
      /** @type {number} */ wanted = 0,
    ) {
      const r = Math.max(0, Math.min(wanted, w / 2, h / 2));
      const turn = (/** @type {number} */ dx, /** @type {number} */ dy) =>
        `a${num(r)} ${num(r)} 0 0 1 ${num(dx)} ${num(dy)}`;
      path += `M${num(x + r)} ${num(y)}h${num(w - 2 * r)}${turn(r, r)}v${num(h - 2 * r)}${turn(-r, r)}h${num(2 * r - w)}${turn(-r, -r)}v${num(2 * r - h)}${turn(r, -r)}z`;
    },
    arc(
      /** @type {number} */ x,
      /** @type {number} */ y,
      /** @type {number} */ r,
      /** @type {number} */ from,
      /** @type {number} */ to,
    ) {
      const point = (/** @type {number} */ angle) => `${num(x + r * Math.cos(angle))} ${num(y + r * Math.sin(angle))}`;
      const middle = (from + to) / 2;
      path += `${path ? "L" : "M"}${point(from)}A${num(r)} ${num(r)} 0 0 1 ${point(middle)}A${num(r)} ${num(r)} 0 0 1 ${point(to)}`;
    },
    clip() {
      clips.push(`<clipPath id="c${clips.length}"><path d="${path}"/></clipPath>`);
      out.push(`<g clip-path="url(#c${clips.length - 1})">`);
      settings.open++;
    },
    fill: () => void (path && put("path", { d: path, fill: settings.fillStyle })),
    stroke: () =>
      void (
        path &&
        put("path", {
          d: path,
          fill: "none",
          stroke: settings.strokeStyle,
          "stroke-width": settings.lineWidth,
          "stroke-linecap": settings.lineCap,
          "stroke-linejoin": settings.lineJoin,
          "stroke-dasharray": settings.dash,
        })
      ),
    setLineDash: (/** @type {number[]} */ dash) => void (settings.dash = dash.map(num).join(" ")),
    translate: (/** @type {number} */ x, /** @type {number} */ y) =>
      void (settings.transform += `translate(${num(x)} ${num(y)})`),
    scale: (/** @type {number} */ x, /** @type {number} */ y) =>
      void (settings.transform += `scale(${num(x)} ${num(y)})`),
    measureText: (/** @type {string} */ text) => measure(settings.font, text),
    fillText(/** @type {string} */ text, /** @type {number} */ x, /** @type {number} */ y) {
      const [, weight, size, family] = /^(?:(\d+) )?([\d.]+)px (.*)$/.exec(settings.font) ?? [];
      fonts ||= family;
      const anchor = settings.textAlign === "center" ? "middle" : undefined;
      out.push(
        `<text${attributeText({ x, y, fill: settings.fillStyle, "font-family": family === fonts ? undefined : family, "font-size": size, "font-weight": weight, "text-anchor": anchor, opacity: opacity(), transform: settings.transform })}>${escaped(text)}</text>`,
      );
    },
  };
  const styled = new Proxy(context, {
    get: (target, name) => (name in target ? Reflect.get(target, name) : Reflect.get(settings, name)),
    set: (_, name, value) => Reflect.set(settings, name, value),
  });
  const head = title ? `<title>${escaped(title)}</title>` : "";
  const ground = paper ? `<path d="M0 0h${num(width)}v${num(height)}H0z" fill="${escaped(paper)}"/>` : "";
  return {
    width,
    height,
    style: {},
    getContext: () => styled,
    text: () =>
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${num(width)} ${num(height)}" width="${num(width)}" height="${num(height)}"${attributeText({ "font-family": fonts })}>${head}<defs>${clips.join("")}</defs>${ground}${out.join("")}</svg>\n`,
  };
}
