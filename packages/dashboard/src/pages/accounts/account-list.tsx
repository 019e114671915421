import type { Account, ListAccountsQuery } from "@counterfoil/sdk";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useAddress } from "../../routing/address.ts";
import { useMay } from "../../server/session.ts";
import { buttonClasses } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Page } from "../../design/page.tsx";
import { Empty } from "../../design/states.tsx";
import { Day, Nothing } from "../../design/when.tsx";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { FilterBar, SearchBox } from "../../list/filter-bar.tsx";
import { Table } from "../../list/table.tsx";
import { usePages } from "../../list/use-pages.ts";

const columns: readonly Column<Account>[] = [
  { name: "Name", cell: ({ name }) => name, text: ({ name }) => name, sort: "name" },
  {
    name: "Contact",
    cell: ({ contactName, contactEmail }) => contactName ?? contactEmail ?? <Nothing />,
    text: ({ contactName, contactEmail }) => contactName ?? contactEmail,
    from: "md",
  },
  {
    name: "Invoice recipients",
    cell: ({ billingEmail, contactEmail }) => billingEmail ?? contactEmail ?? <Nothing />,
    text: ({ billingEmail, contactEmail }) => billingEmail ?? contactEmail,
    from: "lg",
  },
  {
    name: "Country",
    cell: ({ taxCountry }) => taxCountry ?? <Nothing />,
    text: ({ taxCountry }) => taxCountry,
    width: "5.5rem",
    from: "sm",
    sort: "taxCountry",
  },
  {
    name: "Currency",
    cell: ({ currency }) => currency,
    text: ({ currency }) => currency,
    width: "6rem",
    sort: "currency",
  },
  {
    name: "Created",
    cell: ({ createdAt }) => <Day instant={createdAt} />,
    text: ({ createdAt }) => createdAt,
    width: "9rem",
    from: "md",
    sort: "createdAt",
  },
  { name: "Id", cell: ({ id }) => <code className="text-xs">{id}</code>, text: ({ id }) => id, from: "2xl" },
];

/** Everybody who is billed. */
export function AccountList() {
  const [{ q, sort = "createdAt:desc" }] = useAddress("/accounts");
  const mayWrite = useMay("write");
  const query: ListAccountsQuery = {
    filters: q === undefined ? [] : [{ field: "name", operator: "contains", value: q }],
    sort: sort as NonNullable<ListAccountsQuery["sort"]>,
  };
  const rows = usePages({
    list: (api, where) => api.accounts.list({ ...query, ...where }),
    items: ({ data }) => data,
  });
  return (
    <Page
      title="Accounts"
      actions={
        mayWrite && (
          <Link to="/accounts/new" className={buttonClasses("primary")}>
            <Plus aria-hidden className="size-4" />
            New account
          </Link>
        )
      }
    >
      <Card flush>
        <FilterBar actions={<ExportButton name="accounts" rows={rows} columns={columns} />}>
          <SearchBox label="Search by name" />
        </FilterBar>
        <Table
          label="Accounts"
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          to={({ id }) => `/accounts/${id}`}
          empty={
            q === undefined ? (
              <Empty
                title="No accounts yet"
                request={`curl -X POST ${window.location.origin}/accounts \\
  -H "Authorization: Bearer $COUNTERFOIL_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"name": "Acme", "aliases": ["acme"], "currency": "EUR"}'`}
              >
                An account is a customer that you bill. Create one to start a subscription or to send usage. An alias is
                your own identifier for the account; use it wherever you use the account ID.
              </Empty>
            ) : (
              <Empty title="No results" />
            )
          }
        />
      </Card>
    </Page>
  );
}
