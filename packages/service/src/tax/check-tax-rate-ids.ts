import { findTaxRates, type Tx } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";

/** What is wrong with the rates that an account or a price names: some that do not exist, are archived, or are named twice. */
export async function taxRateFaults(tx: Tx, ids: readonly string[], pointer: string): Promise<Fault[]> {
  if (ids.length === 0) return [];
  const known = new Set((await findTaxRates(tx)).map((rate) => rate.id));
  return ids.flatMap((id, index): Fault[] => {
    const at = `${pointer}/${index}`;
    if (!known.has(id)) {
      const detail = `There is no tax rate ${JSON.stringify(id)} that is not archived.`;
      return [{ pointer: at, code: "unknown_tax_rate", detail }];
    }
    if (ids.indexOf(id) === index) return [];
    return [{ pointer: at, code: "repeated_tax_rate", detail: `The tax rate ${id} is named twice.` }];
  });
}
