/**
 * Every message between the page and the worker, as types; no code.
 *
 * @typedef {{id: number, call: string, args: Record<string, any>}} CallMessage  page -> worker: please do this; calls
 *   are done in order
 * @typedef {{id: number, cancel: true}} CancelMessage  page -> worker: answer soon with what is found so far
 *
 * @typedef {{lock: string}} LockMessage  worker -> page, first: the Web Lock that the worker holds as long as it lives
 * @typedef {{ready: Ready}} ReadyMessage  worker -> page, once: Python is up
 * @typedef {{id: number, progress: Progress}} ProgressMessage  at most ten a second
 * @typedef {{id: number, result: any}} ResultMessage
 * @typedef {{id: number, error: CallError}} ErrorMessage
 * @typedef {{failed: string}} FailedMessage  Python did not start
 * @typedef {{fatal: string}} FatalMessage  Python is dead; only a new worker helps
 *
 * @typedef {{version: string, calls: string[]}} Ready  version of the package, names of the calls it knows
 *
 * @typedef {object} Progress
 * @property {string} stage  "propagate", "probing", "learn", …
 * @property {number} settled  cells known
 * @property {number} of  cells
 * @property {number} seconds  since the call began
 * @property {number} [conflicts]
 * @property {number} [restarts]
 * @property {any} [result]  the result of "solve" so far: the verdict and its solutions, while the cells that all
 *   solutions share or the depth are still being worked out
 *
 * @typedef {object} CallError
 * @property {string} kind  its message is `error.<kind>`: bad input has its own kinds; "stopped", "internal", "fatal"
 *   and "failed" are the engine's
 * @property {string} message  in English
 * @property {Partial<Record<"row" | "column" | "line" | "character", number>>} [at]  where in the input, from 1
 * @property {Record<string, any>} [params]
 *
 * @typedef {{row: number, column: number} | {h: [number, number]} | {v: [number, number]} |
 *   {right: [number, number]} | {down: [number, number]} | {vertex: [number, number]}} EnginePlace  from 0
 * @typedef {{key: string, params: Record<string, any>, at?: Record<string, number>}} EngineMessage  rendered by
 *   ui/text.js
 * @typedef {{cell: EnginePlace, value?: string | null, mark?: number, not?: number[]}} EngineValue  the variable of a
 *   place and its value, as a letter and as an index; or the indexes of values that it cannot have
 * @typedef {{clue?: {at: any, value: any}, rule?: string, cells?: EnginePlace[], letter?: string}} EngineReason
 * @typedef {{cell?: EnginePlace, line?: {row: number} | {column: number}, role: "forced" | "because" | "conflict" |
 *   "wrong" | "either", letter?: string, value?: string | null, mark?: number, not?: number[]}} EngineMark
 * @typedef {Partial<EngineValue> & EngineReason & {broken?: boolean, case?: boolean}} EngineLink
 *
 * @typedef {object} EngineStep  see py/tesuji/calls/__init__.py, as all of these
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
 *   EngineChange  another value of one clue that leaves one solution
 * @typedef {{steps: number[], sentence?: EngineMessage}} EngineThought  steps by their numbers from 0
 * @typedef {{cells: EngineValue[], sentence: EngineMessage, step?: EngineStep, clash?: EngineClash}} EngineWrong
 * @typedef {{kind: string, counted: "clues" | "rules", steps: EngineStep[], thoughts?: EngineThought[], finished: boolean,
 *   verdict: string, board: any, sentence: EngineMessage, wrong?: EngineWrong, clash?: EngineClash, guess?: EngineGuess, stopped?: boolean}}
 *   Explanation
 *
 * @typedef {{cells: EngineValue[], because: EngineReason[], overlay: EngineMark[], sentence: EngineMessage, safe:
 *   number, further: number, won?: number, others: {cell: EnginePlace, safe: number, further: number, won?: number}[]}}
 *   EngineGuess
 *
 * @typedef {object} EngineMoment  one move of a game, see py/tesuji/calls/reviewing.py
 * @property {"forced" | "hard" | "lucky" | "wrong" | "back" | "same"} label
 * @property {EngineMessage} sentence
 * @property {{cell: EnginePlace, value?: string, mark?: number, label: string, held?: boolean, chance?: number}[]} cells
 * @property {EngineMessage[]} [notes]
 * @property {number} [level]
 * @property {EngineStep} [step]
 * @property {EngineClash} [clash]
 * @property {EngineStep} [easier]
 * @property {number} [chance]
 * @property {boolean} [held]
 * @property {{cell: EnginePlace, chance: number}} [safest]
 * @property {boolean} [asked]  its reason was asked for by itself
 *
 * @typedef {{kind: string, moves: EngineMoment[], thoughts: {moves: number[], sentence?: EngineMessage}[], counts: Record<string, number>, finished: boolean, sentence:
 *   EngineMessage, verdict?: string, stopped?: boolean}} Review
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
 * @property {any} [difficulty]  clues needed, rows of numbers or parts by name; -1 never settled
 * @property {number[]} [k]  the same by variable
 * @property {any} [needed]
 * @property {string} [mode]  of a rating in rounds: "once", "repeat" or "restart"
 * @property {number} [max_k]  the last of these rounds
 * @property {EngineMessage} [sentence]
 * @property {number} [rating]
 * @property {number} [level]
 * @property {EngineMessage} [level_name]
 * @property {boolean} [at_least]  the time ended before all of the puzzle was seen
 * @property {{steps?: number, techniques?: {technique: string, level: number, steps: number}[], hardest?: {technique:
 *   string, level: number, wave: number, cells: EnginePlace[]}, waves?: [level: number, places: number, cells:
 *   number][], ending?: "solved" | "guess" | "none" | "time", left?: number, effort?: number, mean?: number, rounds?:
 *   number, cells?: Record<string, number>, highest_k?: number, longest_chain?: number, cases?: number, depth?: number
 *   |
 *   null}} [why]
 * @property {number[][]} [probability]  of a mine
 *
 * @typedef {CallMessage | CancelMessage} ToWorker
 * @typedef {LockMessage | ReadyMessage | ProgressMessage | ResultMessage | ErrorMessage | FailedMessage | FatalMessage}
 *   FromWorker
 *
 * @typedef {Record<"SF" | "MF" | "MP", number>} Classes
 * @typedef {object} Census  all pictures of a size; see py/tesuji/calls/counting.py
 * @property {number} width
 * @property {number} height
 * @property {number} pictures  counted
 * @property {number} of
 * @property {number} puzzles
 * @property {Classes} truth
 * @property {Classes} matlab
 * @property {Record<string, number>} solutions  puzzles by how many solutions they have
 * @property {Record<string, string[][]>} examples  by class
 * @property {string[][]} differ
 * @property {string} [listed]  the class of which every picture is listed
 * @property {string[][]} [pictures_listed]
 * @property {string[]} [drawings]  the same as text
 * @property {EngineMessage} [sentence]
 * @property {boolean} [stopped]
 */

export {};
