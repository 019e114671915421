import type { ListPricesQuery } from "@counterfoil/sdk";
import { Link } from "@tanstack/react-router";
import { Badge } from "../../../design/badge.tsx";
import { Choice } from "../../../list/filter-bar.tsx";
import { CATALOG_PRICES } from "../queries.ts";

const OPTIONS = [
  ["only", "Contract prices"],
  ["with", "Catalog and contract prices"],
] as const;

/** Chooses whether a list shows prices of the catalog, prices created for one contract, or both. Default: the catalog. */
export function ContractPricesChoice() {
  return <Choice label="Contract prices" name="contract" all="Catalog prices" options={OPTIONS} />;
}

type Filter = NonNullable<ListPricesQuery["filters"]>[number];

/** The filter for a choice in the address. */
export function contractPricesFilter(chosen: string | undefined): Filter[] {
  return chosen === "with" ? [] : [{ ...CATALOG_PRICES, value: chosen === "only" }];
}

/** A badge for a price that was created for one contract. Shows nothing for others. */
export function ContractPriceBadge({ subscriptionId }: { readonly subscriptionId: string | null | undefined }) {
  return typeof subscriptionId === "string" ? <Badge tone="note">Contract</Badge> : null;
}

/** The link to the contract for which a price was created. */
export function ContractOfPrice({ subscriptionId }: { readonly subscriptionId: string }) {
  return (
    <Link to={`/subscriptions/${subscriptionId}`} className="text-accent hover:underline">
      View subscription
    </Link>
  );
}
