import type { Account, CreditGrant } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Fragment, useState } from "react";
import { StatusBadge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card, Fact, Facts, Figure } from "../../design/card.tsx";
import { Money, Quantity } from "../../design/money.tsx";
import { Empty, FailureLine, Skeleton } from "../../design/states.tsx";
import { Day, Nothing } from "../../design/when.tsx";
import { formatMoney, isZero } from "../../format/amount.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { Table } from "../../list/table.tsx";
import { usePages } from "../../list/use-pages.ts";
import { useMay } from "../../server/session.ts";
import { accountQueries } from "./account-queries.ts";
import { AvailableCredit } from "./available-credit.tsx";
import { CreditLineDialog } from "./credit-line-dialog.tsx";
import { SpendLimits } from "./spend-limits.tsx";
import { dayText } from "../../list/file-fields.ts";

const columns: readonly Column<CreditGrant>[] = [
  { name: "Reason", cell: ({ reason, id }) => reason ?? id, text: ({ reason, id }) => reason ?? id },
  {
    name: "Status",
    cell: ({ status }) => <StatusBadge status={status} />,
    text: ({ status }) => status,
    width: "7rem",
  },
  {
    name: "Starts",
    cell: ({ effectiveAt }) => <Day instant={effectiveAt} />,
    text: dayText(({ effectiveAt }) => effectiveAt),
    width: "8rem",
    from: "lg",
  },
  {
    name: "Expires",
    cell: ({ expiresAt }) => <Day instant={expiresAt} />,
    text: dayText(({ expiresAt }) => expiresAt),
    width: "8rem",
    from: "md",
  },
  ...(["amount", "balance"] as const).map((member): Column<CreditGrant> => ({
    name: member === "amount" ? "Granted" : "Remaining",
    cell: (grant) =>
      grant.currency === null ? (
        <Quantity quantity={grant[member]} />
      ) : (
        <Money amount={grant[member]} currency={grant.currency} />
      ),
    text: (grant) => grant[member],
    align: "right",
    width: "8rem",
    ...(member === "amount" && { from: "sm" as const }),
  })),
];

/** The account's prepaid and granted credit, what is left of it, and its top-ups. */
export function AccountCredits({ account }: { readonly account: Account }) {
  const { data: balance, error: balanceError } = useQuery(accountQueries.balance(account.id));
  const { data: settings, error: settingsError } = useQuery(accountQueries.creditSettings(account.id));
  const rows = usePages({
    list: (api, where) => api.accounts.listCreditGrants(account.id, { ...where, sort: "createdAt:desc" }),
    items: ({ items }) => items,
  });
  const topUp = settings?.topUp ?? null;
  const mayBill = useMay("billing");
  const [isEditing, setEditing] = useState(false);
  return (
    <div className="grid gap-4 lg:grid-cols-[1fr_20rem]">
      <div className="flex min-w-0 flex-col gap-4">
        <AvailableCredit accountId={account.id} />
        <SpendLimits account={account} />
        <Card
          flush
          title="Credit grants"
          actions={<ExportButton name={`credits-${account.name}`} rows={rows} columns={columns} />}
        >
          <Table
            label="Account credit grants"
            rows={rows}
            columns={columns}
            rowKey={({ id }) => id}
            to={({ id }) => `/credit-grants/${id}`}
            empty={
              <Empty
                title="No prepaid credit"
                request={`curl -X POST ${window.location.origin}/accounts/${account.id}/credit-grants \\
  -H "Authorization: Bearer $COUNTERFOIL_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"amount": "100.00", "reason": "Welcome"}'`}
              >
                A grant is an amount of money or a number of units that the account uses before it pays. Credit that
                expires first is used first.
              </Empty>
            }
          />
        </Card>
      </div>
      <div className="flex flex-col gap-4">
        <Card title="Balance">
          {balanceError !== null ? (
            <FailureLine error={balanceError} />
          ) : balance === undefined ? (
            <Skeleton className="h-28" />
          ) : (
            <div className="flex flex-col gap-3">
              {balance.balances.map(({ currency, accountCredit, creditGrants }) => (
                <Fragment key={currency}>
                  {(currency === balance.currency || !isZero(accountCredit)) && (
                    <Figure name="Account credit" value={formatMoney(accountCredit, currency)} />
                  )}
                  {(currency === balance.currency || !isZero(creditGrants)) && (
                    <Figure name="Remaining on credit grants" value={formatMoney(creditGrants, currency)} />
                  )}
                </Fragment>
              ))}
            </div>
          )}
        </Card>
        <Card
          title="Credit settings"
          actions={
            settings !== undefined &&
            mayBill && (
              <Button onClick={() => setEditing(true)}>
                {settings.creditLine === null ? "Set credit line" : "Change credit line"}
              </Button>
            )
          }
        >
          {settingsError !== null ? (
            <FailureLine error={settingsError} />
          ) : settings === undefined ? (
            <Skeleton className="h-28" />
          ) : (
            <Facts>
              <Fact name="Low balance alert below">
                {settings.lowBalanceThreshold === null ? (
                  <Nothing />
                ) : (
                  <Money amount={settings.lowBalanceThreshold} currency={settings.currency} />
                )}
              </Fact>
              {topUp === null ? (
                <Fact name="Automatic top-up">Off</Fact>
              ) : (
                <Fact name="Automatic top-up">
                  <Money amount={topUp.amount} currency={settings.currency} /> when the available credit reaches{" "}
                  <Money amount={topUp.threshold} currency={settings.currency} />
                </Fact>
              )}
              <Fact name="Credit line">
                {settings.creditLine === null ? (
                  <Nothing />
                ) : (
                  <Money amount={settings.creditLine} currency={settings.currency} />
                )}
              </Fact>
              <Fact name="Settling above the held amount">
                {settings.settleAboveHeld === "refuse" ? "Refused" : "Accepted"}
              </Fact>
              {settings.topUpFailure !== null && <Fact name="Last failure">{settings.topUpFailure}</Fact>}
            </Facts>
          )}
        </Card>
      </div>
      {isEditing && settings !== undefined && (
        <CreditLineDialog account={account} settings={settings} onClose={() => setEditing(false)} />
      )}
    </div>
  );
}
