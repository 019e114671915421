import type { PriceWithProduct } from "@counterfoil/storage";
import { accountTimeZone } from "../../src/clocks/index.ts";
import { type LoadedContract, rememberPrices, toContract } from "../../src/contracts/index.ts";
import { account } from "./account.ts";
import { organization } from "./organization.ts";
import { priceWithProduct } from "./price.ts";
import { subscription, version } from "./subscription.ts";

type Parts = Partial<Omit<LoadedContract, "contract" | "prices">> & { readonly prices?: readonly PriceWithProduct[] };

/**
 * A contract as read from its rows. By default Pro from January 1, 2024, in Berlin, with one monthly price paid in
 * advance.
 */
export function loadedContract(parts: Parts = {}): LoadedContract {
  const rows = {
    subscription: parts.subscription ?? subscription(),
    versions: parts.versions ?? [version()],
    pauses: parts.pauses ?? [],
    prices: new Map((parts.prices ?? [priceWithProduct()]).map((price) => [price.id, price])),
    account: parts.account ?? account(),
    organization: parts.organization ?? organization(),
  };
  const timeZone = accountTimeZone(rows.account, rows.organization);
  return { ...rows, contract: toContract(rows, timeZone, rememberPrices()) };
}
