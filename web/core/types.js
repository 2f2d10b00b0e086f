/**
 * The nouns of the page, as types; no code. Messages to and from the worker are in messages.js.
 *
 * @typedef {{kind: string, title?: string, author?: string, [member: string]: any}} PuzzleDocument  as DESIGN says:
 *   JSON, letters in rows
 * @typedef {{width: number, height: number}} Size  in cells
 * @typedef {{r: number, c: number, shape?: Shape}} Place  on the lattice of half steps, see lattice.js; a link has its
 *   shape
 *
 * @typedef {"cell" | "edge" | "link" | "vertex"} Shape  of a variable: a cell, a border between cells, a link from the
 *   centre of a cell to that of its neighbour, a point where cells meet
 *
 * @typedef {object} Block  variables of one shape, one at every place of the board that has this shape
 * @property {Shape} shape
 * @property {number} values  2: yes and no; else 1 to `values`, of a kind whose boards differ the most that one has
 * @property {string | Record<string, string>} letters  in a player's board, of undecided and of each value; by part
 *   (h and v, right and down) if the parts have different ones
 * @property {(pen: Pen, x: number, y: number, radius: number) => void} [symbol]  adds the symbol of "yes" to a path that is
 *   filled; without it a square
 * @property {string[]} [names]  the keys of the names of undecided and of each value; without it "cell.<kind>.<value>"
 * @property {Record<string, number>} [answers]  letters of a solution that mean another value than in a player's board
 *
 * @typedef {string} Marks  one character for each variable, see marks.js: "0" undecided; of two values "1" yes (filled,
 *   mine, line, O) and "2" no (×, safe, no line, X); of n values "1" to "9", then "a" to "z"
 *
 * @typedef {object} Problem  what is wrong with an input, and where
 * @property {string} kind  key of its sentence: "error.<kind>"
 * @property {string} [message]  the sentence in English, when the engine wrote it
 * @property {Record<string, number> | null} [at]  row, column, line or character, from 1
 * @property {Record<string, any>} [params]
 *
 * @typedef {object} Result  of the call "solve"
 * @property {"unique" | "multiple" | "none" | "unknown"} verdict
 * @property {any[]} solutions  rows in the solution's letters, or {h, v}
 * @property {number} seconds
 * @property {any} [forced]  as a solution, "?" where nothing is certain
 * @property {Marks[]} [marks]  the solutions as marks, if the engine writes them
 * @property {Marks} [forced_marks]  `forced` as marks
 * @property {boolean} [forced_complete]
 * @property {string} [boards]  how many there are, all digits
 * @property {string} [class]
 * @property {number} [depth]
 * @property {{key: string, params?: Record<string, any>, at?: Record<string, number>}} [reason]
 * @property {boolean} [stopped]
 * @property {boolean} [checked]  its certificate was checked by a second program
 *
 * @typedef {object} Move  one entry of the history
 * @property {number[]} cells  the variables it changed
 * @property {string} before  their marks before, one character each
 * @property {string} after
 * @property {Record<string, [number, number]>} [jots]  the jots it changed, each before and after; 0 if there is none
 * @property {Event[]} [lost]  what was played before it and taken back
 * @property {number} [time]  ms that the game had been played
 * @property {number} [hints]  hints asked for until then
 *
 * @typedef {Move | {undo: number}} Event  something that happened in a game: a move, or the last ones taken back
 *
 * @typedef {{at: number, marks: Marks, jots?: Jots, outer?: Trial}} Trial  the length of `past`, the marks and the jots
 *   when a what-if began; the one that it is in
 * @typedef {Record<string, number>} Jots  "row 3 1": 1, the second number of the fourth row is struck; "cell 3 1": 1 a cell
 *   is shaded as inside, 2 as outside
 *
 * @typedef {object} Game  everything worth keeping of one puzzle
 * @property {string} id
 * @property {string} kind
 * @property {PuzzleDocument} document  the puzzle alone, nobody's progress inside
 * @property {Marks} marks
 * @property {Move[]} past
 * @property {Move[]} future
 * @property {Trial | null} trial  a what-if
 * @property {Jots} [jots]  what the player wrote next to the marks
 * @property {number} time  ms that it was played
 * @property {number} hints  hints asked for
 * @property {number} falls  how often the game was lost and gone on with
 * @property {Result | null} result
 * @property {{mode: State["mode"], show: State["show"]}} view  how it was looked at last
 * @property {string[]} seen  progress that came in links and was taken over once
 * @property {number} changed  milliseconds since 1970
 * @property {import("./sketch.js").Drawing} [drawing]  of a puzzle of one's own: what was drawn, and how
 * @property {number} [finished]  when the player had solved it for the first time, in ms since 1970
 * @property {boolean} [named]  its title is the player's own
 * @property {string} [alias]  of a puzzle of one's own: the identity of its document as it is now
 *
 * @typedef {object} Overlay  what the engine says of a place; drawn over the board
 * @property {"forced" | "because" | "conflict" | "reach" | "wrong" | "either" | "needed" | "follows"} role  reach: unknown
 *   cells that a conflict speaks of; needed: a clue that cannot be taken away; follows: settled by the steps after
 * @property {Place} [place]
 * @property {Place} [to]  wrong: a bracket from place to here
 * @property {number} [row]  from 0: a whole line with its clue
 * @property {number} [column]
 * @property {number} [state]  forced, follows: the value that it must have
 * @property {number[]} [not]  forced, follows: values that it cannot have
 * @property {string} [letter]
 * @property {boolean} [ring]  false: no ring, as what is blamed is no clue
 *
 * @typedef {object} Heat  how hard each target is
 * @property {number[]} k  clues needed; -1 not settled
 * @property {Marks | null} answer  the solution to draw with it, null for the heat alone
 * @property {(pen: Pen, scene: Scene) => void} paint  heat.js, which only Analyse brings
 * @property {number | null} only  show this k alone
 * @property {boolean} numbers  with figures, for high contrast
 *
 * @typedef {Record<string, string>} Palette  colours by the names of LOOK's tokens
 *
 * @typedef {object} Layout  where a board lies on its canvas; all in CSS px
 * @property {Size} size
 * @property {number} cell  side of one cell
 * @property {number} rim  around the lattice, moves with it
 * @property {{left: number, top: number, right: number, bottom: number}} bands  next to the lattice, stay in place
 * @property {{x: number, y: number, width: number, height: number}} window  the part of the canvas in which the lattice
 *   moves
 * @property {{x: number, y: number}} origin  of the lattice, panning included
 * @property {{x: number, y: number}} pan  as far as it may go
 * @property {number} width  of the canvas
 * @property {number} height
 * @property {number} fit  the cell size at which everything is seen
 * @property {boolean} whole  everything is seen
 *
 * @typedef {object} Scene  one picture of a board
 * @property {PuzzleKind} puzzle
 * @property {PuzzleDocument} document
 * @property {Layout} layout
 * @property {Palette} palette
 * @property {Marks} marks
 * @property {Marks | null} [second]  another solution, if it differs the cell is split
 * @property {"own" | "solution" | "found"} [tone]
 * @property {Overlay[]} [overlays]
 * @property {Place | null} [cursor]
 * @property {boolean} [pen]  the cursor draws where it goes
 * @property {Place | null} [crosshair]
 * @property {{place: Place, text: string} | null} [counter]
 * @property {boolean} [done]  solved: drawn as a picture
 * @property {Marks | null} [trial]  the marks before a what-if; what differs belongs to it
 * @property {Marks | null} [deeper]  the marks before a what-if within it
 * @property {Jots} [jots]
 * @property {((pen: Pen, scene: Scene) => void) | null} [names]  draws the names of places
 * @property {Heat | null} [heat]
 * @property {string[]} [notes]  small figures by target
 * @property {{from: Place, at: number, paint: (pen: Pen, scene: Scene) => void} | null} [finish]  the wave of a finish,
 *   at 0 to 1
 *
 * @typedef {object} Pen  what drawing functions get: a context that counts in CSS px, and the lattice in it
 * @property {CanvasRenderingContext2D} ctx
 * @property {number} ratio  device pixels per CSS px
 * @property {number} c  side of one cell
 * @property {Size} size
 * @property {Palette} colour
 * @property {{row: number, rowEnd: number, column: number, columnEnd: number}} range  the cells that are seen
 * @property {{x: number, y: number, width: number, height: number}} [region]  the part of the canvas that is drawn, in
 *   CSS px
 * @property {(column: number) => number} x  left side of a column
 * @property {(row: number) => number} y  upper side of a row
 * @property {Layout} layout
 *
 * @typedef {object} Break  a rule that is broken
 * @property {string} key  of its sentence
 * @property {Record<string, any>} params
 * @property {Overlay[]} where
 *
 * @typedef {object} Tool
 * @property {string} key  "fill": its name is in the locales as "tool.fill"
 * @property {string} icon
 * @property {string} [text]  what stands on its button if there is no icon and no word for it
 * @property {(ctx: CanvasRenderingContext2D, side: number) => void} [swatch]  draws what it paints next to that text
 * @property {number} [block]  index of the block that it marks, 0 by default
 * @property {number[]} cycle  the value that a tap makes of undecided and of each value
 * @property {(size: Size, marks: Marks, from: number, to: number) => number[]} [cover]  the targets between the first
 *   and the last of a drag, if they are not those that it passed
 * @property {boolean} [over]  a drag paints over every mark, not only over those like its first
 * @property {boolean} [single]  a drag does no more than a tap
 * @property {number[]} [tap]  the same where a tap does not do what a drag does
 *
 * @typedef {KindBasics & KindDrawing & KindPlay & KindSetting} PuzzleKind  all that the page knows of one kind;
 *   web/puzzles/<kind>/board.js exports one. Nothing else names a kind: it asks for a member. A kind has all of
 *   KindBasics; of the groups after it only what it needs.
 *
 * @typedef {Partial<PuzzleKind> & KindBase} KindDescription  what `kind` of generic/kind.js makes a whole kind from; a
 *   member of PuzzleKind that it has replaces the one that would be made
 *
 * @typedef {object} KindBase
 * @property {string} kind
 * @property {number} order
 * @property {string} glyph
 * @property {readonly (Partial<Block> & Pick<Block, "shape">)[]} [blocks]  one of cells that are yes or no by default
 * @property {(document: PuzzleDocument) => number} [values]  how many of its values a block of more than two has here
 * @property {ClueGrid} [grid]  clues in cells
 * @property {Partial<Record<"left" | "top" | "right" | "bottom", string>>} [lines]  the members of a document with the
 *   numbers next to its lines: for each line a number, a list of numbers, or of pairs of a number and a colour's index
 * @property {(document: PuzzleDocument) => string[]} [colours]  of the values, as "#rrggbb"
 * @property {"letter"} [style]  marks of cells that are yes or no are drawn as letters
 * @property {import("./sketch.js").Edit["side"]} [side]  of a board that is drawn, in cells
 * @property {KindBasics["sample"]} sample
 *
 * @typedef {Omit<KindDescription, "blocks"> & {blocks: readonly Block[]}} WholeDescription  with whole blocks
 *
 * @typedef {object} ClueGrid
 * @property {string} letters  that are allowed, those without a clue too
 * @property {string} [member]  of the document, "grid" by default
 * @property {(size: Size) => number} [most]  its letters are numbers from 1; the largest that a board needs
 * @property {string} [blank]  the letter of a cell without a clue, "." by default
 * @property {boolean} [given]  a letter sets the value of its cell
 * @property {(letter: string) => string} [text]  a clue as people read it
 * @property {Record<string, "disc" | "ring">} [symbols]  letters that are drawn as a symbol
 *
 * @typedef {object} KindBasics  what every kind must have
 * @property {string} kind
 * @property {number} order  its place in the header
 * @property {string} glyph  SVG path data in a box of 20 × 20, stroked; sub-paths after "F" are filled
 * @property {readonly Block[]} blocks  what can be marked
 * @property {string} boardKey  the member of a document that holds somebody's progress
 * @property {Tool[]} tools
 * @property {(document: PuzzleDocument) => Size} size
 * @property {(document: PuzzleDocument) => Problem | null} problem  what would keep the page from drawing it
 * @property {(document: PuzzleDocument) => Marks} givens  marks that the puzzle itself sets, "0" elsewhere
 * @property {(document: PuzzleDocument, index: number) => boolean} fixed  this target cannot be marked
 * @property {(document: PuzzleDocument, cell: number) => Layout["bands"]} bands  room next to the lattice
 * @property {(size: Size) => number} most  largest cell, in px
 * @property {(pen: Pen, scene: Scene) => void} marks  draws them
 * @property {(document: PuzzleDocument, marks: Marks) => boolean} solved
 * @property {(document: PuzzleDocument, marks: Marks) => Break[]} breaks  rules that the marks break already
 * @property {(document: PuzzleDocument, marks: Marks) => {key: string, value: string}[]} progress
 * @property {(document: PuzzleDocument, place: Place) => string} clueText  the clues at a place, in figures
 * @property {(document: PuzzleDocument, marks: Marks) => string} text  a board as text
 * @property {{document: PuzzleDocument, board?: any, overlays?: Overlay[]}} sample  for the first visit, with one forced
 *   move; its reason is "sample.<kind>" in the kind's strings
 *
 * @typedef {object} KindDrawing  more to draw than marks
 * @property {(document: PuzzleDocument) => string[]} [regions]  the letter of each cell's region: regions have thick
 *   borders, and a clue of a cell stands for its whole region
 * @property {boolean} [picture]  solved, it is shown without its grid
 * @property {boolean} [border]  false: no ink border and no lines between cells
 * @property {boolean} [spreads]  a mark changes how the cells of its row and its column are drawn
 * @property {number} [fifthsFrom]  cells a side from which every fifth line is thick
 * @property {(pen: Pen, scene: Scene) => void} [ground]
 * @property {(pen: Pen, scene: Scene) => void} [clues]  inside the lattice
 * @property {(pen: Pen, scene: Scene) => void} [rowClues]  in the left band
 * @property {(pen: Pen, scene: Scene) => void} [columnClues]  in the upper band
 * @property {(pen: Pen, scene: Scene) => void} [rowNotes]  in the right band
 * @property {(pen: Pen, scene: Scene) => void} [columnNotes]  in the lower band
 * @property {(document: PuzzleDocument, side: "row" | "column", at: number, cell: number) => number} [clueLength]  how
 *   far a line's clue reaches from the lattice, in px
 * @property {Partial<KindBasics & KindDrawing>} [plain]  what is otherwise on a small board that is only looked at
 * @property {(pen: Pen, x: number, y: number, first: number, second: number, scene: Scene) => void} [split]  both marks
 *   of a cell in which two solutions differ
 * @property {(pen: Pen, x: number, y: number, state: number, colour: string, place: Place) => void} [mark]  one mark
 *   in a given colour, centre at x, y
 * @property {(pen: Pen, x: number, y: number, state: number, place: Place) => void} [tentative]  a mark of a what-if,
 *   in broken strokes and the focus colour
 * @property {(pen: Pen, x: number, y: number, state: number, colour: string, given: boolean) => void} [onHeat]  a mark
 *   on a heat tile
 *
 * @typedef {object} KindPlay  more ways to play and to look than taps and drags
 * @property {string} [rules]  under which name the locales have its rules, if it is not that of the kind
 * @property {(document: PuzzleDocument) => PuzzleKind | null} [variant]  the kind as this document needs it, if that is
 *   another one: with other values, say
 * @property {boolean} [asks]  the engine checks its rules while it is played
 * @property {string} [unmarked]  letters in a player's board, besides "?", that say nothing
 * @property {boolean} [bare]  of a solution only "yes" is worth writing down
 * @property {Record<string, number>} [keys]  keys of the keyboard and the mark they set
 * @property {(document: PuzzleDocument, side: "row" | "column", at: number, away: number, cell: number) => number} [clueAt]
 *   which number of a line's clue lies so many px away from the lattice, -1 none; if there is one, numbers can be
 *   struck
 * @property {boolean} [shades]  cells can be shaded as inside or outside
 * @property {() => Promise<NonNullable<Scene["names"]>>} [names]  what draws the names of places and the peers of the one
 *   that is pointed at
 * @property {boolean} [lock]  a drag stays in its row or column
 * @property {State["show"]} [showFirst]  what to show of several solutions, "both" by default
 * @property {(document: PuzzleDocument) => boolean} [hides]  the document is a game with something to uncover, so that
 *   neither its solution nor how many there are is shown
 * @property {(document: PuzzleDocument) => Tool[] | null} [toolsFor]  other tools for this document
 * @property {{key: string, tools: Tool[]}[]} [presets]  other sets of tools to choose from, the first is the one of `tools`
 * @property {(document: PuzzleDocument, marks: Marks) => Marks} [finish]  with × wherever a clue that is met, or a rule,
 *   leaves nothing else; no more than anybody sees at once
 * @property {(document: PuzzleDocument, place: Place) => {row: string, column: string}} [lineClues]  the clues of the row
 *   and the column of a place, in figures
 * @property {(document: PuzzleDocument, before: Marks, after: Marks) => Marks} [settle]  what a move brings with it
 * @property {(document: PuzzleDocument, marks: Marks, target: number) => Marks} [chord]  what a tap on a finished
 *   number does
 * @property {(document: PuzzleDocument, marks: Marks) => boolean} [fallen]  the game is lost as it stands; its words are
 *   "fallen.<kind>" and "solved.falls.<kind>"
 * @property {(document: PuzzleDocument, marks: Marks) => PuzzleDocument} [position]  the document with the player's
 *   board, if it is more than `boardKey`
 * @property {(document: PuzzleDocument) => boolean} [midGame]  the document is a position of a game, which need not have
 *   one solution: what is certain in it is "say.position.<kind>"
 * @property {(document: PuzzleDocument, place: Place) => Place[]} [reach]  the cells that a number speaks of
 * @property {boolean} [classes]  its puzzles have a class, SF, MF, MP or EP: "class.<class>" and "class.<class>.why"
 * @property {boolean} [lineView]  its lines have arrangements that can be listed
 * @property {(document: PuzzleDocument) => string} [rule]  the key of the sentence that says what the rules of this
 *   document are, "rule.<kind>" by default
 *
 * @typedef {object} KindSetting  new puzzles of this kind
 * @property {() => Promise<import("./sketch.js").Edit>} [edit]  how it is drawn, loaded when it is first wanted; without
 *   it there is no Draw
 * @property {PuzzleDocument} [practice]  one solution, a minute is enough for it: next to the rules, instead of `sample`
 * @property {[width: number, height: number][]} [sizes]  that new ones are made in
 * @property {Record<string, any>} [make]  what the call that makes one gets beside size and level
 * @property {string[]} [variants]  other ways to make one: "make.variant.<name>" in the kind's strings, and
 *   "make.variant.<kind>" for the usual one; "make.variant.<word>-n" for a name "<word>-<number>"
 *
 * @typedef {object} State  of the page; changed only by `update` and `updateView` in state.js
 * @property {string} language
 * @property {boolean} translated  the locale is loaded; before, nothing is shown
 * @property {string} theme
 * @property {Palette} palette
 * @property {CatalogEntry[]} catalog  the kinds in the order of the header
 * @property {string} mode  name of the mode, see registry.js
 * @property {globalThis.Event | null} install  with which the browser offers to install the page, null if it does not
 * @property {string | null} panel  name of the panel that stands in the place of the margin
 * @property {PuzzleKind | null} puzzle
 * @property {Game | null} game
 * @property {"mine" | "a" | "b" | "both" | "found" | "steps" | "heat" | "mixed" | "odds"} show  what the board shows
 * @property {number} tool
 * @property {Place | null} cursor
 * @property {boolean} keyboard  the cursor was moved by a key, so it is drawn
 * @property {number | null} pen  the tool with which the keyboard draws, null while it is lifted
 * @property {Place | null} hover
 * @property {import("./strokes.js").Stroke | null} stroke
 * @property {boolean} magnified  a loupe shows what is under the finger
 * @property {number | null} zoom  see canvas/layout.js
 * @property {{x: number, y: number}} pan
 * @property {Problem | null} message
 * @property {{text: string, open: () => Promise<void>} | null} offer  a puzzle that came after somebody had gone on to
 *   another one
 * @property {import("../engine/client.js").State} engine
 * @property {number} engineSince  when it entered this state, in ms of performance.now
 * @property {boolean} engineAgain  a worker died before this one
 * @property {Work | null} work
 * @property {boolean} stopped  the last work was stopped by the player
 * @property {boolean} updated  a newer version of the page lies ready; a reload brings it
 * @property {string} why  kind of the sample whose reason is shown
 * @property {boolean} reading  a text is with the engine to be read
 * @property {boolean} arriving  the address names a puzzle that is not there yet
 * @property {{id: string, title: string, kind: string, hidden?: boolean} | null} latest  a game to go on with
 * @property {string} address  the fragment that the page shows
 * @property {number} reads  how many texts were opened
 * @property {Record<string, object>} parts  what single modules own, by name
 *
 * @typedef {object} CatalogEntry  what the page knows of a kind before its module is loaded
 * @property {string} kind
 * @property {number} order
 * @property {string} glyph
 * @property {Example[]} examples
 * @property {boolean} draws  it can be drawn
 * @property {boolean} [library]  there are puzzles of it to play
 * @property {boolean} [techniques]  there are pages of its techniques
 * @property {boolean} photo  a photograph can become one
 * @property {boolean} census  the engine can count all of a size
 * @property {import("../engine/messages.js").EngineMessage[]} [levels]  what each level asks for
 * @property {string[]} [trials]  techniques that are trials
 * @property {string[]} notations  of other people, in which the engine can write it
 *
 * @typedef {{name: Record<string, string>, level: string, id: string}} Example  id: the identity of its puzzle
 * @typedef {{id: string, name: string, controller: AbortController, since: number, reveal: boolean, progress:
 *   import("../engine/messages.js").Progress | null}} Work a call that is under way for a game; `reveal`: somebody
 *   waits for it
 *
 * @typedef {object} Mode  one way to work with the board; see registry.js
 * @property {string} name  its word is "mode.<name>"
 * @property {number} order  of the tabs: 1 Play, 2 Draw, 3 Analyse
 * @property {string} icon
 * @property {(puzzle: PuzzleKind) => boolean} [fits]  whether there is such a mode for this kind
 * @property {() => {tools?: HTMLElement[], statement?: HTMLElement[], evidence?: HTMLElement[]}} [build]  called once: what
 *   to put under the board, below the sentence, and below that or next to it; shown while the mode is on. Elements with
 *   data-mode="<name> …" in index.html likewise
 * @property {(game: Game, puzzle: PuzzleKind) => void} render  brings its elements (and #sentence) in line with the
 *   state; called after every change
 * @property {(game: Game, puzzle: PuzzleKind) => Partial<Scene> & {marks: Marks}} scene  what the board shows;
 *   `document` and `puzzle` if they are not the game's
 * @property {(game: Game, puzzle: PuzzleKind) => {puzzle?: PuzzleKind, document?: PuzzleDocument, marks?: Marks, tool?:
 *   number} | null} [editable]  what gestures and keys mark, if it is not the game's; null while nothing can be marked
 * @property {(marks: Marks, stroke: import("./strokes.js").Stroke | null) => void} [commit]  a gesture or key made these marks
 * @property {(place: Place | null) => void} [point]  mouse or cursor is at this place
 * @property {(at: {row?: number, column?: number, place?: Place, away?: number}) => void} [jot]  a tap next to what can be
 *   marked, while it can: on the clue of a line, `away` px from the lattice, or inside a cell
 * @property {(at: {row?: number, column?: number, place?: Place}) => void} [tap]  a tap while nothing can be marked: on a
 *   line's clue, or a place
 * @property {(game: Game) => {undo: boolean, redo: boolean} | undefined} [history]  what can be taken back; without it
 *   there are no such buttons
 * @property {() => void} [undo]
 * @property {() => void} [redo]
 * @property {(game: Game, puzzle: PuzzleKind) => {document?: PuzzleDocument, result: Result | null, checking?: boolean,
 *   fact?: string, calm?: boolean}} [heading]  size and verdict if they are not the game's; calm: several solutions
 *   are nothing wrong
 * @property {(event: KeyboardEvent) => boolean} [onKey]  a key without Ctrl, wherever the focus is; whether it meant
 *   anything
 * @property {() => void} [enter]  the mode begins, for this game
 * @property {() => void} [leave]  the mode ends, or its game leaves the board
 *
 * @typedef {object} Panel  what takes the place of the margin; see registry.js
 * @property {string} name  its word is "<name>", its element #panel-<name>, its button #<name>-button
 * @property {number} order  of the buttons: 1 Shelf, 2 Open, 3 Share; in the menu after them: 9 Help
 * @property {string} icon
 * @property {boolean} [menu]  its button is in the menu "…" on a phone
 * @property {boolean} [bare]  its button shows the icon only
 * @property {boolean} [needsGame]  it is about the board, so there must be one
 * @property {() => HTMLElement} [build]  called once: the panel
 * @property {() => void} [wire]  called once, after everything is built
 * @property {() => void} [render]  called after every change while it is open
 * @property {() => void} [enter]  it opens; it is to take the focus
 * @property {() => void} [leave]
 */
export {};
