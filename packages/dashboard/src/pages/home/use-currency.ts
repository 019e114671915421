import { useSharedAddress } from "../../routing/address.ts";
import { useOrganization } from "../../server/session.ts";

/** The currency of the figures: the one in the address, or else the organization's, or else the first with figures. */
export function useCurrency(known: readonly string[]): readonly [string, (currency: string) => void] {
  const [search, change] = useSharedAddress();
  const { defaultCurrency } = useOrganization();
  const wanted = search.currency;
  const chosen =
    wanted !== undefined && (known.length === 0 || known.includes(wanted))
      ? wanted
      : known.length === 0 || known.includes(defaultCurrency)
        ? defaultCurrency
        : (known[0] ?? defaultCurrency);
  return [chosen, (currency) => change({ currency }, { replace: true })];
}
