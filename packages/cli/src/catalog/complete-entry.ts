import { metricDefinitionToWire, parseMetricDefinition } from "@counterfoil/engine";
import { toInstantText } from "./end-date.ts";
import { completePrice } from "./complete-price.ts";
import { recordToFile, toWire } from "./convert.ts";
import { type CompletedEntry, currencyFaults, faultAt, unresolved } from "./completed-entry.ts";
import { type JsonObject, listIn, objectIn, textIn } from "./json.ts";
import type { Entries } from "./read-catalog.ts";
import { SHAPES } from "./section-shapes.ts";
import { SECTIONS, type Section } from "./shape.ts";
import type { FileFault } from "./source.ts";

/** Entries with all defaults, and what is wrong with them. */
export interface Completed {
  readonly entries: Entries;
  readonly faults: readonly FileFault[];
}

export interface Surroundings {
  /** The organization's time zone, in which dates without a time are. */
  readonly timeZone: string;
}

/**
 * Fills in the defaults of the server, so that two catalogs can be compared. Checks what the server would refuse, as far as
 * that follows from the catalog: pricing models, metrics, currencies.
 */
export function completeCatalog(entries: Entries, surroundings: Surroundings): Completed {
  const faults: FileFault[] = [];
  const completed = { ...entries };
  for (const section of SECTIONS) {
    completed[section] = Object.fromEntries(
      Object.entries(entries[section]).map(([key, entry]) => {
        const whole = completeEntry(section, objectIn(entry), { entries: completed, ...surroundings });
        faults.push(...whole.faults.map((fault) => ({ ...fault, path: [section, key, ...fault.path] })));
        return [key, whole.entry];
      }),
    );
  }
  return { entries: completed, faults };
}

/** Where an entry is completed: earlier sections have to be complete already. */
export interface EntryContext extends Surroundings {
  readonly entries: Entries;
}

export function completeEntry(section: Section, entry: JsonObject, context: EntryContext): CompletedEntry {
  switch (section) {
    case "metrics":
      return completeMetric(entry);
    case "products":
      return { entry: completeProduct(entry), faults: [] };
    case "features":
      return { entry, faults: [] };
    case "prices":
      return completePrice(entry, context.entries, (date) => toInstantText(date, context.timeZone));
    case "bundles":
      return { entry: { archived: false, ...entry }, faults: [] };
    case "plans":
      return { entry: completePlan(entry, context.entries), faults: currencyFaults(entry) };
  }
}

function completeMetric(entry: JsonObject): CompletedEntry {
  const parsed = parseMetricDefinition(objectIn(toWire(SHAPES.metrics, entry, unresolved)));
  const whole = { filters: [], groupBy: [], archived: false, ...entry };
  if (!parsed.ok) return { entry: whole, faults: parsed.faults.map(({ pointer, detail }) => faultAt(pointer, detail)) };
  const definition = recordToFile(SHAPES.metrics, metricDefinitionToWire(parsed.definition) as JsonObject, unresolved);
  return { entry: { ...whole, ...definition }, faults: [] };
}

function completeProduct(entry: JsonObject): JsonObject {
  const paymentTerms = entry["feeType"] === "metered" ? "arrears" : "advance";
  return { paymentTerms, billingFrequency: "recurring", metrics: [], archived: false, ...entry };
}

function completePlan(entry: JsonObject, entries: Entries): JsonObject {
  const whole = { contractPeriodType: "monthly_rolling", autoRenew: false, archived: false, ...entry };
  return {
    ...whole,
    priceGroups: listIn(entry["priceGroups"]).map((group) => completeGroup(objectIn(group), entries)),
    entitlements: listIn(entry["entitlements"]).map((one) => ({ resets: "none", ...objectIn(one) })),
  };
}

/** What a group does not say, it takes from its bundle. */
function completeGroup(group: JsonObject, { bundles }: Entries): JsonObject {
  const { name = null, description = null, prices = [] } = objectIn(bundles[textIn(group["bundle"])]);
  return { name, description, prices, ...group };
}
