"""Star battle (スターバトル), with one star per line also known as Queens.

Rules: the board is divided into regions. Every row, every column and every region holds the same number of stars, and
no two stars touch, not even diagonally.

A region is a clue. The numbers of stars in rows and columns, and the distance between stars, are rules of the game, so
the k of the difficulty map is the number of regions that must be combined.

Source: Hans Eendebak, World Puzzle Championship 2003.
"""
