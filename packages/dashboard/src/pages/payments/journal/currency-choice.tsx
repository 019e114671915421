import { useQuery } from "@tanstack/react-query";
import { asked } from "../../../server/asked.ts";
import { Choice } from "../../../list/filter-bar.tsx";

/** A choice of the currencies in the journal. */
export function CurrencyChoice({ all = "All currencies" }: { readonly all?: string }) {
  const { data } = useQuery({
    ...asked((api, signal) => api.journal.getBalances({}, { signal })),
  });
  const currencies = [...new Set((data?.items ?? []).map(({ currency }) => currency))];
  return <Choice label="Currency" name="currency" all={all} options={currencies.map((one) => [one, one] as const)} />;
}
