import { entryName } from "./check-references.ts";
import type { Action } from "./decide-changes.ts";
import { isObject, type Json, sortedJson } from "./json.ts";
import type { Plan, PlannedChange } from "./make-plan.ts";
import type { Section } from "./shape.ts";

const SIGNS: Readonly<Record<Action, string>> = { create: "+", update: "~", archive: "-", unarchive: "^" };
const VERBS: Readonly<Record<Action, string>> = {
  create: "Create",
  update: "Change",
  archive: "Archive",
  unarchive: "Unarchive",
};

/** What push would do, for people. */
export function planText(plan: Plan): string {
  const { organization } = plan.server;
  const head = `${organization.name} (${organization.id}, ${organization.isSandbox ? "sandbox" : "live"})`;
  const blocks = plan.changes.map(changeText);
  const notes = [
    ...(plan.keysToStore.length === 0
      ? []
      : [`push also stores ${count(plan.keysToStore.length, "key")} on the server.`]),
    ...unmanagedNotes(plan),
    ...migrationNotes(plan),
  ];
  return [head, "", ...blocks.map((block) => `${block}\n`), summary(plan), ...notes.map((note) => `\n${note}`)].join(
    "\n",
  );
}

/** `2 to create, 1 to change, 1 to archive.` */
export function summary({ changes }: Pick<Plan, "changes">): string {
  if (changes.length === 0) return "No changes.";
  const totals = (Object.keys(VERBS) as Action[]).flatMap((action) => {
    const number = changes.filter((change) => change.action === action).length;
    return number === 0 ? [] : [`${number} to ${VERBS[action].toLowerCase()}`];
  });
  return `${totals.join(", ")}.`;
}

function changeText(change: PlannedChange): string {
  const { action, section, key, name, members, refusal } = change;
  const title = `${SIGNS[action]} ${VERBS[action]} ${entryName(section)} ${key}${name === null ? "" : ` "${name}"`}`;
  const lines =
    action === "update" ? members.flatMap(({ member, before, after }) => memberLines(member, before, after)) : [];
  const told = refusal === null ? effectLines(change) : [`Refused: ${refusal}`];
  return [title, ...lines, ...told].join("\n      ");
}

/** Only what differs inside a member: `fixedPricingModel.pricePerUnit: "12.00" → "14.00"`. */
function memberLines(member: string, before: Json, after: Json): string[] {
  if (isObject(before) && isObject(after)) {
    const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return names.flatMap((name) => {
      const [old, now] = [before[name] ?? null, after[name] ?? null];
      return sortedJson(old) === sortedJson(now) ? [] : memberLines(`${member}.${name}`, old, now);
    });
  }
  if (Array.isArray(before) && Array.isArray(after) && before.length === after.length && before.every(isObject)) {
    return (before as readonly Json[]).flatMap((old, index) => {
      const now = (after as readonly Json[])[index] ?? null;
      return sortedJson(old) === sortedJson(now) ? [] : memberLines(`${member}[${index}]`, old, now);
    });
  }
  return [`${member}: ${shown(before)} → ${shown(after)}`];
}

function shown(value: Json): string {
  return value === null ? "(none)" : JSON.stringify(value);
}

const SOLD: readonly Section[] = ["metrics", "products", "prices"];

/** What accounts that pay notice. A contract keeps its prices, so its monthly amount never changes by a push. */
function effectLines({ action, section, effect }: PlannedChange): string[] {
  if (action === "create" || action === "unarchive" || effect === null) return [];
  if (!SOLD.includes(section)) return ["Existing subscriptions keep their prices. Monthly difference: 0.00."];
  if (effect.accounts === 0) {
    return section === "prices" && action === "update"
      ? [
          "No account pays this price now. If a contract ever sold it, a new price replaces it; otherwise it changes in place.",
        ]
      : ["No account pays for it now."];
  }
  const paying = `${count(effect.accounts, "account")} (${count(effect.subscriptions, "subscription")})`;
  const pay = effect.accounts === 1 ? "pays" : "pay";
  if (section === "prices" && action === "update") {
    return [
      `${paying} ${pay} this price and ${effect.accounts === 1 ? "keeps" : "keep"} it. Monthly difference: 0.00.`,
      "A new price replaces it in bundles and plans, and the old price is archived.",
    ];
  }
  return action === "archive"
    ? [`${paying} ${pay} for it and continue to. Monthly difference: 0.00. New subscriptions cannot use it.`]
    : [`${paying} ${pay} for it. Prices stay. Monthly difference before taxes: 0.00.`];
}

function unmanagedNotes({ unmanaged }: Plan): string[] {
  if (unmanaged.length === 0) return [];
  const lines = unmanaged.map(
    ({ section, key, name, id }) => `  ${entryName(section)} ${key}${name === null ? "" : ` "${name}"`} (${id})`,
  );
  const are = unmanaged.length === 1 ? "is" : "are";
  return [
    `On the server, and not in the file. push leaves ${unmanaged.length === 1 ? "it" : "them"} as ${unmanaged.length === 1 ? "it" : "they"} ${are}; pull adds ${unmanaged.length === 1 ? "it" : "them"}:\n${lines.join("\n")}`,
  ];
}

function migrationNotes({ changes }: Plan): string[] {
  const isMovable = changes.some(
    ({ action, section, effect }) => action === "update" && section === "prices" && (effect?.accounts ?? 0) > 0,
  );
  return isMovable ? [`${NOT_COMPUTED} To move a subscription, change it with POST /subscriptions/{id}/changes.`] : [];
}

/** What a plan does not say. */
export const NOT_COMPUTED =
  "push moves no account to a new price, and the plan does not compute what a move would cost.";

export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? "" : "s"}`;
}

/** One line for a change that was made. */
export function doneText({
  change,
  id,
  replacedId,
}: {
  change: PlannedChange;
  id: string;
  replacedId: string | null;
}): string {
  const { action, section, key } = change;
  const replaced = replacedId === null ? "" : `, replaces ${replacedId}`;
  return `${SIGNS[action]} ${entryName(section)} ${key} (${id}${replaced})`;
}
