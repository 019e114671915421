import type { Invoice } from "@counterfoil/sdk";
import { Card, Figure, Figures } from "../../design/card.tsx";
import { Money } from "../../design/money.tsx";
import { AgoOf } from "../clocks/ago-of.tsx";
import { isZero } from "../../format/amount.ts";
import { Day } from "../../design/when.tsx";

/** The total, the amount paid, and the amount due. */
export function InvoiceFigures({ invoice }: { readonly invoice: Invoice }) {
  const {
    accountId,
    currency,
    total,
    amountPaid,
    creditsApplied,
    amountRemaining,
    amountCredited,
    dueDate,
    issueDate,
    timezone,
    status,
  } = invoice;
  const isOwed = status === "issued" || status === "overdue";
  return (
    <Card>
      <Figures>
        <Figure name="Total" value={<Money amount={total} currency={currency} />} note="including tax" />
        {isZero(amountCredited) ? (
          <Figure name="Credit used" value={<Money amount={creditsApplied} currency={currency} />} />
        ) : (
          <Figure
            name="Amount credited"
            value={<Money amount={amountCredited} currency={currency} />}
            note={status === "draft" ? "when it is issued" : undefined}
          />
        )}
        <Figure name="Paid" value={<Money amount={amountPaid} currency={currency} />} />
        <Figure name="Amount due" value={<Money amount={amountRemaining} currency={currency} />} />
        <Figure
          name={dueDate === null && issueDate !== null ? "Issued" : "Due"}
          value={<Day instant={dueDate ?? issueDate} timezone={timezone} />}
          note={
            isOwed && dueDate !== null ? (
              <AgoOf instant={dueDate} accountId={accountId} />
            ) : issueDate !== null && dueDate !== null ? (
              <>
                issued <Day instant={issueDate} timezone={timezone} />
              </>
            ) : undefined
          }
        />
      </Figures>
    </Card>
  );
}
