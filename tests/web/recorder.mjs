/** A canvas context for tests without a browser that draws nothing and counts its calls. */

/** Returns a pen for a board that is completely visible. */
export function recorder(puzzle, document, layout) {
  const record = { calls: 0 };
  const ctx = new Proxy(record, {
    get(target, name) {
      if (name in target) return target[name];
      return (...args) => {
        record.calls++;
        for (const value of args)
          if (typeof value === "number" && !Number.isFinite(value)) throw new RangeError(`${String(name)}(${args})`);
        return name === "measureText"
          ? { width: 8, actualBoundingBoxAscent: 8, actualBoundingBoxDescent: 0 }
          : undefined;
      };
    },
    set: (target, name, value) => ((target[name] = value), true),
  });
  const { width, height } = puzzle.size(document);
  const pen = {
    ctx,
    ratio: 1,
    c: layout.cell,
    size: { width, height },
    colour: new Proxy({}, { get: () => "#000" }),
    range: { row: 0, rowEnd: height, column: 0, columnEnd: width },
    x: (column) => layout.origin.x + column * layout.cell,
    y: (row) => layout.origin.y + row * layout.cell,
    layout,
  };
  return { ctx: record, pen };
}
