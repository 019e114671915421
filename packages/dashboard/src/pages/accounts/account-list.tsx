import type { AccountsSummary, ListAccountsQuery, ListedAccount } from "@counterfoil/sdk";
import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus } from "lucide-react";
import { useAddress } from "../../routing/address.ts";
import { asked } from "../../server/asked.ts";
import { useMay } from "../../server/session.ts";
import { buttonClasses } from "../../design/button.tsx";
import { Page } from "../../design/page.tsx";
import { Empty } from "../../design/states.tsx";
import type { RowNames } from "../../list/bulk-action.ts";
import { SearchBox } from "../../list/filter-bar.tsx";
import type { ChipFilter } from "../../list/filter-chips.tsx";
import { ListCard } from "../../list/list-card.tsx";
import { type CurrencyFigures, ListTotals } from "../../list/list-totals.tsx";
import type { StatusTab } from "../../list/status-tabs.tsx";
import { usePages } from "../../list/use-pages.ts";
import { ACCOUNT_STATES, accountColumns } from "./account-columns.tsx";
import { TAG_ACTIONS } from "./bulk-tag-actions.tsx";
import { TagFilter } from "./tag-filter.tsx";

const FILTERS: readonly ChipFilter[] = [
  { name: "q", label: "Name" },
  { name: "status", label: "Status", show: (value) => ACCOUNT_STATES.find(([status]) => status === value)?.[1] },
  { name: "tag", label: "Tag" },
];

const NAMES: RowNames<ListedAccount> = {
  noun: "account",
  nameOf: ({ name }) => name,
  to: ({ id }) => `/accounts/${id}`,
};

type Filter = NonNullable<ListAccountsQuery["filters"]>[number];

interface Wanted {
  readonly q?: string | undefined;
  readonly status?: string | undefined;
  readonly tag?: string | undefined;
}

function filtersOf({ q, status, tag }: Wanted): Filter[] {
  return [
    ...(q === undefined ? [] : [{ field: "name", operator: "contains", value: q } as const]),
    ...(tag === undefined ? [] : [{ field: "tags", value: tag } as const]),
    ...(status === undefined ? [] : [{ field: "status", value: status } as const]),
  ];
}

function tabsOf(summary: AccountsSummary | undefined): readonly StatusTab[] {
  const countOf = (status: string) => summary?.statuses.find((one) => one.status === status)?.count;
  return [
    ["", "All", summary?.statuses.reduce((total, { count }) => total + count, 0)],
    ...ACCOUNT_STATES.map(([status, name]) => [status, name, countOf(status)] as const),
  ];
}

function figuresOf({ currency, invoices, amount }: AccountsSummary["owed"][number]): CurrencyFigures {
  return { currency, count: invoices, amounts: [["Owed", amount]] };
}

/** The list of all customers. */
export function AccountList() {
  const [{ q, status, tag, sort = "createdAt:desc" }] = useAddress("/accounts");
  const mayWrite = useMay("write");
  const filters = filtersOf({ q, status, tag });
  const query: ListAccountsQuery = {
    filters,
    sort: sort as NonNullable<ListAccountsQuery["sort"]>,
    include: "billing,tags",
  };
  const summary = useQuery({
    ...asked((api, signal) => api.summaries.summarizeAccounts({ filters }, { signal })),
    placeholderData: keepPreviousData,
  }).data;
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
      <ListCard
        list="accounts"
        label="Accounts"
        rows={rows}
        columns={accountColumns}
        matching={summary?.count}
        tabs={tabsOf(summary)}
        controls={
          <>
            <SearchBox label="Search by name" />
            <TagFilter />
          </>
        }
        filters={FILTERS}
        totals={<ListTotals noun="open invoice" figures={summary?.owed.map(figuresOf)} />}
        names={NAMES}
        actions={mayWrite ? TAG_ACTIONS : []}
        empty={
          filters.length === 0 ? (
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
    </Page>
  );
}
