import type { Account, ListedMail } from "@counterfoil/sdk";
import { StatusBadge } from "../../design/badge.tsx";
import { Card } from "../../design/card.tsx";
import { Empty } from "../../design/states.tsx";
import { Instant } from "../../design/when.tsx";
import { toWords } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { Table } from "../../list/table.tsx";
import { usePages } from "../../list/use-pages.ts";

const columns: readonly Column<ListedMail>[] = [
  { name: "Subject", cell: ({ subject, kind }) => subject ?? toWords(kind), text: ({ subject }) => subject },
  { name: "Kind", cell: ({ kind }) => toWords(kind), text: ({ kind }) => kind, width: "8rem", from: "lg" },
  { name: "To", cell: ({ to }) => to, text: ({ to }) => to, from: "md" },
  {
    name: "Status",
    cell: ({ status }) => <StatusBadge status={status} />,
    text: ({ status }) => status,
    width: "7rem",
  },
  {
    name: "Created",
    cell: ({ createdAt }) => <Instant instant={createdAt} />,
    text: ({ createdAt }) => createdAt,
    width: "14rem",
    from: "sm",
  },
];

/** The emails that were written to it. */
export function AccountMails({ account }: { readonly account: Account }) {
  const rows = usePages({
    list: (api, where) =>
      api.mails.list({ filters: [{ field: "accountId", value: account.id }], sort: "createdAt:desc", ...where }),
    items: ({ items }) => items,
  });
  return (
    <Card flush title="Emails" actions={<ExportButton name={`mails-${account.name}`} rows={rows} columns={columns} />}>
      <Table
        label="Emails to the account"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        empty={
          <Empty title="No emails yet">
            Invoices, receipts, reminders, and quotes appear here after you send them. Turn on email delivery in the
            subscription terms.
          </Empty>
        }
      />
    </Card>
  );
}
