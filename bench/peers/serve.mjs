// The main loop of every peer under Node: reads one puzzle per line and prints {verdict, seconds, memory?} for each.
// The seconds are CPU time of this process; the memory is that of the wasm program, in bytes.
import { createInterface } from "node:readline";

/**
 * @param {(puzzle: {document: {kind: string}, facts: string}) => string} decide
 * @param {() => number | undefined} memory
 */
export async function serve(decide, memory = () => undefined) {
  for await (const line of createInterface({ input: process.stdin })) {
    const began = process.cpuUsage();
    let answer;
    try {
      answer = { verdict: decide(JSON.parse(line)) };
    } catch (error) {
      answer = { verdict: "error", message: String(error.message).slice(0, 300) };
    }
    const { user, system } = process.cpuUsage(began);
    console.log(JSON.stringify({ ...answer, seconds: (user + system) / 1e6, memory: memory() }));
  }
}
