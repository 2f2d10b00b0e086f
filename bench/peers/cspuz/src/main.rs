//! cspuz as a peer of bench/peers.py: a puzzle a line in (its kind, its number of stars, and its rows with "/" between),
//! a verdict a line out. The constraints are those of cspuz's own solvers (cspuz_rs_puzzles).

use cspuz_rs::{
    graph,
    solver::{BoolVar, Solver},
};
use std::collections::{BTreeMap, HashMap};
use std::io::{self, BufRead, Write};

type Rows = Vec<Vec<char>>;
type Place = (usize, usize);

fn places(rows: &Rows) -> Vec<Place> {
    (0..rows.len()).flat_map(|row| (0..rows[0].len()).map(move |column| (row, column))).collect()
}

/// The rows, then the columns.
fn lines(rows: &Rows) -> Vec<Vec<Place>> {
    let (height, width) = (rows.len(), rows[0].len());
    let across = (0..height).map(|row| (0..width).map(|column| (row, column)).collect());
    across.chain((0..width).map(|column| (0..height).map(|row| (row, column)).collect())).collect()
}

fn slitherlink(solver: &mut Solver, rows: &Rows) {
    let edges = &graph::BoolGridEdges::new(solver, (rows.len(), rows[0].len()));
    solver.add_answer_key_bool(&edges.horizontal);
    solver.add_answer_key_bool(&edges.vertical);
    graph::single_cycle_grid_edges(solver, edges);
    for (row, column) in places(rows) {
        if let Some(number) = rows[row][column].to_digit(10) {
            solver.add_expr(edges.cell_neighbors((row, column)).count_true().eq(number as i32));
        }
    }
}

fn akari(solver: &mut Solver, rows: &Rows) {
    let bulbs = &solver.bool_var_2d((rows.len(), rows[0].len()));
    solver.add_answer_key_bool(bulbs);
    let is_white = |&(row, column): &Place| rows[row][column] == '.';
    for place in places(rows).into_iter().filter(|place| !is_white(place)) {
        solver.add_expr(!bulbs.at(place));
        if let Some(number) = rows[place.0][place.1].to_digit(10) {
            solver.add_expr(bulbs.four_neighbors(place).count_true().eq(number as i32));
        }
    }
    let mut lit: HashMap<Place, Vec<BoolVar>> = HashMap::new();
    for line in lines(rows) {
        for piece in line.split(|place| !is_white(place)).filter(|piece| !piece.is_empty()) {
            let one = solver.bool_var();
            solver.add_expr(bulbs.select(piece.to_vec()).count_true().eq(one.ite(1, 0)));
            for place in piece {
                lit.entry(*place).or_default().push(one.clone());
            }
        }
    }
    for both in lit.values() {
        solver.add_expr(&both[0] | &both[1]);
    }
}

fn hitori(solver: &mut Solver, rows: &Rows) {
    let is_black = &solver.bool_var_2d((rows.len(), rows[0].len()));
    solver.add_answer_key_bool(is_black);
    graph::active_vertices_connected_2d(solver, !is_black);
    solver.add_expr(!is_black.conv2d_and((1, 2)));
    solver.add_expr(!is_black.conv2d_and((2, 1)));
    for line in lines(rows) {
        for (at, one) in line.iter().enumerate() {
            for other in &line[..at] {
                if rows[one.0][one.1] == rows[other.0][other.1] {
                    solver.add_expr(is_black.at(*one) | is_black.at(*other));
                }
            }
        }
    }
}

fn star_battle(solver: &mut Solver, rows: &Rows, stars: i32) {
    let (height, width) = (rows.len(), rows[0].len());
    let has_star = &solver.bool_var_2d((height, width));
    solver.add_answer_key_bool(has_star);
    let mut regions: BTreeMap<char, Vec<Place>> = BTreeMap::new();
    for place in places(rows) {
        regions.entry(rows[place.0][place.1]).or_default().push(place);
    }
    for group in lines(rows).into_iter().chain(regions.into_values()) {
        solver.add_expr(has_star.select(group).count_true().eq(stars));
    }
    let (down, right) = (1..height, 1..width);
    let (up, left) = (..height - 1, ..width - 1);
    solver.add_expr(!(has_star.slice((up, ..)) & has_star.slice((down.clone(), ..))));
    solver.add_expr(!(has_star.slice((.., left)) & has_star.slice((.., right.clone()))));
    solver.add_expr(!(has_star.slice((up, left)) & has_star.slice((down.clone(), right.clone()))));
    solver.add_expr(!(has_star.slice((up, right)) & has_star.slice((down, left))));
}

/// The number of solutions up to two.
fn solutions(line: &str) -> usize {
    let parts: Vec<&str> = line.split_whitespace().collect();
    let rows: Rows = parts[2].split('/').map(|row| row.chars().collect()).collect();
    let mut solver = Solver::new();
    match parts[0] {
        "slitherlink" => slitherlink(&mut solver, &rows),
        "akari" => akari(&mut solver, &rows),
        "hitori" => hitori(&mut solver, &rows),
        _ => star_battle(&mut solver, &rows, parts[1].parse().unwrap()),
    }
    solver.answer_iter().take(2).count()
}

fn main() {
    for line in io::stdin().lock().lines() {
        let verdict = ["none", "unique", "multiple"][solutions(&line.unwrap())];
        println!("{verdict}");
        io::stdout().flush().unwrap();
    }
}
