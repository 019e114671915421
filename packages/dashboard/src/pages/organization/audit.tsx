import type { AuditEntry } from "@counterfoil/sdk";
import { useState } from "react";
import { useAddress } from "../../routing/address.ts";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Page } from "../../design/page.tsx";
import { Empty } from "../../design/states.tsx";
import { Instant } from "../../design/when.tsx";
import { toWords } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { Choice, DayRange, FilterBar, SearchBox } from "../../list/filter-bar.tsx";
import { Table } from "../../list/table.tsx";
import { useWalk } from "../../list/use-walk.ts";
import { useActorName } from "../../named/actor.ts";
import { AuditSheet } from "./audit-sheet.tsx";
import { timeText } from "../../list/file-fields.ts";

const ACTIONS = [
  "account",
  "subscription",
  "invoice",
  "payment",
  "credit_note",
  "credit_grant",
  "credit_conversion",
  "price",
  "product",
  "plan",
  "bundle",
  "metric",
  "feature",
  "usage_event",
  "usage_alert",
  "view",
  "tax_rate",
  "api_key",
  "webhook_endpoint",
  "mail_template",
  "organization",
  "person",
  "invitation",
  "test_clock",
];

const ACTORS = [
  ["person", "People"],
  ["api_key", "API keys"],
  ["system", "System"],
  ["command", "CLI"],
] as const;

/** All changes: the time, the actor, and each member before and after. */
export function AuditLog() {
  const [search, change] = useAddress("/audit");
  const [opened, setOpened] = useState<AuditEntry | null>(null);
  const actorName = useActorName();
  const { q, group, actor, actorId, from, to, request } = search;
  const where = {
    ...(q !== undefined && { objectId: q }),
    ...(group !== undefined && { action: `${group}.*` }),
    ...(actor !== undefined && { actorType: actor }),
    ...(actorId !== undefined && { actorId }),
    ...(request !== undefined && { requestId: request }),
    ...(from !== undefined && { from }),
    ...(to !== undefined && { to }),
  };
  const rows = useWalk({
    list: (api, page) => api.audit.list({ ...where, ...page }),
    items: ({ items }) => items,
    next: ({ nextCursor }) => nextCursor,
  });
  const columns: readonly Column<AuditEntry>[] = [
    { name: "Time", cell: ({ at }) => <Instant instant={at} />, text: timeText(({ at }) => at), width: "13rem" },
    { name: "Action", cell: ({ action }) => toWords(action), text: ({ action }) => action },
    {
      name: "By",
      cell: (entry) => actorName(entry.actor),
      text: ({ actor: { type, id } }) => (id === null ? type : `${type} ${id}`),
      from: "sm",
    },
    {
      name: "Changed fields",
      cell: ({ changes }) => <span className="text-muted">{Object.keys(changes).map(toWords).join(", ")}</span>,
      text: ({ changes }) => JSON.stringify(changes),
      from: "lg",
    },
    {
      name: "Object",
      cell: ({ objectId }) => <span className="font-mono text-xs">{objectId}</span>,
      text: ({ objectId }) => objectId,
      from: "xl",
    },
  ];
  const narrowed = actorId ?? request;
  return (
    <Page title="Audit log" note="Every change, newest first. Entries can't be edited or deleted in Counterfoil.">
      <Card flush>
        <FilterBar actions={<ExportButton name="audit" rows={rows} columns={columns} />}>
          <SearchBox label="Search by object ID" />
          <Choice
            label="Object type"
            name="group"
            all="All objects"
            options={ACTIONS.map((one) => [one, toWords(one)])}
          />
          <Choice label="By" name="actor" all="All actors" options={ACTORS} />
          <DayRange zone="UTC" />
          {narrowed !== undefined && (
            <Button onClick={() => change({ actorId: undefined, request: undefined })}>
              Only {actorId === undefined ? "one request" : actorName({ type: actor ?? "", id: actorId })} · Show all
            </Button>
          )}
        </FilterBar>
        <Table
          label="Audit log"
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          onOpen={setOpened}
          empty={<Empty title="No results">Clear some filters.</Empty>}
        />
      </Card>
      {opened !== null && <AuditSheet entry={opened} onClose={() => setOpened(null)} />}
    </Page>
  );
}
