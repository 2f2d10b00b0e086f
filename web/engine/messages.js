/**
 * Types of all messages between the page and the worker; this file has no code.
 *
 * @typedef {{id: number, call: string, args: Record<string, any>}} CallMessage  page -> worker: a call; calls run in
 *   order
 * @typedef {{id: number, cancel: true}} CancelMessage  page -> worker: stop the call and return the partial result
 *
 * @typedef {{lock: string}} LockMessage  worker -> page, first message: the Web Lock that the worker holds until it
 *   ends
 * @typedef {{ready: Ready}} ReadyMessage  worker -> page, once: Python has started
 * @typedef {{id: number, json: string}} AnswerMessage  {"progress"} (about ten a second), then {"result"} or {"error"}
 *   as text: a page takes less than half as long to parse a large answer as to receive it as an object
 * @typedef {{id: number, error: CallError}} ErrorMessage
 * @typedef {{failed: string}} FailedMessage  Python did not start
 * @typedef {{fatal: string}} FatalMessage  Python has crashed; a new worker is needed
 *
 * @typedef {{version: string, calls: string[]}} Ready  version of the package, names of the available calls
 *
 * @typedef {object} Progress
 * @property {string} stage  "propagate", "probing", "learn", …
 * @property {number} settled  number of decided cells
 * @property {number} of  number of cells
 * @property {number} seconds  seconds since the call started
 * @property {number} [conflicts]
 * @property {number} [restarts]
 * @property {any} [result]  once, the partial result of "solve": the verdict and its solutions, while the cells common
 *   to all solutions or the depth are still being computed; or that of "conflict": the best set so far
 *
 * @typedef {object} CallError
 * @property {string} kind  selects the message `error.<kind>`: a kind of invalid input, or "stopped", "internal",
 *   "fatal" or "failed" from the engine
 * @property {string} message  the message in English
 * @property {Partial<Record<"row" | "column" | "line" | "character", number>>} [at]  the position in the input, counted
 *   from 1
 * @property {Record<string, any>} [params]
 *
 * @typedef {{row: number, column: number} | {h: [number, number]} | {v: [number, number]} | {right: [number, number]} |
 *   {down: [number, number]} | {vertex: [number, number]}} EnginePlace  a place, counted from 0
 * @typedef {{key: string, params: Record<string, any>, at?: Record<string, number>}} EngineMessage  rendered by
 *   ui/text.js
 * @typedef {{cell: EnginePlace, value?: string | null, mark?: number, not?: number[]}} EngineValue  a place with its
 *   value, as a letter and as an index, or with the indices of impossible values
 * @typedef {{clue?: {at: any, value: any, name?: EngineMessage}, rule?: string, cells?: EnginePlace[], letter?:
 *   string}} EngineReason
 * @typedef {{cell?: EnginePlace, line?: {row: number} | {column: number}, role: "forced" | "because" | "conflict" |
 *   "wrong" | "either", letter?: string, value?: string | null, mark?: number, not?: number[]}} EngineMark
 * @typedef {Partial<EngineValue> & EngineReason & {broken?: boolean, case?: boolean}} EngineLink
 *
 * @typedef {object} EngineStep  a step; this and the following types are documented in py/tesuji/calls/__init__.py
 * @property {EngineValue[]} cells
 * @property {string} technique
 * @property {EngineMessage} name
 * @property {number} level
 * @property {number} k
 * @property {boolean} minimal
 * @property {EngineReason[]} because
 * @property {EngineMark[]} overlay
 * @property {EngineMessage} sentence
 * @property {EngineLink[]} [chain]
 *
 * @typedef {{because: EngineReason[], cells: EngineValue[], minimal: boolean, smallest?: boolean, overlay:
 *   EngineMark[], sentence: EngineMessage, story?: EngineLink[][], steps?: EngineStep[], thoughts?: EngineThought[],
 *   broken?: EngineBroken}} EngineClash
 * @typedef {{sentence: EngineMessage, because?: EngineReason[], overlay: EngineMark[], step?: EngineStep}} EngineBroken
 * @typedef {{at: Record<string, number>, was: any, value: any, document: any, marks: string, sentence: EngineMessage}}
 *   EngineChange  a change of one clue that makes the puzzle unique
 * @typedef {{steps: number[], sentence?: EngineMessage}} EngineThought  `steps` has the numbers of the steps, from 0
 * @typedef {{cells: EngineValue[], sentence: EngineMessage, step?: EngineStep, clash?: EngineClash}} EngineWrong
 * @typedef {{kind: string, counted: "clues" | "rules", steps: EngineStep[], thoughts?: EngineThought[], finished:
 *   boolean, verdict: string, board: any, sentence: EngineMessage, wrong?: EngineWrong, clash?: EngineClash, guess?:
 *   EngineGuess, stopped?: boolean}} Explanation
 *
 * @typedef {{cells: EngineValue[], because: EngineReason[], overlay: EngineMark[], sentence: EngineMessage, safe:
 *   number, further: number, won?: number, others: {cell: EnginePlace, safe: number, further: number, won?: number}[]}}
 *   EngineGuess
 *
 * @typedef {object} EngineMoment  one move of a game, see py/tesuji/calls/reviewing.py
 * @property {"forced" | "hard" | "lucky" | "wrong" | "back" | "same"} label
 * @property {EngineMessage} sentence
 * @property {{cell: EnginePlace, value?: string, mark?: number, label: string, held?: boolean, chance?: number}[]}
 *   cells
 * @property {EngineMessage[]} [notes]
 * @property {number} [level]
 * @property {EngineStep} [step]
 * @property {EngineClash} [clash]
 * @property {EngineStep} [easier]
 * @property {number} [chance]
 * @property {boolean} [held]
 * @property {{cell: EnginePlace, chance: number}} [safest]
 * @property {boolean} [asked]  its reason was requested separately
 *
 * @typedef {{kind: string, moves: EngineMoment[], thoughts: {moves: number[], sentence?: EngineMessage}[], counts:
 *   Record<string, number>, finished: boolean, sentence: EngineMessage, verdict?: string, stopped?: boolean}} Review
 *
 * @typedef {object} LineView
 * @property {number[]} [clue]
 * @property {number} total
 * @property {string} total_text
 * @property {number} fitting
 * @property {string} fitting_text
 * @property {string} shared
 * @property {number} offset
 * @property {{number: number, letters: string, why?: EngineMessage}[]} arrangements
 *
 * @typedef {object} Rating
 * @property {"clues" | "rules"} counted  the constraints that are counted
 * @property {any} [difficulty]  number of clues needed, as rows of numbers or as parts by name; -1 if the cell is not
 *   forced
 * @property {number[]} [k]  the difficulty by variable
 * @property {any} [needed]
 * @property {string} [mode]  mode of a rating in rounds: "once", "repeat" or "restart"
 * @property {number} [max_k]  the number of the last round
 * @property {EngineMessage} [sentence]
 * @property {number} [rating]
 * @property {number} [level]
 * @property {EngineMessage} [level_name]
 * @property {boolean} [at_least]  the time ran out before the whole puzzle was rated
 * @property {{steps?: number, techniques?: {technique: string, level: number, steps: number}[], hardest?: {technique:
 *   string, level: number, wave: number, cells: EnginePlace[]}, waves?: [level: number, places: number, cells:
 *   number][], ending?: "solved" | "guess" | "none" | "time", left?: number, effort?: number, mean?: number, rounds?:
 *   number, cells?: Record<string, number>, highest_k?: number, longest_chain?: number, cases?: number, depth?: number
 * | null}} [why]
 * @property {number[][]} [probability]  probability of a mine
 *
 * @typedef {CallMessage | CancelMessage} ToWorker
 * @typedef {LockMessage | ReadyMessage | AnswerMessage | ErrorMessage | FailedMessage | FatalMessage}
 *   FromWorker
 *
 * @typedef {Record<"SF" | "MF" | "MP", number>} Classes
 * @typedef {object} Census  statistics of all pictures of a size; see py/tesuji/calls/counting.py
 * @property {number} width
 * @property {number} height
 * @property {number} pictures  number of pictures counted so far
 * @property {number} of
 * @property {number} puzzles
 * @property {Classes} truth
 * @property {Classes} matlab
 * @property {Record<string, number>} solutions  number of puzzles by number of solutions
 * @property {Record<string, string[][]>} examples  example pictures by class
 * @property {string[][]} differ
 * @property {string} [listed]  the class whose pictures are all listed
 * @property {string[][]} [pictures_listed]
 * @property {string[]} [drawings]  the listed pictures, as text
 * @property {EngineMessage} [sentence]
 * @property {boolean} [stopped]
 */

export {};
