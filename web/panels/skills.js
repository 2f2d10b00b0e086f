/** The player's techniques in Statistics: seen and missed per week, time, rating, and drills that are due. */

import { clockText } from "../core/clock.js";
import { dateOf, dayNumber } from "../core/daily.js";
import { dueNow, hasDrill, skills, WEEKS } from "../core/practice.js";
import { drill, drilling } from "../shell/drill.js";
import { kindOf } from "../shell/kinds.js";
import { sights } from "../shell/practice.js";
import { knows } from "../shell/solver.js";
import { byId, h, onChoice, refill, setText, show } from "../ui/dom.js";
import { t } from "../ui/i18n.js";
import { dateText, kindName, messageText } from "../ui/text.js";

/** @import {Skill} from "../core/practice.js" */

const COLUMNS = ["skills.technique", "skills.seen", "skills.missed", "skills.time", "skills.rating"];

export function skillElements() {
  const table = h("table", { id: "skills-table" });
  onChoice(table, "drill", async (name) => {
    const [kind, technique] = name.split(" ");
    const puzzle = await kindOf(kind);
    if (puzzle) await drill(puzzle, technique);
  });
  return h(
    "section",
    { id: "skills" },
    h("h3", { "data-t": "skills" }),
    h("p", { id: "skills-lead", class: "small" }),
    table,
    h("p", { class: "small", "data-t": "skills.rating.how" }),
  );
}

/** Shows the techniques, or nothing before the first review. */
export function renderSkills() {
  const all = sights();
  const today = new Date();
  const known = skills(all, today);
  show(byId("skills"), known.length > 0);
  const due = dueNow(known, today);
  show(byId("skills-lead"), due.length > 0);
  setText(byId("skills-lead"), t("skills.due", { n: due.length }));
  const key = `${all.length} ${all.at(-1)?.at} ${dayNumber(today)} ${drilling()} ${knows("generate")}`;
  refill(byId("skills-table"), key, () => [
    h("thead", {}, h("tr", {}, ...COLUMNS.map((name) => h("th", { scope: "col" }, t(name))))),
    ...[...new Set(known.map(({ kind }) => kind))].map((kind) =>
      h(
        "tbody",
        {},
        h("tr", {}, h("th", { scope: "rowgroup", colspan: COLUMNS.length, class: "of" }, kindName(kind))),
        ...known.filter((skill) => skill.kind === kind).map((skill) => row(skill, due.includes(skill))),
      ),
    ),
  ]);
}

/** @param {Skill} skill @param {boolean} isDue */
function row({ kind, technique, seen, missed, time, rating, due, weeks }, isDue) {
  const name = messageText({ key: `technique.${technique}` });
  const cells = [String(seen), String(missed), time ? clockText(time) : "–", String(rating)];
  return h(
    "tr",
    {},
    h(
      "th",
      { scope: "row" },
      knows("generate") && hasDrill(technique) && (missed || due !== null)
        ? h(
            "button",
            { class: "link", "data-drill": `${kind} ${technique}`, "aria-disabled": String(drilling() !== "") },
            drilling() === technique ? t("techniques.busy") : name,
          )
        : name,
      due !== null &&
        h(
          "small",
          {},
          isDue
            ? t("skills.now")
            : t("skills.next", { date: dateText(dateOf(due), { day: "numeric", month: "short" }) }),
        ),
      history(weeks),
    ),
    ...cells.map((text) => h("td", {}, text)),
  );
}

/** Returns one bar per week, with the share of missed moves. @param {Skill["weeks"]} weeks */
function history(weeks) {
  const most = Math.max(...weeks.map(({ seen, missed }) => seen + missed));
  const last = weeks[weeks.length - 1];
  return h(
    "span",
    {
      class: "weeks",
      role: "img",
      "aria-label": t("skills.weeks", { n: WEEKS, seen: last.seen, missed: last.missed }),
    },
    ...weeks.map(({ seen, missed }) =>
      h(
        "i",
        { title: `${seen} · ${missed}`, style: { height: `${(100 * (seen + missed)) / most}%` } },
        h("b", { style: { height: `${(100 * missed) / (seen + missed || 1)}%` } }),
      ),
    ),
  );
}
