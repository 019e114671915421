import type { ListedInvoice } from "@counterfoil/sdk";
import { StatusBadge } from "../design/badge.tsx";
import { Money } from "../design/money.tsx";
import { Day, Nothing } from "../design/when.tsx";
import { isZero } from "../format/amount.ts";
import type { Column } from "../list/column.ts";

/** What lists of invoices show of each, wherever they stand. */
export const invoiceColumns = {
  number: {
    name: "Number",
    cell: ({ number, status }) => (
      <>
        <span className="whitespace-nowrap">{number ?? "Draft"}</span>
        <span className="mt-1 block sm:hidden">
          <StatusBadge status={status} />
        </span>
      </>
    ),
    text: ({ number }) => number,
    sort: "number",
    width: "9.5rem",
  },
  status: {
    name: "Status",
    cell: ({ status }) => <StatusBadge status={status} />,
    text: ({ status }) => status,
    width: "7rem",
    from: "sm",
  },
  period: {
    name: "Period",
    cell: ({ billingPeriod }) => billingPeriod,
    text: ({ billingPeriod }) => billingPeriod,
    width: "12.5rem",
    from: "2xl",
  },
  created: {
    name: "Created",
    cell: ({ createdAt }) => <Day instant={createdAt} />,
    text: ({ createdAt }) => createdAt,
    width: "8rem",
    from: "2xl",
    sort: "createdAt",
  },
  due: {
    name: "Due",
    cell: ({ dueDate, timezone }) => <Day instant={dueDate} timezone={timezone} />,
    text: ({ dueDate }) => dueDate,
    width: "7.5rem",
    from: "md",
    sort: "dueDate",
  },
  currency: {
    name: "Currency",
    cell: ({ currency }) => currency,
    text: ({ currency }) => currency,
    width: "5.5rem",
    from: "2xl",
  },
  total: {
    name: "Total",
    cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
    text: ({ total }) => total,
    align: "right",
    width: "10rem",
    sort: "total",
  },
  /** What is still to be paid of it. */
  open: {
    name: "Amount due",
    cell: ({ amountRemaining, currency, status }) =>
      status === "draft" || isZero(amountRemaining) ? (
        <Nothing />
      ) : (
        <Money amount={amountRemaining} currency={currency} />
      ),
    text: ({ amountRemaining }) => amountRemaining,
    align: "right",
    width: "10rem",
    from: "lg",
  },
} as const satisfies Record<string, Column<ListedInvoice>>;
