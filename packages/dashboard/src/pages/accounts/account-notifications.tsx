import type { Account, Notification } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { asked } from "../../server/asked.ts";
import { Card } from "../../design/card.tsx";
import { Empty, Failure, Skeleton } from "../../design/states.tsx";
import { Instant } from "../../design/when.tsx";
import { toWords } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { Table } from "../../list/table.tsx";
import { usePages } from "../../list/use-pages.ts";
import { accountQueries } from "./account-queries.ts";
import { placeOfObject } from "./place-of-object.ts";

const columns: readonly Column<Notification>[] = [
  { name: "Event type", cell: ({ type }) => toWords(type), text: ({ type }) => type },
  { name: "Of", cell: ({ data, objectId }) => nameOf(data) ?? objectId, text: ({ objectId }) => objectId, from: "sm" },
  {
    name: "Time",
    cell: ({ timestamp }) => <Instant instant={timestamp} />,
    text: ({ timestamp }) => timestamp,
    width: "14rem",
  },
];

/** What was announced of the account, its contracts and its last invoices, the latest first. */
export function AccountNotifications({ account }: { readonly account: Account }) {
  const subscriptions = useQuery(accountQueries.subscriptions(account.id));
  const invoices = useQuery({
    ...asked((api, signal) =>
      api.invoices.list(
        { limit: 50, filters: [{ field: "accountId", value: account.id }], sort: "createdAt:desc" },
        { signal },
      ),
    ),
  });
  const error = subscriptions.error ?? invoices.error;
  if (error !== null) {
    return <Failure error={error} onRetry={() => void Promise.all([subscriptions.refetch(), invoices.refetch()])} />;
  }
  if (subscriptions.data === undefined || invoices.data === undefined) return <Skeleton className="h-96" />;
  return (
    <Announced
      ids={[account.id, ...subscriptions.data.map(({ id }) => id), ...invoices.data.items.map(({ id }) => id)]}
      name={account.name}
    />
  );
}

function Announced({ ids, name }: { readonly ids: readonly string[]; readonly name: string }) {
  const rows = usePages({
    list: (api, where) =>
      api.notifications.list({
        filters: [{ field: "objectId", operator: "in", value: ids }],
        sort: "timestamp:desc",
        ...where,
      }),
    items: ({ items }) => items,
  });
  return (
    <Card
      flush
      title="Notifications"
      note="For the account, its subscriptions, and its 50 most recent invoices."
      actions={<ExportButton name={`notifications-${name}`} rows={rows} columns={columns} />}
    >
      <Table
        label="Notifications"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        to={({ objectId }) => placeOfObject(objectId)}
        empty={<Empty title="No notifications yet" />}
      />
    </Card>
  );
}

function nameOf(data: Readonly<Record<string, unknown>>): string | null {
  for (const member of ["number", "name"]) {
    const value = data[member];
    if (typeof value === "string") return value;
  }
  return null;
}
