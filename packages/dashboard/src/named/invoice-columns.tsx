import type { ListedInvoice } from "@counterfoil/sdk";
import { StatusBadge } from "../design/badge.tsx";
import { Money } from "../design/money.tsx";
import { Day, Nothing } from "../design/when.tsx";
import { isZero } from "../format/amount.ts";
import { toDay } from "../format/dates.ts";
import type { Column } from "../list/column.ts";

/** The columns of every list of invoices. */
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
    fields: [
      { name: "Invoice ID", text: ({ id }) => id },
      { name: "Number", text: ({ number }) => number },
    ],
    sort: "number",
    width: "9.5rem",
  },
  status: {
    name: "Status",
    cell: ({ status }) => <StatusBadge status={status} />,
    text: ({ status }) => status,
    width: "7rem",
    from: "sm",
    sort: "status",
  },
  period: {
    name: "Period",
    cell: ({ billingPeriod }) => billingPeriod,
    text: ({ billingPeriod }) => billingPeriod,
    width: "12.5rem",
    from: "2xl",
    sort: "billingPeriodStart",
  },
  created: {
    name: "Created",
    cell: ({ createdAt }) => <Day instant={createdAt} />,
    text: ({ createdAt, timezone }) => toDay(createdAt, timezone),
    width: "8rem",
    from: "2xl",
    sort: "createdAt",
  },
  issued: {
    name: "Issued",
    cell: ({ issueDate, timezone }) => <Day instant={issueDate} timezone={timezone} />,
    text: ({ issueDate, timezone }) => (issueDate === null ? null : toDay(issueDate, timezone)),
    width: "7.5rem",
    from: "xl",
    sort: "issueDate",
  },
  due: {
    name: "Due",
    cell: ({ dueDate, timezone }) => <Day instant={dueDate} timezone={timezone} />,
    text: ({ dueDate, timezone }) => (dueDate === null ? null : toDay(dueDate, timezone)),
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
    sort: "currency",
  },
  total: {
    name: "Total",
    cell: ({ total, currency }) => <Money amount={total} currency={currency} />,
    fields: [
      { name: "Subtotal", text: ({ subtotal }) => subtotal ?? null },
      { name: "Tax", text: ({ tax }) => tax ?? null },
      { name: "Total", text: ({ total }) => total },
      { name: "Credits applied", text: ({ creditsApplied }) => creditsApplied ?? null },
      { name: "Paid", text: ({ amountPaid }) => amountPaid ?? null },
    ],
    align: "right",
    width: "8.5rem",
    sort: "total",
  },
  /** The amount due. */
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
    width: "8.5rem",
    from: "lg",
    sort: "amountRemaining",
  },
} as const satisfies Record<string, Column<ListedInvoice>>;
