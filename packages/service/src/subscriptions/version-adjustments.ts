import { Decimal } from "@counterfoil/engine";
import type {
  PriceGroup,
  SpendPeriod,
  SubscriptionDiscount,
  VersionDiscount,
  VersionRow,
  VersionScope,
  VersionThreshold,
} from "@counterfoil/storage";
import type { Work } from "../context.ts";
import type { Fault } from "../errors/index.ts";

/** `global`: everything that the version sells; `items`: some of its prices or bundles. */
export interface ScopeInput {
  type: VersionScope["type"];
  ids?: string[];
}

export interface VersionDiscountInput {
  type: SubscriptionDiscount["discountType"];
  /** A percentage, or an amount per month. */
  value: string;
  scope?: ScopeInput;
  durationType?: SubscriptionDiscount["durationType"];
  durationValue?: number | null;
  durationUnit?: SubscriptionDiscount["durationUnit"];
}

export interface VersionThresholdInput {
  type: "min" | "max";
  value: string;
  interval?: SpendPeriod;
  scope?: ScopeInput;
}

/** The discounts, minimums and maximums of a version in a request (R-SUB-8). */
export interface AdjustmentsInput {
  discounts?: VersionDiscountInput[];
  thresholds?: VersionThresholdInput[];
}

export type VersionAdjustments = Pick<VersionRow, "discounts" | "thresholds">;

export const NO_ADJUSTMENTS: VersionAdjustments = { discounts: [], thresholds: [] };

interface Resolved {
  readonly adjustments: VersionAdjustments;
  readonly faults: readonly Fault[];
}

interface AdjustmentsQuestion {
  readonly groups: readonly PriceGroup[];
  readonly input: AdjustmentsInput;
  readonly before: VersionAdjustments;
  readonly replaced?: ReadonlyMap<string, string>;
}

/**
 * The discounts and limits of a version that sells these groups. Omitted ones are carried over from the previous
 * version, as far as their items are still sold. One that is unchanged keeps its ID, and so continues without a break.
 *
 * @param replaced prices that replace others: scopes follow them
 */
export function resolveAdjustments(
  work: Pick<Work, "ids">,
  { groups, input, before, replaced = new Map() }: AdjustmentsQuestion,
): Resolved {
  const faults: Fault[] = [];
  const goOn = <One extends VersionDiscount | VersionThreshold>(kept: readonly One[]) =>
    kept.flatMap((one) => carriedOver(one, groups, replaced));
  const discounts = input.discounts?.map((one, index): VersionDiscount => {
    const at = `/discounts/${index}`;
    const { type, value, durationType = "forever", durationValue = null, durationUnit = null } = one;
    faults.push(...valueFaults(at, value), ...durationFaults(at, { durationType, durationValue, durationUnit }));
    if (type === "percentage" && Decimal.of(value).compare(Decimal.of("100")) > 0) {
      faults.push({
        pointer: `${at}/value`,
        code: "above_hundred",
        detail: "A percentage discount must be at most 100.",
      });
    }
    const scoped = resolveScope(one.scope, groups, `${at}/scope`, faults);
    const written = { type, value, ...scoped, durationType, durationValue, durationUnit };
    return { id: idOf(written, before.discounts) ?? work.ids.next("disc"), ...written };
  });
  const thresholds = input.thresholds?.map((one, index): VersionThreshold => {
    const at = `/thresholds/${index}`;
    faults.push(...valueFaults(at, one.value));
    const scoped = resolveScope(one.scope, groups, `${at}/scope`, faults);
    const written = { type: one.type, value: one.value, interval: one.interval ?? "month", ...scoped } as const;
    return { id: idOf(written, before.thresholds) ?? work.ids.next("thr"), ...written };
  });
  if (discounts !== undefined) faults.push(...overlapFaults("/discounts", discounts, () => true));
  if (thresholds !== undefined) faults.push(...overlapFaults("/thresholds", thresholds, (a, b) => a.type === b.type));
  const adjustments = {
    discounts: discounts ?? goOn(before.discounts),
    thresholds: thresholds ?? goOn(before.thresholds),
  };
  return { adjustments, faults };
}

/** The same adjustment for what is sold now; empty if nothing in its scope is sold. */
function carriedOver<One extends VersionDiscount | VersionThreshold>(
  adjustment: One,
  groups: readonly PriceGroup[],
  replaced: ReadonlyMap<string, string>,
): One[] {
  const { scope } = adjustment;
  if (scope.type === "global") return [adjustment];
  const ids = [...new Set(scope.ids.map((id) => replaced.get(id) ?? id))].filter(
    (id) => pricesOf(id, groups).length > 0,
  );
  const priceIds = [...new Set(ids.flatMap((id) => pricesOf(id, groups)))];
  return ids.length === 0 ? [] : [{ ...adjustment, scope: { type: "items", ids }, priceIds }];
}

/** The prices of an ID in a scope: a price that is sold, or those of a bundle's groups. */
function pricesOf(id: string, groups: readonly PriceGroup[]): string[] {
  const sold = groups.some(({ priceIds }) => priceIds.includes(id));
  return sold ? [id] : groups.flatMap(({ bundleId, priceIds }) => (bundleId === id ? priceIds : []));
}

function resolveScope(
  scope: ScopeInput = { type: "global" },
  groups: readonly PriceGroup[],
  at: string,
  faults: Fault[],
): { scope: VersionScope; priceIds: string[] | null } {
  const { type, ids = [] } = scope;
  const refuse = (code: string, detail: string, pointer = `${at}/ids`) => faults.push({ pointer, code, detail });
  if (type === "global") {
    if (ids.length > 0)
      refuse("only_for_items", "A global scope has no ids. Use the type items to list prices or bundles.");
    return { scope: { type, ids: [] }, priceIds: null };
  }
  if (ids.length === 0) refuse("required", "A scope of the type items needs the id of at least one price or bundle.");
  ids.forEach((id, index) => {
    if (pricesOf(id, groups).length > 0) return;
    const detail = `The version has no price or bundle ${JSON.stringify(id)}.`;
    refuse("unknown_item", detail, `${at}/ids/${index}`);
  });
  return { scope: { type, ids: [...new Set(ids)] }, priceIds: [...new Set(ids.flatMap((id) => pricesOf(id, groups)))] };
}

/**
 * Each price has at most one discount, one minimum and one maximum for each kind of scope, because their order would be
 * undefined.
 */
function overlapFaults<One extends VersionDiscount | VersionThreshold>(
  at: string,
  adjustments: readonly One[],
  isAlike: (a: One, b: One) => boolean,
): Fault[] {
  return adjustments.flatMap((one, index) => {
    const other = adjustments.slice(0, index).findIndex((earlier) => isAlike(earlier, one) && overlaps(earlier, one));
    if (other === -1) return [];
    const detail = `The scope overlaps with the scope of ${at}/${other}. Each price can be in only one of them.`;
    return [{ pointer: `${at}/${index}/scope`, code: "overlapping_scope", detail }];
  });
}

function overlaps(a: VersionDiscount | VersionThreshold, b: VersionDiscount | VersionThreshold): boolean {
  if (a.priceIds === null || b.priceIds === null) return a.priceIds === b.priceIds;
  return b.priceIds.some((id) => a.priceIds?.includes(id));
}

function idOf<One extends VersionDiscount | VersionThreshold>(
  written: Omit<One, "id">,
  before: readonly One[],
): string | undefined {
  const text = (one: Omit<One, "id">) => JSON.stringify(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return before.find(({ id: _id, ...one }) => text(one) === text(written))?.id;
}

function valueFaults(at: string, value: string): Fault[] {
  if (!Decimal.of(value).isNegative()) return [];
  return [{ pointer: `${at}/value`, code: "negative", detail: "The value must not be negative." }];
}

function durationFaults(
  at: string,
  {
    durationType,
    durationValue,
    durationUnit,
  }: Pick<VersionDiscount, "durationType" | "durationValue" | "durationUnit">,
): Fault[] {
  if (durationType === "forever" || (durationValue !== null && durationUnit !== null)) return [];
  const detail = "A discount with a fixed duration needs durationValue and durationUnit.";
  return [{ pointer: `${at}/durationValue`, code: "required", detail }];
}
