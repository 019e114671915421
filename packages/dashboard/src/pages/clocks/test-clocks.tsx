import type { ListTestClocksQuery, TestClock } from "@counterfoil/sdk";
import { Plus } from "lucide-react";
import { useAddress } from "../../routing/address.ts";
import { useMay, useOrganization } from "../../server/session.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Page } from "../../design/page.tsx";
import { Empty } from "../../design/states.tsx";
import { Day, Instant } from "../../design/when.tsx";
import { toWords } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { Choice, FilterBar, SearchBox } from "../../list/filter-bar.tsx";
import { Table } from "../../list/table.tsx";
import { usePages } from "../../list/use-pages.ts";
import { NewClockDialog } from "./new-clock-dialog.tsx";
import { dayText, timeText } from "../../list/file-fields.ts";

const TONES = { ready: "good", advancing: "note", failed: "bad" } as const;

const columns: readonly Column<TestClock>[] = [
  { name: "Name", cell: ({ name }) => name ?? "Test clock", text: ({ name }) => name, sort: "name" },
  {
    name: "Current time",
    cell: ({ frozenTime }) => <Instant instant={frozenTime} />,
    text: timeText(({ frozenTime }) => frozenTime),
    sort: "frozenTime",
  },
  {
    name: "Status",
    cell: ({ status }) => <Badge tone={TONES[status]}>{toWords(status)}</Badge>,
    text: ({ status }) => status,
    width: "8rem",
    from: "sm",
  },
  {
    name: "Created",
    cell: ({ createdAt }) => <Day instant={createdAt} />,
    text: dayText(({ createdAt }) => createdAt),
    width: "9rem",
    from: "md",
    sort: "createdAt",
  },
];

export function TestClocks() {
  const [search, change] = useAddress("/test-clocks");
  const mayWrite = useMay("write");
  const { sandbox } = useOrganization();
  const query = toQuery(search);
  const rows = usePages({
    list: (api, where) => api.testClocks.list({ ...query, ...where }),
    items: ({ items }) => items,
  });
  const create = mayWrite && sandbox && (
    <Button kind="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => change({ do: "new" })}>
      New clock
    </Button>
  );
  return (
    <Page title="Test clocks" note="Simulate a year of billing in a minute and review every invoice." actions={create}>
      <Card flush>
        <FilterBar actions={<ExportButton name="test-clocks" rows={rows} columns={columns} />}>
          <SearchBox label="Search by name" />
          <Choice
            label="Status"
            name="status"
            all="All statuses"
            options={[
              ["ready", "Ready"],
              ["advancing", "Advancing"],
              ["failed", "Failed"],
            ]}
          />
        </FilterBar>
        <Table
          label="Test clocks"
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          to={({ id }) => `/test-clocks/${id}`}
          empty={
            sandbox ? (
              <Empty title="No test clocks yet" request={CREATE} action={create}>
                A test clock sets the time for its accounts. Create one and advance it to run invoices, renewals,
                reminders, and notifications in order.
              </Empty>
            ) : (
              <Empty title="Test clocks require a sandbox">
                Test clocks work only in sandbox organizations. Switch organizations from the menu with your name.
              </Empty>
            )
          }
        />
      </Card>
      {mayWrite && sandbox && search.do === "new" && <NewClockDialog onClose={() => change({ do: undefined })} />}
    </Page>
  );
}

const CREATE = [
  `curl -X POST ${window.location.origin}/test-clocks \\`,
  `  -H "Authorization: Bearer $COUNTERFOIL_KEY" -H 'Content-Type: application/json' \\`,
  `  -d '{"name": "A year of Acme", "frozenTime": "2027-01-01T00:00:00Z"}'`,
].join("\n");

function toQuery({
  q,
  status,
  sort = "createdAt:desc",
}: Readonly<Record<string, string | undefined>>): ListTestClocksQuery {
  const filters: NonNullable<ListTestClocksQuery["filters"]>[number][] = [];
  if (q !== undefined) filters.push({ field: "name", operator: "contains", value: q });
  if (status !== undefined) filters.push({ field: "status", value: status });
  return { filters, sort: sort as NonNullable<ListTestClocksQuery["sort"]> };
}
