import { isCurrency } from "@counterfoil/engine";
import type { JsonObject, Path } from "./json.ts";
import type { FileFault } from "./source.ts";

/** An entry with all defaults, and what is wrong with it. */
export interface CompletedEntry {
  readonly entry: JsonObject;
  /** Paths are relative to the entry. */
  readonly faults: readonly FileFault[];
}

/** Keys instead of IDs on both sides, where the engine does not look at them. */
export const unresolved = (_to: string, named: string): string => named;

export function currencyFaults({ currency }: JsonObject): FileFault[] {
  if (typeof currency !== "string" || isCurrency(currency)) return [];
  const message = `${JSON.stringify(currency)} is not a currency. Use a code of ISO 4217, such as USD or EUR.`;
  return [{ path: ["currency"], part: "value", message }];
}

/** `/tiers/1/pricePerUnit/value` → `tiers[1].pricePerUnit`: in a file, an amount is a text. */
export function faultAt(pointer: string, message: string, under: Path = []): FileFault {
  const steps = pointer.split("/").slice(1);
  const named =
    steps.at(-1) === "value" && steps.length > 1 && /[a-z]/i.test(steps.at(-2) ?? "") ? steps.slice(0, -1) : steps;
  return {
    path: [...under, ...named.map((step) => (/^\d+$/.test(step) ? Number(step) : step))],
    part: "value",
    message,
  };
}
