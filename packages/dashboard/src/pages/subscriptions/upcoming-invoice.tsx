import type { Subscription } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Suspense, useState } from "react";
import { whenShown } from "../../design/when-shown.tsx";
import { Card } from "../../design/card.tsx";
import { Money } from "../../design/money.tsx";
import { FailureLine, Skeleton } from "../../design/states.tsx";
import { formatDate } from "../../format/dates.ts";
import { InvoiceLines } from "./invoice-lines.tsx";
import { subscriptionQueries } from "./subscription-queries.ts";

// The sheet is loaded when it is opened.
const ExplainSheet = whenShown(() => import("./explain-sheet.tsx").then(({ ExplainSheet }) => ExplainSheet));

interface UpcomingInvoiceProps {
  readonly subscription: Subscription;
  /** Whether to name the subscription, for lists with others. */
  readonly isNamed?: boolean;
}

/** The next invoice with the usage so far, computed by the server like the real one. */
export function UpcomingInvoice({ subscription, isNamed = false }: UpcomingInvoiceProps) {
  const { data: invoice, error } = useQuery(subscriptionQueries.upcoming(subscription.id));
  const [position, setPosition] = useState<number | null>(null);
  return (
    <Card
      title={
        isNamed ? (
          <>
            Upcoming invoice for{" "}
            <Link to={`/subscriptions/${subscription.id}`} className="hover:underline">
              {subscription.name}
            </Link>
          </>
        ) : (
          "Upcoming invoice"
        )
      }
      note={
        invoice === undefined
          ? "Based on usage to date."
          : `Billing date: ${formatDate(invoice.billingDate)}. Based on usage to date.`
      }
      actions={invoice && <Money amount={invoice.total} currency={invoice.currency} strong />}
    >
      {error !== null ? (
        <FailureLine error={error} />
      ) : invoice === undefined ? (
        <Skeleton className="h-40" />
      ) : (
        <InvoiceLines
          currency={invoice.currency}
          lines={invoice.lineItems}
          taxes={invoice.taxes}
          subtotal={invoice.subtotal}
          linesTotal={invoice.linesTotal}
          total={invoice.total}
          onExplain={setPosition}
        />
      )}
      <Suspense fallback={null}>
        {position !== null && (
          <ExplainSheet subscriptionId={subscription.id} position={position} onClose={() => setPosition(null)} />
        )}
      </Suspense>
    </Card>
  );
}
