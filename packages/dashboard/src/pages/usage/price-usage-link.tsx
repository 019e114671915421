import type { Metric } from "@counterfoil/sdk";
import { Link } from "@tanstack/react-router";
import { Calculator } from "lucide-react";
import { buttonClasses } from "../../design/button.tsx";
import { useNamedAccount } from "../../named/account-name.tsx";
import { pageAt } from "../../routing/page-at.ts";
import { usePrices } from "../catalogue/queries.ts";

/** The most prices that the calculator compares. */
const MOST = 6;

/** Leads to the calculator with the account's usage and the prices of the metric in the account's currency. */
export function PriceUsageLink({ accountId, metric }: { readonly accountId: string; readonly metric: Metric }) {
  const account = useNamedAccount(accountId);
  const prices = usePrices().filter(
    ({ metricIds, currency, archivedAt }) =>
      metricIds.includes(metric.id) && currency === account?.currency && archivedAt === null,
  );
  if (prices.length === 0) return null;
  const ids = prices.slice(0, MOST).map(({ id }) => id);
  return (
    <Link {...pageAt("/calculator", { prices: ids.join(","), account: accountId })} className={buttonClasses()}>
      <Calculator aria-hidden className="size-4" />
      Price this usage
    </Link>
  );
}
