/**
 * Types of points and boxes, also for workers; this file has no code.
 *
 * @typedef {{x: number, y: number}} Point  in px
 * @typedef {{left: number, top: number, right: number, bottom: number}} Box  in px; right and bottom are exclusive
 */

export {};
