import { useQuery } from "@tanstack/react-query";
import { Page } from "../../design/page.tsx";
import { Segments } from "../../design/segments.tsx";
import { AgeingCard } from "./ageing-card.tsx";
import { AttentionCard } from "./attention-card.tsx";
import { insightQueries } from "./insight-queries.ts";
import { KeyFigures } from "./key-figures.tsx";
import { NetRevenueCard } from "./net-revenue-card.tsx";
import { RecurringCard } from "./recurring-card.tsx";
import { TopAccountsCard } from "./top-accounts-card.tsx";
import { UsageCard } from "./usage-card.tsx";
import { useCurrency } from "./use-currency.ts";

/** How the business stands, and what needs attention. */
export function Home() {
  const recurring = useQuery(insightQueries.recurring);
  const owed = useQuery(insightQueries.ageing);
  // Also those in which nothing recurs and something is owed.
  const items = [...(recurring.data?.items ?? []), ...(owed.data?.items ?? [])];
  const known = [...new Set(items.map(({ currency }) => currency))].toSorted();
  const [currency, choose] = useCurrency(known);
  return (
    <Page
      title="Home"
      actions={
        known.length > 1 && (
          <Segments
            label="Currency"
            options={known.map((one) => [one, one] as const)}
            chosen={currency}
            onChoose={choose}
          />
        )
      }
    >
      {/* A long list of what needs attention stands beside all that is left of it, and leaves no hole below the figures. */}
      <div className="grid gap-4 xl:grid-cols-[minmax(0,1fr)_24rem] xl:grid-rows-[auto_1fr]">
        <div className="flex min-w-0 flex-col gap-4">
          <KeyFigures currency={currency} />
          <RecurringCard currency={currency} />
          <div className="grid gap-4 lg:grid-cols-2">
            <NetRevenueCard currency={currency} />
            <AgeingCard currency={currency} />
          </div>
        </div>
        <div className="flex min-w-0 flex-col gap-4 xl:row-span-2">
          <AttentionCard />
          <UsageCard />
        </div>
        <div className="min-w-0 xl:col-start-1">
          <TopAccountsCard currency={currency} />
        </div>
      </div>
    </Page>
  );
}
