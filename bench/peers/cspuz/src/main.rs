//! cspuz on slitherlinks, as a peer of bench/peers.py: a puzzle a line in, its rows with "/" between, a verdict a line
//! out. The constraints are those of cspuz's own solver (cspuz_rs_puzzles).

use cspuz_rs::{graph, solver::Solver};
use std::io::{self, BufRead, Write};

type Clues = Vec<Vec<Option<i32>>>;

fn read(line: &str) -> Clues {
    let number = |letter: char| letter.to_digit(10).map(|digit| digit as i32);
    line.trim().split('/').map(|row| row.chars().map(number).collect()).collect()
}

/// The number of solutions up to two.
fn solutions(clues: &Clues) -> usize {
    let (height, width) = (clues.len(), clues[0].len());
    let mut solver = Solver::new();
    let edges = &graph::BoolGridEdges::new(&mut solver, (height, width));
    solver.add_answer_key_bool(&edges.horizontal);
    solver.add_answer_key_bool(&edges.vertical);
    graph::single_cycle_grid_edges(&mut solver, edges);
    for (row, column) in (0..height).flat_map(|row| (0..width).map(move |column| (row, column))) {
        if let Some(number) = clues[row][column] {
            solver.add_expr(edges.cell_neighbors((row, column)).count_true().eq(number));
        }
    }
    solver.answer_iter().take(2).count()
}

fn main() {
    for line in io::stdin().lock().lines() {
        let verdict = ["none", "unique", "multiple"][solutions(&read(&line.unwrap()))];
        println!("{verdict}");
        io::stdout().flush().unwrap();
    }
}
