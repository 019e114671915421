import type { ListedAccount } from "@counterfoil/sdk";
import { StatusBadge } from "../../design/badge.tsx";
import { Money } from "../../design/money.tsx";
import { DateOf, Day, Nothing } from "../../design/when.tsx";
import type { Column } from "../../list/column.ts";
import { dayText } from "../../list/file-fields.ts";
import { TagCell } from "./tag-chips.tsx";

/** What is going on with an account, the most urgent first. */
export const ACCOUNT_STATES = [
  ["overdue", "Overdue"],
  ["active", "Active"],
  ["paused", "Paused"],
  ["pending", "Not started"],
  ["ended", "Ended"],
  ["none", "No subscription"],
] as const;

type Amounts = readonly { readonly currency: string; readonly amount: string }[];

/** One amount for each currency. Most accounts have one. */
function MoneyList({ amounts }: { readonly amounts: Amounts | undefined }) {
  if (amounts === undefined || amounts.length === 0) return <Nothing />;
  return amounts.map(({ currency, amount }) => (
    <span key={currency} className="block">
      <Money amount={amount} currency={currency} />
    </span>
  ));
}

function written(amounts: Amounts | undefined): string | null {
  return amounts === undefined ? null : amounts.map(({ currency, amount }) => `${amount} ${currency}`).join("; ");
}

function Status({ account: { billing } }: { readonly account: ListedAccount }) {
  if (billing === undefined || billing.status === "none") return <Nothing />;
  return billing.status === "pending" ? "Not started" : <StatusBadge status={billing.status} />;
}

type Payment = NonNullable<ListedAccount["billing"]>["lastPayment"];

function LastPayment({ payment }: { readonly payment: Payment }) {
  if (payment === null) return <Nothing />;
  return (
    <>
      <Money amount={payment.amount} currency={payment.currency} />
      <span className="ml-2 text-muted">
        <DateOf date={payment.date} />
      </span>
    </>
  );
}

function plansOf({ billing }: ListedAccount): string | null {
  const names = billing?.plans.map(({ name }) => name).join(", ") ?? "";
  return names === "" ? null : names;
}

export const accountColumns: readonly Column<ListedAccount>[] = [
  {
    name: "Name",
    cell: (account) => (
      <>
        {account.name}
        <span className="mt-1 block sm:hidden">
          <Status account={account} />
        </span>
      </>
    ),
    text: ({ name }) => name,
    sort: "name",
  },
  {
    name: "Status",
    cell: (account) => <Status account={account} />,
    text: ({ billing }) => billing?.status ?? null,
    width: "7.5rem",
    from: "sm",
    sort: "status",
  },
  {
    name: "Tags",
    cell: ({ tags = [] }) => (tags.length === 0 ? <Nothing /> : <TagCell tags={tags} />),
    text: ({ tags = [] }) => (tags.length === 0 ? null : tags.join("; ")),
    width: "9rem",
    from: "2xl",
  },
  { name: "Plan", cell: (account) => plansOf(account) ?? <Nothing />, text: plansOf, from: "md" },
  {
    name: "MRR",
    cell: ({ billing }) => <MoneyList amounts={billing?.recurring} />,
    text: ({ billing }) => written(billing?.recurring),
    align: "right",
    width: "8rem",
    from: "lg",
  },
  {
    name: "Owed",
    cell: ({ billing }) => <MoneyList amounts={billing?.owed} />,
    text: ({ billing }) => written(billing?.owed),
    align: "right",
    width: "8.5rem",
  },
  {
    name: "Last payment",
    cell: ({ billing }) => <LastPayment payment={billing?.lastPayment ?? null} />,
    fields: [
      { name: "Last payment", text: ({ billing }) => billing?.lastPayment?.date ?? null },
      { name: "Last payment amount", text: ({ billing }) => billing?.lastPayment?.amount ?? null },
      { name: "Last payment currency", text: ({ billing }) => billing?.lastPayment?.currency ?? null },
    ],
    align: "right",
    width: "13rem",
    from: "xl",
  },
  {
    name: "Contact",
    cell: ({ contactName, contactEmail }) => contactName ?? contactEmail ?? <Nothing />,
    text: ({ contactName, contactEmail }) => contactName ?? contactEmail,
    from: "2xl",
    isOptional: true,
  },
  {
    name: "Invoice recipients",
    cell: ({ billingEmail, contactEmail }) => billingEmail ?? contactEmail ?? <Nothing />,
    text: ({ billingEmail, contactEmail }) => billingEmail ?? contactEmail,
    from: "lg",
    isOptional: true,
    sort: "billingEmail",
  },
  {
    name: "Country",
    cell: ({ taxCountry }) => taxCountry ?? <Nothing />,
    text: ({ taxCountry }) => taxCountry,
    width: "5.5rem",
    from: "sm",
    isOptional: true,
    sort: "taxCountry",
  },
  {
    name: "Currency",
    cell: ({ currency }) => currency,
    text: ({ currency }) => currency,
    width: "6rem",
    from: "sm",
    isOptional: true,
    sort: "currency",
  },
  {
    name: "Created",
    cell: ({ createdAt }) => <Day instant={createdAt} />,
    text: dayText(({ createdAt }) => createdAt),
    width: "8rem",
    from: "2xl",
    sort: "createdAt",
  },
  {
    name: "Id",
    cell: ({ id }) => <code className="text-xs">{id}</code>,
    text: ({ id }) => id,
    from: "2xl",
    isOptional: true,
  },
];
