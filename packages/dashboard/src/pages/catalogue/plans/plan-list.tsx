import type { ListedPlan, ListPlansQuery } from "@counterfoil/sdk";
import { Link } from "@tanstack/react-router";
import { useAddress } from "../../../routing/address.ts";
import type { SearchAt } from "../../../routing/searches.ts";
import { useMay } from "../../../server/session.ts";
import { buttonClasses } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { Page } from "../../../design/page.tsx";
import { Empty } from "../../../design/states.tsx";
import { Day, Nothing } from "../../../design/when.tsx";
import type { Column } from "../../../list/column.ts";
import { ExportButton } from "../../../list/export-button.tsx";
import { FilterBar, SearchBox } from "../../../list/filter-bar.tsx";
import { Table } from "../../../list/table.tsx";
import { usePages } from "../../../list/use-pages.ts";
import { ArchivedChoice, archivedFilter } from "../archive/archived.tsx";

const columns: readonly Column<ListedPlan>[] = [
  { name: "Name", cell: ({ name }) => name, text: ({ name }) => name, sort: "name" },
  {
    name: "Description",
    cell: ({ description }) => description ?? <Nothing />,
    text: ({ description }) => description,
    from: "sm",
  },
  { name: "Currency", cell: ({ currency }) => currency, text: ({ currency }) => currency, width: "6rem" },
  {
    name: "Created",
    cell: ({ createdAt }) => <Day instant={createdAt} />,
    text: ({ createdAt }) => createdAt,
    width: "8rem",
    from: "md",
    sort: "createdAt",
  },
];

export function PlanList() {
  const [search] = useAddress("/plans");
  const mayWrite = useMay("write");
  const query = toQuery(search);
  const rows = usePages({
    list: (api, where) => api.plans.list({ ...query, ...where }),
    items: ({ items }) => items,
  });
  return (
    <Page
      title="Plans"
      note="Templates with the prices, contract, terms, and entitlements of a subscription."
      actions={
        mayWrite && (
          <>
            <Link to="/plans/recipes" className={buttonClasses()}>
              Start from a recipe
            </Link>
            <Link to="/plans/new" className={buttonClasses("primary")}>
              New plan
            </Link>
          </>
        )
      }
    >
      <Card flush>
        <FilterBar actions={<ExportButton name="plans" rows={rows} columns={columns} />}>
          <SearchBox label="Search by name" />
          {/* The list of plans does not mark archived plans. */}
          <ArchivedChoice isMarked={false} />
        </FilterBar>
        <Table
          label="Plans"
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          to={({ id }) => `/plans/${id}`}
          empty={
            <Empty
              title="No plans"
              request={`curl -X POST ${window.location.origin}/plans -H "Authorization: Bearer $COUNTERFOIL_KEY" -H "Content-Type: application/json" \\\n  -d '{"name": "Team", "currency": "EUR", "priceGroups": [{"name": "Subscription", "priceIds": ["'$PRICE'"]}]}'`}
            >
              A plan is a template for subscriptions. Create one to reuse the same prices and terms. Later edits don't
              change existing subscriptions.
            </Empty>
          }
        />
      </Card>
    </Page>
  );
}

type Filter = NonNullable<ListPlansQuery["filters"]>[number];

function toQuery({ q, archived, sort = "name:asc" }: SearchAt<"/plans">): ListPlansQuery {
  const filters: Filter[] = archivedFilter(archived);
  if (q !== undefined) filters.push({ field: "name", operator: "contains", value: q });
  return { filters, sort: sort as NonNullable<ListPlansQuery["sort"]> };
}
