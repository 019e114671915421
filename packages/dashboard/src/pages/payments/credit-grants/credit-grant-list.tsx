import type { CreditGrant, ListCreditGrantsQuery } from "@counterfoil/sdk";
import { useAddress } from "../../../routing/address.ts";
import type { SearchAt } from "../../../routing/searches.ts";
import { useMay } from "../../../server/session.ts";
import { StatusBadge } from "../../../design/badge.tsx";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { Page } from "../../../design/page.tsx";
import { Empty } from "../../../design/states.tsx";
import { Day, Nothing } from "../../../design/when.tsx";
import type { Column } from "../../../list/column.ts";
import { ExportButton } from "../../../list/export-button.tsx";
import { Choice, FilterBar } from "../../../list/filter-bar.tsx";
import { Table } from "../../../list/table.tsx";
import { usePages } from "../../../list/use-pages.ts";
import { AccountChoice } from "../../../named/account-field.tsx";
import { AccountName } from "../../../named/account-name.tsx";
import { AmountOfGrant } from "./amount-of-grant.tsx";
import { GrantDialog } from "./grant-dialog.tsx";
import { accountFields, dayText } from "../../../list/file-fields.ts";

const columns: readonly Column<CreditGrant>[] = [
  {
    name: "Account",
    cell: ({ accountId }) => <AccountName id={accountId} />,
    fields: accountFields(({ accountId }) => accountId),
  },
  {
    name: "Status",
    cell: ({ status }) => <StatusBadge status={status} />,
    text: ({ status }) => status,
    width: "7.5rem",
  },
  { name: "Reason", cell: ({ reason }) => reason ?? <Nothing />, text: ({ reason }) => reason, from: "md" },
  {
    name: "Starts",
    cell: ({ effectiveAt }) => <Day instant={effectiveAt} />,
    text: dayText(({ effectiveAt }) => effectiveAt),
    width: "8rem",
    from: "2xl",
    sort: "effectiveAt",
  },
  {
    name: "Expires",
    cell: ({ expiresAt }) => <Day instant={expiresAt} />,
    text: dayText(({ expiresAt }) => expiresAt),
    width: "8rem",
    from: "lg",
    sort: "expiresAt",
  },
  {
    name: "Granted",
    cell: (grant) => <AmountOfGrant {...grant} />,
    text: ({ amount }) => amount,
    align: "right",
    from: "lg",
    width: "8.5rem",
  },
  {
    name: "Remaining",
    cell: (grant) => <AmountOfGrant {...grant} amount={grant.balance} />,
    text: ({ balance }) => balance,
    align: "right",
    width: "8.5rem",
  },
  {
    name: "Of",
    cell: ({ currency }) => currency ?? "Units",
    text: ({ currency, metricId }) => currency ?? metricId,
    width: "5rem",
    from: "2xl",
  },
];

export function CreditGrantList() {
  const [search, change] = useAddress("/credit-grants");
  const mayBill = useMay("billing");
  const query = toQuery(search);
  const rows = usePages({
    list: (api, where) => api.creditGrants.list({ ...query, ...where }),
    items: ({ items }) => items,
  });
  return (
    <Page
      title="Credits"
      note="Prepaid and promotional credit. Usage reserves it as it happens, and invoices draw it when they are issued."
      actions={
        mayBill && (
          <Button kind="primary" onClick={() => change({ do: "grant" })}>
            Grant credit
          </Button>
        )
      }
    >
      <Card flush>
        <FilterBar actions={<ExportButton name="credit-grants" rows={rows} columns={columns} />}>
          <AccountChoice />
          <Choice
            label="Kind"
            name="kind"
            all="Money and units"
            options={[
              ["money", "Money"],
              ["units", "Units of a metric"],
            ]}
          />
          <Choice
            label="Balance"
            name="left"
            all="All balances"
            options={[
              ["some", "Credit remaining"],
              ["none", "Used up"],
            ]}
          />
        </FilterBar>
        <Table
          label="Credit grants"
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          to={({ id }) => `/credit-grants/${id}`}
          empty={
            <Empty
              title="No credit grants"
              request={`curl -X POST ${window.location.origin}/accounts/$ACCOUNT/credit-grants -H "Authorization: Bearer $COUNTERFOIL_KEY" \\\n  -H "Content-Type: application/json" -d '{"amount": "150.00", "reason": "Welcome"}'`}
            >
              A credit grant pays for invoices in money or metric units until it is used up or expires. Grant credit to
              an account to start.
            </Empty>
          }
        />
      </Card>
      {search.do === "grant" && mayBill && (
        <GrantDialog accountId={search.account} onClose={() => change({ do: undefined })} />
      )}
    </Page>
  );
}

type Filter = NonNullable<ListCreditGrantsQuery["filters"]>[number];

function toQuery({ account, kind, left, sort = "createdAt:desc" }: SearchAt<"/credit-grants">): ListCreditGrantsQuery {
  const filters: Filter[] = [];
  if (account !== undefined) filters.push({ field: "accountId", value: account });
  if (kind !== undefined) filters.push({ field: "metricId", operator: "exists", value: kind === "units" });
  if (left !== undefined) filters.push({ field: "balance", operator: left === "some" ? "gt" : "eq", value: "0" });
  return { filters, sort: sort as NonNullable<ListCreditGrantsQuery["sort"]> };
}
