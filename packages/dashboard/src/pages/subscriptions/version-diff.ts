import type { Price, SubscriptionVersion } from "@counterfoil/sdk";
import { formatMoney, formatPercent, formatQuantity } from "../../format/amount.ts";
import { toWords } from "../../format/words.ts";

/** One member that differs. Null on the side where it is missing. */
export interface FieldDifference {
  readonly name: string;
  readonly before: string | null;
  readonly after: string | null;
}

/** The change of one line between two versions. */
export interface LineDifference {
  readonly kind: "same" | "changed" | "added" | "removed";
  readonly before: Price | null;
  readonly after: Price | null;
  readonly fields: readonly FieldDifference[];
}

/** Compares the lines of two versions. The same price is the same line, and so is another price of the same product. */
export function compareLines(before: readonly Price[], after: readonly Price[]): LineDifference[] {
  const left = new Set(after);
  const take = (fits: (price: Price) => boolean): Price | null => {
    const found = [...left].find(fits) ?? null;
    if (found !== null) left.delete(found);
    return found;
  };
  // Unchanged prices are matched first, so that the right one of a product's two prices counts as changed.
  const same = new Map(before.map((price) => [price, take(({ id }) => id === price.id)]));
  const lines = before.map((price): LineDifference => {
    const stayed = same.get(price) ?? null;
    if (stayed !== null) return { kind: "same", before: price, after: stayed, fields: [] };
    const other = take(({ productId }) => productId === price.productId);
    if (other === null) return { kind: "removed", before: price, after: null, fields: [] };
    return { kind: "changed", before: price, after: other, fields: compareFields(flat(price), flat(other)) };
  });
  const added = [...left].map((price): LineDifference => ({ kind: "added", before: null, after: price, fields: [] }));
  return [...lines, ...added];
}

/** Compares the terms besides the prices. */
export function compareTerms(before: SubscriptionVersion, after: SubscriptionVersion): FieldDifference[] {
  const terms = ({ startDate, endDate, changeDescription, entitlements, priceGroups }: SubscriptionVersion) =>
    new Map([
      ["Starts", startDate ?? ""],
      ["Ends", endDate ?? ""],
      ["Description", changeDescription ?? ""],
      ["Groups", priceGroups.map(({ name }) => name ?? "").join(", ")],
      ...entitlements.map(({ featureKey, value }) => [`Entitlement ${featureKey}`, String(value)] as const),
    ]);
  return compareFields(terms(before), terms(after));
}

function compareFields(before: ReadonlyMap<string, string>, after: ReadonlyMap<string, string>): FieldDifference[] {
  const names = new Set([...before.keys(), ...after.keys()]);
  return [...names].flatMap((name) => {
    const [one, other] = [before.get(name) ?? null, after.get(name) ?? null];
    return (one ?? "") === (other ?? "") ? [] : [{ name, before: one, after: other }];
  });
}

/** Members of the price record that users do not need. */
const SILENT = new Set(["id", "createdAt", "updatedAt", "productId"]);

/** Each member of a price by its path in words: `Tier 2 price per unit` → `€0.01`. */
function flat(price: Price): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  walk(price, "");
  return found;

  function walk(value: unknown, path: string): void {
    if (value === null || value === undefined) return;
    if (Array.isArray(value)) {
      for (const [index, item] of value.entries()) walk(item, `${path.replace(/s$/, "")} ${index + 1}`);
    } else if (typeof value === "object") {
      for (const [member, inner] of Object.entries(value)) {
        if (path === "" && SILENT.has(member)) continue;
        if (member === "value" && typeof inner === "string" && !path.endsWith(" values")) {
          found.set(toWords(path), amountWords(inner, path, price));
          continue;
        }
        // The model's name adds nothing to the type.
        walk(inner, member.endsWith("PricingModel") ? path : `${path} ${member}`.trim());
      }
    } else if (typeof value === "number" || (typeof value === "string" && UNITS.test(path) && DECIMAL.test(value))) {
      found.set(toWords(path), formatQuantity(String(value)));
    } else if (typeof value === "string" || typeof value === "boolean") found.set(toWords(path), value.toString());
  }
}

/** Members that are decimal strings but not amounts. */
const UNITS = /(?:units|Units|packageSize)$/;
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

/** A percentage and a value in an expression have the format of money but are not amounts. */
function amountWords(value: string, path: string, { currency, discount }: Price): string {
  if (path.startsWith("constants ")) return formatQuantity(value);
  const isShare =
    path.endsWith("percentage") || (path === "discount amount" && discount?.discountType === "percentage");
  return isShare ? formatPercent(value) : formatMoney(value, currency);
}
