/**
 * Converts a sketch to a puzzle. This is a separate module because stored drawings are validated before Draw is loaded.
 */

/** @import {Edit, Sketch} from "./sketch.js" */
/** @import {PuzzleDocument} from "./types.js" */

/**
 * @param {string} kind
 * @param {Edit} edit
 * @param {Sketch} sketch
 * @returns {PuzzleDocument}
 */
export const documentOf = (kind, edit, sketch) => ({ kind, ...sketch.members, ...edit.write(sketch) });

/**
 * Returns a layer of a drawing in the form that the functions of lattice.js take.
 * @param {Pick<Edit, "layers">} edit
 * @param {string} name
 */
export const layerOf = ({ layers }, name) => ({ blocks: [{ shape: layers[name] }] });
