/** The page's side of the worker that reads pictures: started with the first picture. */

/** @import {Answer, Request} from "./worker.js" */

/** @type {{worker: Worker | null, asked: number}} */
const reader = { worker: null, asked: 0 };
/** @type {Map<number, {resolve: (answer: Answer) => void, reject: (error: Error) => void}>} */
const waiting = new Map();

/** @returns {Worker} */
function started() {
  const made = new Worker(new URL("./worker.js", import.meta.url), { type: "module" });
  made.onmessage = ({ data }) => {
    waiting.get(data.id)?.resolve(data);
    waiting.delete(data.id);
  };
  made.onerror = (event) => {
    made.terminate();
    reader.worker = null;
    for (const { reject } of waiting.values()) reject(new Error(event.message));
    waiting.clear();
  };
  return made;
}

/**
 * Reads a file, or the last file again.
 * @param {Omit<Request, "id">} request
 * @returns {Promise<Answer>} rejects if the worker cannot start or breaks
 */
export function readFile(request) {
  reader.worker ??= started();
  const id = ++reader.asked;
  reader.worker.postMessage({ ...request, id });
  return new Promise((resolve, reject) => waiting.set(id, { resolve, reject }));
}
