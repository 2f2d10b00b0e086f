/** Personal statistics: puzzles solved on this device, times, streaks and techniques. */

import { clockText } from "../core/clock.js";
import { bySize, perDay, streak } from "../core/statistics.js";
import { textButton } from "../ui/controls.js";
import { saveFile } from "../ui/files.js";
import { byId, h, refill, setFacts, setText, show } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { announce, kindName } from "../ui/text.js";
import { erasePractice, sights } from "../shell/practice.js";
import { eraseRecord, record } from "../shell/record.js";
import { part, update } from "../shell/state.js";
import { renderSkills, skillElements } from "./skills.js";

/** @import {Panel} from "../core/types.js" */

const DAYS = 28; // number of days in the chart

/**
 * The part of the state that this module owns.
 * @typedef {object} Own
 * @property {boolean} sure  Erase was pressed once; pressing it again erases the data
 */

/** @type {Own} */
const local = part("panels/statistics", { sure: false });

/** @type {Omit<Panel, "name" | "order" | "icon">} */
export default {
  build: () =>
    h(
      "div",
      {},
      h("p", { id: "statistics-lead", class: "sentence" }),
      h("dl", { id: "statistics-facts", class: "facts" }),
      h(
        "figure",
        { id: "statistics-days" },
        h("figcaption", { class: "small", "data-t": "statistics.days" }),
        h("div", { id: "statistics-chart", role: "img" }),
      ),
      h("table", { id: "statistics-sizes" }),
      skillElements(),
      h(
        "div",
        { class: "row" },
        textButton("statistics.save", { id: "statistics-save", onclick: save }),
        h("button", { id: "statistics-erase", class: "button line", onclick: erase }),
      ),
      h("p", { class: "small", "data-t": "statistics.private" }),
    ),

  enter() {
    local.sure = false;
    byId("panel-close").focus();
  },

  render() {
    const solved = record();
    const some = solved.length > 0;
    setText(byId("statistics-lead"), some ? t("statistics.lead", { n: solved.length }) : t("statistics.empty"));
    const { now, longest } = streak(solved, new Date());
    setFacts(
      byId("statistics-facts"),
      some
        ? [
            [t("statistics.streak"), t("statistics.in-a-row", { n: now })],
            [t("statistics.longest"), t("statistics.in-a-row", { n: longest })],
            [t("statistics.hints"), String(solved.reduce((all, { hints }) => all + hints, 0))],
          ]
        : [],
    );
    for (const id of ["statistics-days", "statistics-sizes"]) show(byId(id), some);
    for (const id of ["statistics-save", "statistics-erase"]) show(byId(id), some || sights().length > 0);
    renderSkills();
    setText(byId("statistics-erase"), t(local.sure ? "statistics.sure" : "statistics.erase"));
    const key = `${solved.length} ${solved.at(-1)?.at}`;
    refill(byId("statistics-chart"), key, chart);
    refill(byId("statistics-sizes"), key, table);
  },
};

/** Returns one bar for each of the last days. */
function chart() {
  const counts = perDay(record(), new Date(), DAYS);
  const most = Math.max(1, ...counts);
  byId("statistics-chart").setAttribute(
    "aria-label",
    t("statistics.chart", { n: counts.reduce((a, b) => a + b, 0), days: DAYS }),
  );
  return counts.map((count) =>
    h("i", {
      title: String(count),
      class: count ? "some" : "",
      style: { height: `${Math.round((100 * count) / most)}%` },
    }),
  );
}

/** Returns a table of all kinds and sizes that were solved. */
function table() {
  const head = ["statistics.size", "statistics.solved", "statistics.best", "statistics.median"].map((key) =>
    h("th", { scope: "col" }, t(key)),
  );
  const rows = bySize(record());
  return [
    h("thead", {}, h("tr", {}, ...head)),
    h(
      "tbody",
      {},
      ...rows.flatMap(({ kind, width, height, count, best, median }, index) => [
        ...(kind === rows[index - 1]?.kind
          ? []
          : [h("tr", {}, h("th", { scope: "rowgroup", colspan: 4, class: "of" }, kindName(kind)))]),
        h(
          "tr",
          {},
          h("th", { scope: "row" }, `${width} × ${height}`),
          ...[String(count), clockText(best), clockText(median)].map((text) => h("td", {}, text)),
        ),
      ]),
    ),
  ];
}

function save() {
  const text = `${JSON.stringify({ tesuji: "record", solved: record(), practice: sights() })}\n`;
  saveFile("tesuji-record.json", new Blob([text], { type: "application/json" }));
}

function erase() {
  if (local.sure) {
    eraseRecord();
    erasePractice();
    announce(t("statistics.erased"));
  }
  local.sure = !local.sure;
  update({});
}
