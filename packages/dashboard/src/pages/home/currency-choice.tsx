import { useQuery } from "@tanstack/react-query";
import { Choice } from "../../list/filter-bar.tsx";
import { insightQueries } from "./insight-queries.ts";

/** A choice of the currencies with sales. */
export function CurrencyChoice() {
  const items = useQuery(insightQueries.recurring).data?.items ?? [];
  const known = [...new Set(items.map(({ currency }) => currency))].toSorted();
  return (
    <Choice
      label="Currency"
      name="currency"
      all="All currencies"
      options={known.map((currency) => [currency, currency] as const)}
    />
  );
}
