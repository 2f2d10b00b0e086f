/** The puzzle of a sketch. A separate module, because a kept drawing is checked before Draw is loaded. */

/** @import {Edit, Sketch} from "./sketch.js" */
/** @import {PuzzleDocument} from "./types.js" */

/**
 * @param {string} kind
 * @param {Edit} edit
 * @param {Sketch} sketch
 * @returns {PuzzleDocument}
 */
export const documentOf = (kind, edit, sketch) => ({ kind, ...sketch.beside, ...edit.write(sketch) });

/**
 * A layer of a drawing as the functions of lattice.js take it.
 * @param {Pick<Edit, "layers">} edit
 * @param {string} name
 */
export const layerOf = ({ layers }, name) => ({ blocks: [{ shape: layers[name] }] });
