import { MODEL_MEMBERS } from "../../src/catalog/price-shape.ts";
import type { Section } from "../../src/catalog/shape.ts";
import type { Draw } from "./draw.ts";
import type { RandomEntries } from "./random-catalog.ts";

interface ExpectedChange {
  readonly action: "create" | "update" | "archive" | "unarchive";
  readonly section: Section;
  readonly key: string;
  /** In the order of the alphabet. */
  readonly members: readonly string[];
}

interface Edit {
  readonly what: string;
  readonly catalog: RandomEntries;
  /** What plan must show, and nothing else. */
  readonly changes: readonly ExpectedChange[];
}

type Entry = Record<string, unknown>;

/** One edit, as a person makes it. */
export function randomEdit(draw: Draw, before: RandomEntries): Edit {
  const catalog = structuredClone(before);
  const update = (what: string, section: Section, change: (entry: Entry) => readonly string[]): Edit => {
    const key = draw.one(Object.keys(catalog[section]));
    const members = change(catalog[section][key] ?? {});
    const own: ExpectedChange[] = members.length === 0 ? [] : [{ action: "update", section, key, members }];
    return { what, catalog, changes: section === "bundles" ? [...own, ...inherited(before, key, members)] : own };
  };
  const set = (member: string, value: unknown) => (entry: Entry) => {
    const isSame = entry[member] === value;
    if (value === undefined) delete entry[member];
    else entry[member] = value;
    return isSame ? [] : [member];
  };
  const named = draw.one<Section>(["metrics", "products", "bundles", "plans"]);
  const edits: (() => Edit)[] = [
    () => update("rename", named, set("name", `Renamed ${draw.text()}`)),
    () => update("describe", named, set("description", draw.one([undefined, `About ${draw.text()}`]))),
    () => update("trial", "prices", set("trialPeriodDays", draw.one([undefined, 61]))),
    () => update("amount", "prices", (entry) => changeAmount(entry)),
    () => update("reorder", "bundles", (entry) => reverse(entry)),
    () => update("terms", "plans", set("invoicePaymentTerms", draw.one([undefined, "net_60"]))),
    () => {
      catalog.products["new-product"] = { name: draw.text(), feeType: "fixed" };
      const members = ["billingFrequency", "feeType", "metrics", "name", "paymentTerms"];
      return {
        what: "add",
        catalog,
        changes: [{ action: "create", section: "products", key: "new-product", members }],
      };
    },
    () => {
      const sold = Object.values(catalog.bundles).flatMap(({ prices }) => prices as string[]);
      const key = draw.one(sold);
      const isArchived = catalog.prices[key]?.["archived"] === true;
      if (isArchived) delete catalog.prices[key]?.["archived"];
      else catalog.prices[key] = { ...catalog.prices[key], archived: true };
      const action = isArchived ? "unarchive" : "archive";
      return { what: action, catalog, changes: [{ action, section: "prices", key, members: [] }] };
    },
    () => {
      const key = draw.one(Object.keys(catalog.plans));
      delete catalog.plans[key];
      return { what: "remove", catalog, changes: [{ action: "archive", section: "plans", key, members: [] }] };
    },
  ];
  return draw.one(edits)();
}

/** What a group of a plan does not say, it takes from its bundle. So a change of the bundle changes the plan. */
function inherited({ plans }: RandomEntries, bundle: string, members: readonly string[]): ExpectedChange[] {
  return Object.entries(plans).flatMap(([key, plan]): ExpectedChange[] => {
    const groups = (plan["priceGroups"] ?? []) as Entry[];
    const takes = (group: Entry) => group["bundle"] === bundle && members.some((member) => !(member in group));
    return groups.some(takes) ? [{ action: "update", section: "plans", key, members: ["priceGroups"] }] : [];
  });
}

/** Adds 0.25 to the first amount of the pricing model. */
function changeAmount(entry: Entry): readonly string[] {
  const member = MODEL_MEMBERS.find((name) => entry[name] !== undefined) ?? "";
  let isChanged = false;
  entry[member] = JSON.parse(JSON.stringify(entry[member]), (_name, value: unknown) => {
    if (isChanged || typeof value !== "string" || !/^\d+(\.\d+)?$/.test(value)) return value;
    isChanged = true;
    return String(Number(value) + 0.25);
  });
  return isChanged ? [member] : [];
}

function reverse(entry: Entry): readonly string[] {
  const prices = entry["prices"] as string[];
  entry["prices"] = prices.toReversed();
  return prices.length > 1 ? ["prices"] : [];
}
