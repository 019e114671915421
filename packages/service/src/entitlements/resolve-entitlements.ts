import {
  boundsText,
  Decimal,
  type Entitlement,
  numberBounds,
  type FeatureType,
  type Resets,
  UNLIMITED,
} from "@counterfoil/engine";
import { findFeaturesByKey, type Tx } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";

/** An entitlement in a request. Without `resets` it never resets. */
export interface EntitlementInput {
  featureKey: string;
  value: boolean | string;
  resets?: Resets;
}

export interface ResolvedEntitlements {
  readonly entitlements: Entitlement[];
  readonly faults: readonly Fault[];
}

/**
 * Entitlements as they will be stored, and everything that is wrong with them, by their place under `/entitlements`.
 */
export async function resolveEntitlements(tx: Tx, inputs: readonly EntitlementInput[]): Promise<ResolvedEntitlements> {
  const keys = inputs.map((input) => input.featureKey);
  const types = new Map((await findFeaturesByKey(tx, keys)).map(({ key, type }) => [key, type]));
  const faults: Fault[] = [];
  const entitlements = inputs.map((input, index): Entitlement => {
    const { featureKey, value, resets = "none" } = input;
    const refuse: Refuse = (member, code, detail) =>
      faults.push({ pointer: `/entitlements/${index}/${member}`, code, detail });
    const type = types.get(featureKey);
    if (type === undefined) {
      refuse("featureKey", "unknown_feature", `There is no feature ${JSON.stringify(featureKey)}.`);
    } else valueFaults(type, value, resets, refuse);
    if (keys.indexOf(featureKey) < index)
      refuse("featureKey", "repeated", `${featureKey} is listed twice. List each feature once.`);
    return { featureKey, value, resets };
  });
  return { entitlements, faults };
}

type Refuse = (member: string, code: string, detail: string) => void;

function valueFaults(type: FeatureType, value: boolean | string, resets: Resets, refuse: Refuse): void {
  if (type === "boolean") {
    if (typeof value !== "boolean")
      refuse(
        "value",
        "not_a_boolean",
        `${JSON.stringify(value)} is not valid for a boolean feature. Use true or false.`,
      );
    if (resets !== "none")
      refuse("resets", "only_for_quantity", "A boolean feature has no quantity to reset. Use none.");
    return;
  }
  if (value === UNLIMITED) return;
  const quantity = typeof value === "string" ? Decimal.parse(value) : undefined;
  if (quantity === undefined) {
    refuse("value", "not_a_quantity", 'The value must be a decimal string such as "100", or "unlimited".');
  } else if (quantity.isNegative()) refuse("value", "negative", "The value must not be negative.");
  else if (!quantity.fits(numberBounds)) {
    refuse("value", "out_of_range", `The value must have ${boundsText(numberBounds)}.`);
  }
}
