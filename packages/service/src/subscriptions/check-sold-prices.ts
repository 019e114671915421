import type { PriceRow } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";
import { archivedPrice } from "../prices/index.ts";

/** A price that a version would sell, and the pointer of the member that names it. */
export interface PlacedPrice {
  readonly id: string;
  readonly pointer: string;
  /** What sells the price apart from the list of the request, as the subject of a sentence: `The price bundle bun_1`. */
  readonly soldBy?: string;
}

/** The same check for prices that are already loaded. */
export function checkSoldPrices(
  sold: readonly PlacedPrice[],
  prices: readonly Pick<PriceRow, "id" | "archivedAt" | "currency">[],
  currency: string | null,
  present: readonly string[],
): Fault[] {
  const faults: Fault[] = [];
  const known = new Map(prices.map((price) => [price.id, price]));
  const seen = new Map<string, PlacedPrice>();
  for (const placed of sold) {
    const { id, pointer } = placed;
    const price = known.get(id);
    if (price === undefined) {
      faults.push({ pointer, code: "unknown_price", detail: `There is no price ${JSON.stringify(id)}.` });
      continue;
    }
    const before = seen.get(id);
    if (before !== undefined) faults.push(repeatedPrice(placed, before.soldBy ?? placed.soldBy));
    seen.set(id, before ?? placed);
    if (price.archivedAt !== null && !present.includes(id)) faults.push(archivedPrice(id, pointer));
    if (currency !== null && price.currency !== currency) {
      const detail = `The price ${id} is in ${price.currency}, but the subscription is in ${currency}.`;
      faults.push({ pointer, code: "other_currency", detail });
    }
  }
  return faults;
}

function repeatedPrice({ id, pointer }: PlacedPrice, soldBy: string | undefined): Fault {
  const detail =
    soldBy === undefined
      ? `The price ${id} is listed twice. List each price once.`
      : `${soldBy} already sells the price ${id}, and a version sells each price once. Leave it out, or use another price.`;
  return { pointer, code: "repeated_price", detail };
}
