import type { ListedMail, ListMailsQuery } from "@counterfoil/sdk";
import { Link } from "@tanstack/react-router";
import { useAddress } from "../../routing/address.ts";
import { useMay } from "../../server/session.ts";
import { Badge } from "../../design/badge.tsx";
import { Card } from "../../design/card.tsx";
import { Empty } from "../../design/states.tsx";
import { Day, Nothing } from "../../design/when.tsx";
import { toWords } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { Choice, FilterBar, SearchBox } from "../../list/filter-bar.tsx";
import { Table } from "../../list/table.tsx";
import { usePages } from "../../list/use-pages.ts";
import { MAIL_KINDS, mailKindName } from "./mail-kinds.ts";
import { timeText } from "../../list/file-fields.ts";
import { PhoneNote } from "../../list/phone-note.tsx";

const TONES = { queued: "note", sent: "good", caught: "warn", failed: "bad" } as const;

export function MailState({ status }: { readonly status: ListedMail["status"] }) {
  return <Badge tone={TONES[status]}>{toWords(status)}</Badge>;
}

const columns: readonly Column<ListedMail>[] = [
  {
    name: "Subject",
    cell: ({ subject, kind, to }) => (
      <>
        {subject ?? mailKindName(kind)}
        <PhoneNote>{to}</PhoneNote>
      </>
    ),
    text: ({ subject }) => subject,
  },
  { name: "To", cell: ({ to }) => to, text: ({ to }) => to, from: "md", sort: "to" },
  {
    name: "Kind",
    cell: ({ kind }) => mailKindName(kind),
    text: ({ kind }) => kind,
    width: "8rem",
    from: "lg",
  },
  {
    name: "Object",
    cell: ({ invoiceId, subscriptionId }) =>
      invoiceId !== null ? (
        <Link to={`/invoices/${invoiceId}`} className="hover:underline">
          Invoice
        </Link>
      ) : subscriptionId !== null ? (
        <Link to={`/subscriptions/${subscriptionId}`} className="hover:underline">
          Subscription
        </Link>
      ) : (
        <Nothing />
      ),
    text: ({ invoiceId, subscriptionId }) => invoiceId ?? subscriptionId,
    width: "8rem",
    from: "lg",
  },
  { name: "Status", cell: ({ status }) => <MailState status={status} />, text: ({ status }) => status, width: "6rem" },
  {
    name: "Created",
    cell: ({ createdAt }) => <Day instant={createdAt} />,
    text: timeText(({ createdAt }) => createdAt),
    width: "8rem",
    sort: "createdAt",
    from: "sm",
  },
];

/** All mails: sent, pending, caught in a sandbox, or given up. */
export function MailOutbox() {
  const [search, change] = useAddress("/mails");
  const mayRead = useMay("write");
  const query = toQuery(search);
  const rows = usePages({
    list: (api, where) => api.mails.list({ ...query, ...where }),
    items: ({ items }) => items,
  });
  return (
    <Card flush>
      <FilterBar actions={<ExportButton name="mails" rows={rows} columns={columns} />}>
        <SearchBox label="Search by recipient" />
        <Choice
          label="Status"
          name="status"
          all="All statuses"
          options={[
            ["queued", "Queued"],
            ["sent", "Sent"],
            ["caught", "Not sent (sandbox)"],
            ["failed", "Failed"],
          ]}
        />
        <Choice label="Kind" name="kind" all="All kinds" options={MAIL_KINDS.map(([kind, name]) => [kind, name])} />
      </FilterBar>
      <Table
        label="Emails"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        {...(mayRead && { onOpen: ({ id }: ListedMail) => change({ mail: id }) })}
        empty={
          <Empty title="No emails">
            Counterfoil creates an email when you issue an invoice, receive a payment, or send a quote. In a sandbox, or
            without an SMTP server, emails appear here but aren't sent.
          </Empty>
        }
      />
    </Card>
  );
}

function toQuery({
  q,
  status,
  kind,
  sort = "createdAt:desc",
}: Readonly<Record<string, string | undefined>>): ListMailsQuery {
  const filters: NonNullable<ListMailsQuery["filters"]>[number][] = [];
  if (q !== undefined) filters.push({ field: "to", operator: "contains", value: q });
  if (status !== undefined) filters.push({ field: "status", value: status });
  if (kind !== undefined) filters.push({ field: "kind", value: kind });
  return { filters, sort: sort as NonNullable<ListMailsQuery["sort"]> };
}
