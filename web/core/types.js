/**
 * Types shared by all modules of the page; this file has no code. The messages to and from the worker are in
 * messages.js.
 *
 * @typedef {{kind: string, title?: string, author?: string, [member: string]: any}} PuzzleDocument  a puzzle as JSON;
 *   see docs/formats.md
 * @typedef {{width: number, height: number}} Size  in cells
 * @typedef {{r: number, c: number, shape?: Shape}} Place  a position on the lattice of half steps, see lattice.js; only
 *   links have a shape
 *
 * @typedef {"cell" | "edge" | "link" | "vertex" | "side"} Shape  what a variable stands for: a cell, a border between two
 *   cells, a link between the centres of two neighbouring cells, or a point where cells meet; in Draw also a clue next
 *   to the board
 *
 * @typedef {object} Block  a group of variables: one at each place of the given shape
 * @property {Shape} shape
 * @property {number} values  the number of values: 2 for yes and no, otherwise 1 to `values`. If it differs between
 *   boards, the maximum
 * @property {string | Record<string, string>} letters  the letters for undecided and for each value in a player's
 *   board; an object if the parts (h and v, or right and down) have different ones
 * @property {(pen: Pen, x: number, y: number, radius: number) => void} [symbol]  adds the symbol for "yes" to the
 *   current path, which is then filled; default: a square
 * @property {number[]} [strokes]  for edges and links: the number of parallel lines for each value; 0 is drawn as ×.
 *   Default: 1 for yes and 0 for no; if there are more values, their letters are written
 * @property {(value: number) => string} [text]  a value as shown to the player; default: its letter. "/" and "\\" are
 *   drawn as diagonals. Two values with `text` are not yes and no
 * @property {string[]} [names]  string keys for undecided and for each value; default: "cell.<kind>.<value>" for
 *   the first block, "cell.<kind>.<shape>.<value>" if there are several
 * @property {Record<string, number>} [answers]  letters whose value in a solution differs from that in a player's board
 *
 * @typedef {string} Marks  one character per variable, see marks.js: "0" for undecided; with two values "1" for yes
 *   (filled, mine, line, O) and "2" for no (×, safe, no line, X); with more values "1" to "9", then "a" to "z"
 *
 * @typedef {object} Problem  an error in an input
 * @property {string} kind  selects the message "error.<kind>"
 * @property {string} [message]  the message in English, if the engine wrote one
 * @property {Record<string, number> | null} [at]  the position: row, column, line or character, counted from 1
 * @property {Record<string, any>} [params]
 *
 * @typedef {object} Result  the answer to the call "solve"
 * @property {"unique" | "multiple" | "none" | "unknown"} verdict
 * @property {any[]} solutions  each as rows of letters, or as {h, v}
 * @property {number} seconds
 * @property {any} [forced]  like a solution, with "?" for cells that differ between solutions
 * @property {Marks[]} [marks]  the solutions as marks, if the engine writes them
 * @property {Marks} [forced_marks]  `forced` as marks
 * @property {boolean} [forced_complete]
 * @property {string} [boards]  the exact number of solutions, in digits
 * @property {string} [class]
 * @property {number} [depth]
 * @property {{key: string, params?: Record<string, any>, at?: Record<string, number>}} [reason]
 * @property {boolean} [stopped]
 * @property {boolean} [checked]  the checker has verified its certificate
 *
 * @typedef {object} Move  an entry of the history
 * @property {number[]} cells  the variables that changed
 * @property {string} before  their marks before the move, one character each
 * @property {string} after  their marks after it
 * @property {Record<string, [number, number]>} [jots]  the jots that changed, each with its value before and after; 0
 *   for no jot
 * @property {Event[]} [lost]  moves that were undone before this one
 * @property {number} [time]  playing time at this move, in ms
 * @property {number} [hints]  number of hints used up to this move
 *
 * @typedef {Move | {undo: number}} Event  a move, or an undo of the last `undo` moves
 *
 * @typedef {{at: number, marks: Marks, jots?: Jots, outer?: Trial}} Trial  a what-if: the length of `past`, the marks
 *   and the jots at its start, and the enclosing what-if
 * @typedef {Record<string, number>} Jots  the player's notes. "row 3 1": 1 means that the second number of the fourth
 *   row is crossed off; "cell 3 1" is 1 for a cell shaded as inside, 2 for outside
 *
 * @typedef {object} Game  a puzzle with its progress, as it is stored
 * @property {string} id
 * @property {string} kind
 * @property {PuzzleDocument} document  the puzzle without progress
 * @property {Marks} marks
 * @property {Move[]} past
 * @property {Move[]} future
 * @property {Trial | null} trial  the current what-if
 * @property {Jots} [jots]  notes next to the marks
 * @property {number} time  playing time in ms
 * @property {number} hints  number of hints used
 * @property {number} falls  how often the player lost and continued
 * @property {Result | null} result
 * @property {{mode: State["mode"], show: State["show"]}} view  the view when the game was last open
 * @property {string[]} seen  progress from links that has already been merged
 * @property {number} changed  time of the last change, in ms since 1970
 * @property {import("./sketch.js").Drawing} [drawing]  the drawing, if the player set this puzzle
 * @property {number} [finished]  time of the first solve, in ms since 1970
 * @property {boolean} [named]  the player has changed the title
 * @property {string} [alias]  the current id of the document, if the player set this puzzle
 *
 * @typedef {object} Overlay  a highlight drawn over the board
 * @property {"forced" | "because" | "conflict" | "reach" | "wrong" | "either" | "needed" | "follows"} role  reach: an
 *   undecided cell in a conflict; needed: a clue that cannot be removed; follows: a cell that later steps determine
 * @property {Place} [place]
 * @property {Place} [to]  wrong: draws a bracket from `place` to here
 * @property {number} [row]  a whole row and its clue, counted from 0
 * @property {number} [column]  a whole column and its clue, counted from 0
 * @property {"left" | "right" | "top" | "bottom"} [side]  the side of the clue, if lines have clues on both sides
 * @property {number} [state]  forced, follows: the value of the cell
 * @property {number[]} [not]  forced, follows: values that are impossible
 * @property {string} [letter]
 * @property {boolean} [ring]  false to draw no ring, since the place has no clue
 *
 * @typedef {object} Heat  the difficulty of each target
 * @property {number[]} k  number of clues needed; -1 if the target is not forced
 * @property {Marks | null} answer  the solution to draw on it, or null for the heat map alone
 * @property {(pen: Pen, scene: Scene) => void} paint  draws it; from heat.js, which only Analyse loads
 * @property {number | null} only  if not null, only this k is shown
 * @property {boolean} numbers  also draw the numbers, for high contrast
 *
 * @typedef {Record<string, string>} Palette  colours by token name
 *
 * @typedef {object} Layout  the position of a board on its canvas, in CSS px
 * @property {Size} size
 * @property {number} cell  side of one cell
 * @property {number} rim  margin around the lattice that moves with it
 * @property {{left: number, top: number, right: number, bottom: number}} bands  margins for clues, which stay in place
 * @property {{x: number, y: number, width: number, height: number}} window  the part of the canvas in which the lattice
 *   can be panned
 * @property {{x: number, y: number}} origin  upper left corner of the lattice, including the pan
 * @property {{x: number, y: number}} pan  the pan, limited to its range
 * @property {number} width  width of the canvas
 * @property {number} height  height of the canvas
 * @property {number} fit  the cell size at which the whole board is visible
 * @property {boolean} whole  the whole board is visible
 *
 * @typedef {object} Scene  everything that is drawn of a board at one time
 * @property {PuzzleKind} puzzle
 * @property {PuzzleDocument} document
 * @property {Layout} layout
 * @property {Palette} palette
 * @property {Marks} marks
 * @property {Marks | null} [second]  a second solution; cells in which it differs are drawn split
 * @property {"own" | "solution" | "found"} [tone]
 * @property {Overlay[]} [overlays]
 * @property {Place | null} [cursor]
 * @property {boolean} [pen]  the cursor draws as it moves
 * @property {Place | null} [crosshair]
 * @property {{place: Place, text: string} | null} [counter]
 * @property {boolean} [done]  the puzzle is solved and drawn as a picture
 * @property {Marks | null} [trial]  the marks before the what-if; marks that differ are drawn as part of it
 * @property {Marks | null} [deeper]  the marks before a nested what-if
 * @property {Jots} [jots]
 * @property {((pen: Pen, scene: Scene) => void) | null} [names]  draws the coordinates
 * @property {Heat | null} [heat]
 * @property {string[]} [notes]  small numbers, by target
 * @property {{from: Place, at: number, paint: (pen: Pen, scene: Scene) => void} | null} [finish]  the animation of a
 *   solved board; `at` goes from 0 to 1
 *
 * @typedef {object} Pen  the argument of drawing functions: a context scaled to CSS px, and the position of the lattice
 * @property {CanvasRenderingContext2D} ctx
 * @property {number} ratio  device pixels per CSS px
 * @property {number} c  side of one cell
 * @property {Size} size
 * @property {Palette} colour
 * @property {{row: number, rowEnd: number, column: number, columnEnd: number}} range  the visible cells
 * @property {{x: number, y: number, width: number, height: number}} [region]  the part of the canvas to draw, in CSS px
 * @property {(column: number) => number} x  left edge of a column
 * @property {(row: number) => number} y  upper edge of a row
 * @property {Layout} layout
 *
 * @typedef {object} Break  a rule that is broken
 * @property {string} key  string key of the message
 * @property {Record<string, any>} params
 * @property {Overlay[]} where
 *
 * @typedef {object} Tool
 * @property {string} key  for example "fill"; its name is the string "tool.fill"
 * @property {string} icon
 * @property {string} [text]  the label of its button, if it has neither icon nor name
 * @property {(ctx: CanvasRenderingContext2D, side: number) => void} [swatch]  draws a sample next to that label
 * @property {number} [block]  index of the block that it marks; default: 0
 * @property {number[]} cycle  the new value after a tap on an undecided target and on each value
 * @property {(size: Size, marks: Marks, from: number, to: number) => number[]} [cover]  the targets of a drag from
 *   `from` to `to`; default: those that the pointer passed
 * @property {boolean} [over]  a drag overwrites all marks, not only those equal to the first one
 * @property {boolean} [single]  a drag has the effect of a tap
 * @property {number[]} [tap]  like `cycle`, for taps that differ from drags
 *
 * @typedef {KindBasics & KindDrawing & KindPlay & KindSetting} PuzzleKind  everything about a kind of puzzle, exported
 *   by web/puzzles/<kind>/board.js. Shared code never names a kind; it checks for a member. The members of KindBasics
 *   are required, the others optional.
 *
 * @typedef {Partial<Omit<PuzzleKind, "blocks">> & KindBase} KindDescription  the argument of `kind` in generic/kind.js,
 *   which derives the missing members of PuzzleKind
 *
 * @typedef {object} KindBase
 * @property {string} kind
 * @property {number} order
 * @property {string} glyph
 * @property {readonly (Partial<Block> & Pick<Block, "shape">)[]} [blocks]  default: one block of cells with the values
 *   yes and no
 * @property {(document: PuzzleDocument) => number} [values]  the number of values on this board, for a block with more
 *   than two
 * @property {ClueGrid} [grid]  the clues inside cells. If other clues give the size, a document may omit them. If the
 *   `sample` has no members but those described here, there is a generic Draw mode
 * @property {ClueForm[]} [forms]  other clues: numbers next to the board (generic/sides.js), signs between cells
 *   (generic/signs.js), regions (generic/regions.js), more letters in cells (generic/letters.js), numbers of the whole
 *   puzzle (generic/numbers.js), or forms of the kind's own
 * @property {(document: PuzzleDocument) => string[]} [colours]  the colour of each value, as "#rrggbb"
 * @property {import("./sketch.js").Edit["side"]} [side]  range of side lengths of boards in Draw, in cells
 * @property {(document: PuzzleDocument) => Record<string, any> | null} [unfinished]  returns parameters of the string
 *   "draw.begin.<kind>" while a drawing is not a puzzle yet, such as one whose regions are too large
 * @property {KindBasics["sample"]} sample
 *
 * @typedef {Omit<KindDescription, "blocks"> & {blocks: readonly Block[], forms: ClueForm[]}} WholeDescription  a
 *   description with complete blocks and forms
 *
 * @typedef {object} ClueGrid
 * @property {string} letters  all letters that are allowed, including that of a cell without a clue
 * @property {string} [member]  the member of the document; default: "grid"
 * @property {"vertex"} [shape]  the letters are at the vertices, one row and one column more than the cells
 * @property {(size: Size) => number} [most]  the largest number on a board of this size, if the letters are numbers
 *   from 0 or 1: digits, then "a" for 10 and so on, then "A" for 36
 * @property {string} [blank]  the letter of a cell without a clue; default: "."
 * @property {[number, number]} [at]  the place of the letter from the middle of the cell, across and down, in cells
 * @property {Partial<import("./sketch.js").Pencil>} [tool]  members of its tool in Draw, such as a key and a text if
 *   there are several grids of numbers
 * @property {boolean} [full]  every cell of a puzzle has a clue
 * @property {boolean} [given]  a letter is the value of its cell
 * @property {string} [black]  the letters of black cells, which are not part of the game; letters and digits are written
 *   on them. Their cells have the last value of the first block, which the player does not set: "no", or one more than
 *   `values`
 * @property {(letter: string) => string} [text]  the clue as shown to the player
 * @property {Record<string, "disc" | "ring">} [symbols]  letters that are drawn as a symbol
 *
 * @typedef {object} ClueForm  a form of clues besides the letters of a grid
 * @property {string[]} members  the members of the document that it reads
 * @property {(document: PuzzleDocument) => Size} [size]  the size of the board, if these clues give it
 * @property {(document: PuzzleDocument) => Problem | null} problem
 * @property {(document: PuzzleDocument, place: Place) => string} text  the clues at a place, as text
 * @property {(pen: Pen, document: PuzzleDocument, grid?: ClueGrid) => void} [paint]  draws the clues inside the
 *   lattice; `grid` describes the letters of the kind
 * @property {Partial<PuzzleKind>} [own]  other members of the kind
 * @property {() => Promise<import("../generic/draw.js").Layer>} [layer]  its layer in the generic Draw mode
 * @property {import("./sketch.js").Field} [field]  its field in the generic Draw mode, if it has no layer
 * @property {(document: PuzzleDocument) => boolean} [drawn]  false if Draw cannot write the clues of this document
 *
 * @typedef {object} KindBasics  the required members of a kind
 * @property {string} kind
 * @property {number} order  its position in the header
 * @property {string} glyph  SVG path data in a box of 20 × 20, stroked; sub-paths after "F" are filled
 * @property {readonly Block[]} blocks  the variables that can be marked
 * @property {string} boardKey  the member of a document that contains the player's progress
 * @property {Tool[]} tools
 * @property {(document: PuzzleDocument) => Size} size
 * @property {(document: PuzzleDocument) => Problem | null} problem  why the page cannot draw this document, or null; in
 *   a description, further checks after those of `grid` and `forms`
 * @property {(document: PuzzleDocument) => Marks} givens  the marks given by the puzzle; "0" for other variables
 * @property {(document: PuzzleDocument, index: number) => boolean} fixed  true if this target cannot be marked
 * @property {(document: PuzzleDocument, cell: number) => Layout["bands"]} bands  margins next to the lattice, in px
 * @property {(size: Size) => number} most  maximum size of a cell, in px
 * @property {(pen: Pen, scene: Scene) => void} marks  draws the marks
 * @property {(document: PuzzleDocument, marks: Marks) => boolean} solved
 * @property {(document: PuzzleDocument, marks: Marks) => Break[]} breaks  the rules that the marks violate
 * @property {(document: PuzzleDocument, marks: Marks) => {key: string, value: string}[]} progress
 * @property {(document: PuzzleDocument, place: Place) => string} clueText  the clues at a place, as text
 * @property {(document: PuzzleDocument, marks: Marks) => string} text  the board as plain text
 * @property {{document: PuzzleDocument, board?: any, overlays?: Overlay[]}} sample  the board shown on the first visit,
 *   with one forced move, which the string "sample.<kind>" explains
 *
 * @typedef {object} KindDrawing  optional members for drawing
 * @property {(document: PuzzleDocument) => string[]} [regions]  the region of each cell, as letters, or "." for none. Regions have thick
 *   borders, and a clue in a cell applies to its region
 * @property {boolean} [picture]  once solved, the board is shown without grid lines
 * @property {boolean} [aside]  clues are aside from the middle of their cells, which are outlined instead of the clues
 * @property {boolean} [border]  false to draw neither the outer border nor the lines between cells
 * @property {number} [rim]  the margin around the lattice for marks and clues on its border, in cells
 * @property {boolean} [spreads]  a mark changes how other cells in its row and column are drawn
 * @property {number} [fifthsFrom]  side length from which every fifth line is thick
 * @property {(pen: Pen, scene: Scene) => void} [ground]  draws below the marks
 * @property {(pen: Pen, scene: Scene) => void} [clues]  draws the clues inside the lattice
 * @property {(pen: Pen, scene: Scene) => void} [rowClues]  draws the clues in the left margin
 * @property {(pen: Pen, scene: Scene) => void} [columnClues]  draws the clues in the upper margin
 * @property {(pen: Pen, scene: Scene) => void} [rowNotes]  draws in the right margin
 * @property {(pen: Pen, scene: Scene) => void} [columnNotes]  draws in the lower margin
 * @property {(document: PuzzleDocument, side: "row" | "column", at: number, cell: number) => number} [clueLength]  the
 *   length of a line's clue, measured from the lattice, in px
 * @property {Partial<KindBasics & KindDrawing>} [plain]  members that replace these on a small, read-only board
 * @property {(pen: Pen, x: number, y: number, first: number, second: number, scene: Scene) => void} [split]  draws both
 *   marks of a cell in which two solutions differ
 * @property {(pen: Pen, x: number, y: number, state: number, colour: string, place: Place) => void} [mark]  draws a
 *   mark in the given colour, centred at x, y
 * @property {(pen: Pen, x: number, y: number, state: number, place: Place) => void} [tentative]  draws a mark of a
 *   what-if, in broken strokes and the focus colour
 * @property {(pen: Pen, x: number, y: number, state: number, hue: string, given: boolean, place: Place) =>
 *   void} [onHeat]  draws a mark on a heat tile
 *
 * @typedef {object} KindPlay  optional members for playing
 * @property {string} [rules]  the name under which the strings have its rules; default: the kind
 * @property {(document: PuzzleDocument) => PuzzleKind | null} [variant]  the kind to use for this document if it
 *   differs, for example in its values
 * @property {boolean} [asks]  the engine, not the page, checks the rules during play
 * @property {(document: PuzzleDocument, place: Place) => boolean} [black]  true for a black cell, which has no mark
 * @property {string} [unmarked]  letters in a player's board that mean undecided, in addition to "?"
 * @property {boolean} [bare]  the player needs to mark only "yes"
 * @property {Record<string, number>} [keys]  the mark that each key sets
 * @property {(document: PuzzleDocument, side: "row" | "column", at: number, away: number, cell: number) => number} [clueAt]
 *   the index of the number of a line's clue that is `away` px from the lattice, or -1. If the member exists,
 *   numbers can be crossed off
 * @property {boolean} [shades]  cells can be shaded as inside or outside
 * @property {() => Promise<NonNullable<Scene["names"]>>} [names]  loads the function that draws the coordinates and the
 *   peers of the hovered cell
 * @property {boolean} [lock]  a drag stays in its row or column
 * @property {State["show"]} [showFirst]  the initial view of several solutions; default: "both"
 * @property {(document: PuzzleDocument) => boolean} [hides]  true if the game uncovers cells, so neither its solutions
 *   nor their number are shown
 * @property {(document: PuzzleDocument) => Tool[] | null} [toolsFor]  the tools for this document, or null for `tools`
 * @property {{key: string, tools: Tool[]}[]} [presets]  sets of tools to choose from; the first is `tools`
 * @property {(document: PuzzleDocument, marks: Marks) => Marks} [finish]  adds each × that directly follows from a
 *   satisfied clue or from a rule
 * @property {(document: PuzzleDocument, place: Place) => {row: string, column: string}} [lineClues]  the clues of the
 *   row and the column of a place, as text
 * @property {(document: PuzzleDocument, before: Marks, after: Marks) => Marks} [settle]  the marks after a move,
 *   including its automatic consequences
 * @property {(document: PuzzleDocument, marks: Marks, target: number) => Marks} [chord]  the marks after a tap on a
 *   satisfied number
 * @property {(document: PuzzleDocument, marks: Marks) => boolean} [fallen]  true if the game is lost; needs the strings
 *   "fallen.<kind>" and "solved.falls.<kind>"
 * @property {(document: PuzzleDocument, marks: Marks) => PuzzleDocument} [position]  the document with the player's
 *   board, for a kind that needs more than `boardKey`
 * @property {(document: PuzzleDocument) => boolean} [midGame]  true if the document is a position of a game, which may
 *   have several solutions; the string "say.position.<kind>" then replaces the verdict
 * @property {(document: PuzzleDocument, place: Place) => Place[]} [reach]  the cells that a number counts
 * @property {boolean} [classes]  its puzzles have a class (SF, MF, MP or EP), with the strings "class.<class>" and
 *   "class.<class>.why"
 * @property {boolean} [lineView]  the possible arrangements of a line can be listed
 * @property {(document: PuzzleDocument) => string} [sizeNote]  a number that belongs to the puzzle, shown with its size
 * @property {(document: PuzzleDocument) => string} [rule]  the string key of the rules of this document; default:
 *   "rule.<kind>"
 *
 * @typedef {object} KindSetting  optional members for setting and generating puzzles
 * @property {() => Promise<import("./sketch.js").Edit>} [edit]  loads the editor; without it the kind has no Draw mode
 * @property {PuzzleDocument} [practice]  a unique puzzle of about a minute, shown next to the rules instead of `sample`
 * @property {[width: number, height: number][]} [sizes]  the sizes offered for new puzzles
 * @property {Record<string, any>} [make]  additional arguments of the call "generate"
 * @property {string[]} [variants]  variants of generation: members of documents, such as "colors", or "colors-3" for
 *   three entries; with the strings "make.variant.<name>", or "make.variant.<word>-n" for a name "<word>-<number>"; the
 *   default variant is "make.variant.<kind>"
 *
 * @typedef {object} State  the state of the page; only `update` and `updateView` in state.js change it
 * @property {string} language
 * @property {boolean} translated  the strings are loaded; until then nothing is shown
 * @property {string} theme
 * @property {Palette} palette
 * @property {CatalogEntry[]} catalog  all kinds, in the order of the header
 * @property {string} mode  name of the current mode, see registry.js
 * @property {globalThis.Event | null} install  the browser's install prompt, or null
 * @property {string | null} panel  name of the open panel, or null
 * @property {PuzzleKind | null} puzzle
 * @property {Game | null} game
 * @property {"mine" | "a" | "b" | "both" | "found" | "steps" | "heat" | "mixed" | "odds"} show  what the board shows
 * @property {number} tool  index of the selected tool
 * @property {Place | null} cursor
 * @property {boolean} keyboard  the keyboard moved the cursor, so it is drawn
 * @property {number | null} pen  the tool that the keyboard draws with, or null
 * @property {Place | null} hover
 * @property {import("./strokes.js").Stroke | null} stroke
 * @property {boolean} magnified  the loupe is shown under the finger
 * @property {number | null} zoom  see canvas/layout.js
 * @property {{x: number, y: number}} pan
 * @property {Problem | null} message
 * @property {{text: string, open: () => Promise<void>} | null} offer  a puzzle that finished loading after the player
 *   had opened another one
 * @property {import("../engine/client.js").SolverState} engine
 * @property {PuzzleDocument[]} others  the other puzzles that the last text may be
 * @property {number} engineSince  time of the engine's last change of state, from performance.now()
 * @property {boolean} engineAgain  the worker was restarted after a crash
 * @property {Work | null} work  the current call
 * @property {boolean} stopped  the player stopped the last call
 * @property {boolean} updated  a newer version of the page has been downloaded; it takes effect on reload
 * @property {string} why  kind of the sample whose explanation is shown
 * @property {number} reading  turn of the text that the engine is reading, or 0
 * @property {boolean} arriving  the puzzle in the address is still loading
 * @property {{id: string, title: string, kind: string, hidden?: boolean, done?: boolean} | null} latest  the last game, to continue
 * @property {string} address  the fragment of the puzzle that the page shows
 * @property {number} reads  number of requests to open a puzzle; the turn of the last one
 * @property {Record<string, object>} parts  state of individual modules, by name
 *
 * @typedef {object} CatalogEntry  information about a kind that is available before its module is loaded
 * @property {string} kind
 * @property {number} order
 * @property {string} glyph
 * @property {Example[]} examples
 * @property {boolean} draws  it has a Draw mode
 * @property {boolean} [library]  the library has puzzles of this kind
 * @property {boolean} [techniques]  there are technique pages
 * @property {boolean} photo  puzzles can be made from photos
 * @property {boolean} census  the engine can count all puzzles of a size
 * @property {import("../engine/messages.js").EngineMessage[]} [levels]  a description of each level
 * @property {string[]} notations  the other formats in which the engine can write it
 *
 * @typedef {{name: Record<string, string>, level: string, id: string}} Example  an example; `id` is the id of its
 *   puzzle
 * @typedef {{id: string, name: string, controller: AbortController, since: number, reveal: boolean, progress:
 *   import("../engine/messages.js").Progress | null}} Work a running call for a game; `reveal`: the player is waiting
 *   for its result
 *
 * @typedef {object} Mode  a mode such as Play or Draw; see registry.js
 * @property {string} name  its label is the string "mode.<name>"
 * @property {number} order  position of its tab: 1 Play, 2 Draw, 3 Analyse
 * @property {string} icon
 * @property {(puzzle: PuzzleKind) => boolean} [fits]  false if this kind does not have the mode
 * @property {() => {tools?: HTMLElement[], statement?: HTMLElement[], evidence?: HTMLElement[]}} [build]  called once;
 *   returns the elements to put under the board, below the sentence, and below that or next to it. They are shown while
 *   the mode is active, as are elements with data-mode="<name> …" in index.html
 * @property {(game: Game, puzzle: PuzzleKind) => void} render  updates its elements and #sentence; called after every
 *   change of the state
 * @property {(game: Game, puzzle: PuzzleKind) => Partial<Scene> & {marks: Marks}} scene  returns what the board shows;
 *   `document` and `puzzle` only if they are not the game's
 * @property {(game: Game, puzzle: PuzzleKind) => {puzzle?: PuzzleKind, document?: PuzzleDocument, marks?: Marks, tool?:
 *   number} | null} [editable]  returns what gestures and keys mark, if it is not the game's board; null if nothing can
 *   be marked
 * @property {(marks: Marks, stroke: import("./strokes.js").Stroke | null) => void} [commit]  called after a gesture or
 *   key with the new marks
 * @property {(place: Place | null) => void} [point]  called when the mouse or cursor moves to a place
 * @property {(at: {row?: number, column?: number, place?: Place, away?: number}) => void} [jot]  called for a tap
 *   beside the targets while marking is possible: on the clue of a line, `away` px from the lattice, or inside a cell
 * @property {(at: {row?: number, column?: number, place?: Place}) => void} [tap]  called for a tap on a clue or place
 *   while nothing can be marked
 * @property {(game: Game) => {undo: boolean, redo: boolean} | undefined} [history]  returns whether undo and redo are
 *   possible; without it these buttons are hidden
 * @property {() => void} [undo]
 * @property {() => void} [redo]
 * @property {(game: Game, puzzle: PuzzleKind) => {document?: PuzzleDocument, result: Result | null, checking?: boolean,
 *   fact?: string, calm?: boolean}} [heading]  returns the size and verdict for the heading, if they are not the
 *   game's; `calm`: several solutions are not an error
 * @property {(event: KeyboardEvent) => boolean} [onKey]  handles a key without Ctrl, wherever the focus is; returns
 *   true if the key was used
 * @property {() => void} [enter]  called when the mode becomes active, and for each new game
 * @property {() => void} [leave]  called when the mode or its game is left
 *
 * @typedef {object} Panel  a panel, shown instead of the margin; see registry.js
 * @property {string} name  its label is the string "<name>", its element #panel-<name>, its button #<name>-button
 * @property {number} order  position of its button: 1 Shelf, 2 Open, 3 Share; 9 Help, in the menu after them
 * @property {string} icon
 * @property {boolean} [menu]  on a phone, its button is in the menu "…"
 * @property {boolean} [bare]  its button shows only the icon
 * @property {boolean} [needsGame]  it can be opened only while a game is open
 * @property {() => HTMLElement} [build]  called once; returns the panel's element
 * @property {() => void} [wire]  called once, after all elements are built
 * @property {() => void} [render]  called after every change of the state while the panel is open
 * @property {() => void} [enter]  called when it opens; must take the focus
 * @property {() => void} [leave]  called when it closes
 */
export {};
