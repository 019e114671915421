import { readAgain } from "../../server/stale.ts";
import type { ListUsageAlertsQuery, UsageAlert } from "@counterfoil/sdk";
import { useMutation, useQuery } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useAddress } from "../../routing/address.ts";
import { client } from "../../server/client.ts";
import { useMay } from "../../server/session.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { Page } from "../../design/page.tsx";
import { Empty } from "../../design/states.tsx";
import { toast, toastFailure } from "../../design/toast.ts";
import { formatMoney, formatQuantity } from "../../format/amount.ts";
import { toWords } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { Choice, FilterBar, SearchBox } from "../../list/filter-bar.tsx";
import { Table } from "../../list/table.tsx";
import { usePages } from "../../list/use-pages.ts";
import { AccountName } from "../../named/account-name.tsx";
import { AlertDialog } from "./alert-dialog.tsx";
import { metricsQuery } from "../../named/metrics.ts";
import { accountFields } from "../../list/file-fields.ts";

/** Alerts that notify when usage or its cost crosses a threshold. */
export function UsageAlerts() {
  const [search] = useAddress("/usage-alerts");
  const [opened, setOpened] = useState<UsageAlert | "new" | null>(null);
  const mayWrite = useMay("write");
  const query = toQuery(search);
  const rows = usePages({
    list: (api, where) => api.usageAlerts.list({ ...query, ...where }),
    items: ({ items }) => items,
  });
  const columns = useColumns();
  const create = mayWrite && (
    <Button kind="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => setOpened("new")}>
      New alert
    </Button>
  );
  return (
    <Page
      title="Usage alerts"
      note="Get notified once per period when usage or cost reaches a threshold."
      actions={create}
    >
      <Card flush>
        <FilterBar actions={<ExportButton name="usage-alerts" rows={rows} columns={columns} />}>
          <SearchBox label="Search by name" />
          <Choice
            label="Status"
            name="active"
            all="On and off"
            options={[
              ["true", "On"],
              ["false", "Off"],
            ]}
          />
        </FilterBar>
        <Table
          label="Usage alerts"
          rows={rows}
          columns={columns}
          rowKey={({ id }) => id}
          {...(mayWrite && { onOpen: setOpened })}
          empty={
            <Empty title="No usage alerts" request={CREATE} action={create}>
              A usage alert tracks a metric for one account or for each account. At each threshold, Counterfoil sends
              usage.threshold_reached to your webhooks. Create an alert to start.
            </Empty>
          }
        />
      </Card>
      {opened !== null && <AlertDialog alert={opened === "new" ? null : opened} onClose={() => setOpened(null)} />}
    </Page>
  );
}

function useColumns(): readonly Column<UsageAlert>[] {
  const metrics = useQuery(metricsQuery);
  const name = (id: string) => metrics.data?.find((metric) => metric.id === id)?.name ?? id;
  return [
    { name: "Name", cell: (alert) => alert.name, text: (alert) => alert.name, sort: "name" },
    { name: "Metric", cell: ({ metricId }) => name(metricId), text: ({ metricId }) => name(metricId), from: "sm" },
    {
      name: "Account",
      cell: ({ accountId }) => (accountId === null ? "Each account" : <AccountName id={accountId} />),
      fields: accountFields(({ accountId }) => accountId),
      from: "md",
    },
    {
      name: "Period",
      cell: ({ period }) => toWords(period),
      text: ({ period }) => period,
      width: "9rem",
      from: "lg",
    },
    {
      name: "Thresholds",
      cell: ({ thresholds, measure, currency }) => (
        <span className="figures whitespace-normal">
          {thresholds
            .map((one) =>
              measure === "amount" && currency !== null ? formatMoney(one, currency) : formatQuantity(one),
            )
            .join(", ")}
        </span>
      ),
      text: ({ thresholds }) => thresholds.join(" "),
      align: "right",
    },
    {
      name: "Status",
      cell: (alert) => <OnOff alert={alert} />,
      text: ({ active }) => (active ? "on" : "off"),
      width: "7rem",
    },
  ];
}

/** Switches at once, before the server answers, and switches back if it refuses. */
function OnOff({ alert: { id, name, active } }: { readonly alert: UsageAlert }) {
  const mayWrite = useMay("write");
  const turn = useMutation({
    mutationFn: (next: boolean) => client.usageAlerts.update(id, { active: next }),
    onSuccess: async (_, next) => {
      toast({ text: `${name} turned ${next ? "on" : "off"}`, undo: () => turn.mutate(!next) });
      await readAgain("usageAlerts");
    },
    onError: toastFailure,
  });
  const isOn = turn.isPending ? turn.variables : active;
  if (!mayWrite) return <Badge tone={active ? "good" : "neutral"}>{active ? "On" : "Off"}</Badge>;
  return (
    <button
      type="button"
      role="switch"
      aria-checked={isOn}
      aria-label={`${name} alert`}
      disabled={turn.isPending}
      onClick={() => turn.mutate(!isOn)}
      className="group inline-flex h-5 align-middle w-9 items-center rounded-full bg-line-strong p-0.5 transition-colors aria-checked:bg-accent disabled:opacity-55"
    >
      <span className="size-4 rounded-full bg-surface transition-transform group-aria-checked:translate-x-4" />
    </button>
  );
}

const CREATE = [
  `curl -X POST ${window.location.origin}/usage-alerts \\`,
  `  -H "Authorization: Bearer $COUNTERFOIL_KEY" -H 'Content-Type: application/json' \\`,
  `  -d '{"name": "Busy", "metricId": "'$METRIC_ID'", "measure": "quantity", "period": "month", "thresholds": ["1000000"]}'`,
].join("\n");

function toQuery({ q, active, sort = "name:asc" }: Readonly<Record<string, string | undefined>>): ListUsageAlertsQuery {
  const filters: NonNullable<ListUsageAlertsQuery["filters"]>[number][] = [];
  if (q !== undefined) filters.push({ field: "name", operator: "contains", value: q });
  if (active !== undefined) filters.push({ field: "active", value: active === "true" });
  return { filters, sort: sort as NonNullable<ListUsageAlertsQuery["sort"]> };
}
