import type { Invoice } from "@counterfoil/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Card } from "../../../design/card.tsx";
import { FailureLine, Skeleton } from "../../../design/states.tsx";
import type { Asked } from "../../../server/asked.ts";
import { InvoiceTotals } from "../invoice-totals.tsx";

/** A preview of an invoice by the server, while it is written. The query is undefined until the lines are complete. */
export function useInvoicePreview(query: Asked<Invoice> | undefined) {
  const { data, error, isFetching } = useQuery({
    ...(query ?? {
      queryKey: ["invoices", "preview", "nothing"],
      queryFn: () => Promise.reject(new Error("no query")),
    }),
    enabled: query !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  });
  return { invoice: query === undefined ? undefined : data, error: query === undefined ? null : error, isFetching };
}

interface LiveTotalProps {
  readonly preview: ReturnType<typeof useInvoicePreview>;
  /** Whether the lines are complete, so that a total is on its way. */
  readonly isReady: boolean;
  /** Whether saving was refused, which the form says below. The preview's refusal would say the same again. */
  readonly isRefused: boolean;
}

/** The total with tax as the server computes it. */
export function LiveTotal({ preview: { invoice, error, isFetching }, isReady, isRefused }: LiveTotalProps) {
  return (
    <Card
      title="Total"
      note="Calculated like the invoice. Nothing is saved yet."
      actions={
        <span role="status" className="text-xs text-muted">
          {isFetching && "Calculating"}
        </span>
      }
    >
      {!isRefused && <FailureLine error={error} />}
      <div className="min-h-24">
        {!isReady ? (
          <p className="py-6 text-center text-sm text-muted">
            Choose an account and complete a line to see the total with tax.
          </p>
        ) : invoice === undefined ? (
          error === null && <Skeleton className="h-20" />
        ) : (
          <InvoiceTotals invoice={invoice} />
        )}
      </div>
    </Card>
  );
}
