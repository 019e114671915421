import type { AuditEntry } from "@counterfoil/sdk";
import { Card } from "../design/card.tsx";
import { Empty } from "../design/states.tsx";
import { Instant } from "../design/when.tsx";
import { toWords } from "../format/words.ts";
import type { Column } from "../list/column.ts";
import { ExportButton } from "../list/export-button.tsx";
import { Table } from "../list/table.tsx";
import { useWalk } from "../list/use-walk.ts";
import { timeText } from "../list/file-fields.ts";

const columns: readonly Column<AuditEntry>[] = [
  { name: "Action", cell: ({ action }) => toWords(action), text: ({ action }) => action },
  {
    name: "Changed fields",
    cell: ({ changes }) => Object.keys(changes).map(toWords).join(", "),
    text: ({ changes }) => JSON.stringify(changes),
    from: "md",
  },
  { name: "By", cell: ({ actor }) => toWords(actor.type), text: ({ actor }) => actor.id ?? actor.type, width: "7rem" },
  {
    name: "Time",
    cell: ({ at }) => <Instant instant={at} />,
    text: timeText(({ at }) => at),
    width: "14rem",
    from: "sm",
  },
];

/** The changes of one object, newest first. */
export function AuditTable({ objectId }: { readonly objectId: string }) {
  const rows = useWalk({
    list: (api, where) => api.audit.list({ objectId, ...where }),
    items: ({ items }) => items,
    next: ({ nextCursor }) => nextCursor,
  });
  return (
    <Card flush title="Audit log" actions={<ExportButton name={`audit-${objectId}`} rows={rows} columns={columns} />}>
      <Table
        label="Audit log"
        rows={rows}
        columns={columns}
        rowKey={({ id }) => id}
        empty={<Empty title="No changes yet" />}
      />
    </Card>
  );
}
