import { findTaxRates, type Tx } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";

/** The faults of the tax rates that an account or a price names: unknown, archived or repeated rates. */
export async function taxRateFaults(tx: Tx, ids: readonly string[], pointer: string): Promise<Fault[]> {
  if (ids.length === 0) return [];
  const known = new Set((await findTaxRates(tx)).map((rate) => rate.id));
  return ids.flatMap((id, index): Fault[] => {
    const at = `${pointer}/${index}`;
    if (!known.has(id)) {
      const detail = `The tax rate ${JSON.stringify(id)} does not exist or is archived. Use one that is not archived.`;
      return [{ pointer: at, code: "unknown_tax_rate", detail }];
    }
    if (ids.indexOf(id) === index) return [];
    return [
      {
        pointer: at,
        code: "repeated_tax_rate",
        detail: `The tax rate ${id} is listed twice. List each tax rate once.`,
      },
    ];
  });
}
