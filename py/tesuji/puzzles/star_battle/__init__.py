"""Star battle (スターバトル), with one star per line also known as Queens.

Rules: the board is divided into regions. Place stars so that every row, column and region has the same number of them,
and no two stars touch, not even diagonally.

The regions are the clues. The numbers of stars in rows and columns and the distance between stars are rules of the
game, so k in the difficulty map is the number of regions that must be combined.

Source: Hans Eendebak, World Puzzle Championship 2003.
"""
