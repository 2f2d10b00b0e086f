"""NAME, a small relative of Mosaic (Fill-a-Pix): write the rules of your puzzle here.

Rules: fill some cells of a rectangle. A number is the count of filled cells among its own cell and the up to four cells
that share a side with it. A cell without a number gives no information.

Source: created by tools/new_puzzle.py. Replace this with the inventor and the other names of your puzzle.
"""
