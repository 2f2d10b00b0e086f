"""NAME, a small relative of Mosaic (Fill-a-Pix): write the rules of your puzzle here.

Rules: some cells of a rectangle are filled. A number states how many cells are filled among its own cell and the up to
four cells that share a side with it. A cell without a number gives no information.

Source: written by tools/new_puzzle.py as a start. Say here who invented your puzzle, and what else it is called.
"""
