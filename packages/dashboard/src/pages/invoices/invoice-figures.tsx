import type { Invoice } from "@counterfoil/sdk";
import { Card, Figure } from "../../design/card.tsx";
import { Money } from "../../design/money.tsx";
import { Ago, Day } from "../../design/when.tsx";

/** What it comes to, what of it is paid, what is still asked for. */
export function InvoiceFigures({ invoice }: { readonly invoice: Invoice }) {
  const { currency, total, amountPaid, creditsApplied, amountRemaining, dueDate, issueDate, status } = invoice;
  const isOwed = status === "issued" || status === "overdue";
  return (
    <Card>
      <div className="grid grid-cols-2 gap-x-6 gap-y-4 md:grid-cols-5">
        <Figure name="Total" value={<Money amount={total} currency={currency} />} note="with tax" />
        <Figure name="Credit used" value={<Money amount={creditsApplied} currency={currency} />} />
        <Figure name="Paid" value={<Money amount={amountPaid} currency={currency} />} />
        <Figure
          name="Still to pay"
          value={<Money amount={amountRemaining} currency={currency} />}
          note={isOwed && dueDate !== null ? <Ago instant={dueDate} /> : undefined}
        />
        <Figure
          name={dueDate === null && issueDate !== null ? "Issued" : "Due"}
          value={<Day instant={dueDate ?? issueDate} />}
          note={
            issueDate !== null && dueDate !== null ? (
              <>
                issued <Day instant={issueDate} />
              </>
            ) : undefined
          }
        />
      </div>
    </Card>
  );
}
