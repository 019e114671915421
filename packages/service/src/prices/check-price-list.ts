import { findPrices, type PriceRow, type Tx } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";

/** A price that an input names. */
export interface NamedPrice {
  readonly id: string;
  readonly pointer: string;
}

/**
 * The faults of prices that are offered together: unknown, repeated or archived prices, or prices in another currency.
 * Without a currency, the first price's currency applies. `present` prices were offered before and may have been
 * archived since.
 */
export async function priceListFaults(
  tx: Tx,
  named: readonly NamedPrice[],
  { currency, present }: { currency?: string | undefined; present?: readonly string[] } = {},
): Promise<Fault[]> {
  const prices = await findPrices(
    tx,
    named.map((price) => price.id),
  );
  return checkPriceList(named, prices, { currency, present });
}

/** The same check for prices that are already loaded, in the order of the input. */
export function checkPriceList(
  named: readonly NamedPrice[],
  prices: readonly Pick<PriceRow, "id" | "archivedAt" | "currency">[],
  { currency, present = [] }: { currency?: string | undefined; present?: readonly string[] | undefined },
): Fault[] {
  const known = new Map(prices.map((price) => [price.id, price]));
  const expected = currency ?? named.flatMap(({ id }) => known.get(id)?.currency ?? [])[0];
  const seen = new Set<string>();
  return named.flatMap(({ id, pointer }): Fault[] => {
    const price = known.get(id);
    if (price === undefined) {
      return [{ pointer, code: "unknown_price", detail: `There is no price ${JSON.stringify(id)}.` }];
    }
    if (seen.has(id))
      return [{ pointer, code: "repeated_price", detail: `The price ${id} is listed twice. List each price once.` }];
    seen.add(id);
    if (price.archivedAt !== null && !present.includes(id)) return [archivedPrice(id, pointer)];
    if (price.currency === expected) return [];
    return [
      {
        pointer,
        code: "other_currency",
        detail: `The price ${id} is in ${price.currency}. Use a price in ${expected}.`,
      },
    ];
  });
}

/** The fault for a new sale of an archived price. */
export function archivedPrice(id: string, pointer: string): Fault {
  return { pointer, code: "price_archived", detail: `The price ${id} is archived. Use one that is not archived.` };
}
