import type { ListOauthConnectionsQuery, OauthConnection } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Badge } from "../../design/badge.tsx";
import { Card } from "../../design/card.tsx";
import { ConfirmDialog } from "../../design/confirm-dialog.tsx";
import { Empty } from "../../design/states.tsx";
import { toast } from "../../design/toast.ts";
import { Ago, Day } from "../../design/when.tsx";
import { systemNow } from "../../format/clock.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { dayText, timeText } from "../../list/file-fields.ts";
import { FilterBar, SearchBox } from "../../list/filter-bar.tsx";
import { Table } from "../../list/table.tsx";
import { usePages } from "../../list/use-pages.ts";
import { useAddress } from "../../routing/address.ts";
import { client } from "../../server/client.ts";
import { readAgain } from "../../server/stale.ts";
import { RevokedChoice, revokeColumn } from "./revocable.tsx";

const columns: readonly Column<OauthConnection>[] = [
  {
    name: "Program",
    cell: ({ clientName, redirectHost }) => (
      <>
        {clientName}
        <span className="block truncate text-xs text-muted">{redirectHost}</span>
      </>
    ),
    text: ({ clientName }) => clientName,
    sort: "clientName",
  },
  {
    name: "Connected by",
    cell: ({ personName }) => personName ?? "A former member",
    text: ({ personName }) => personName ?? "",
    from: "sm",
  },
  {
    name: "Scopes",
    cell: ({ scopes }) => scopes.join(", "),
    text: ({ scopes }) => scopes.join(" "),
    from: "lg",
  },
  {
    name: "Last used",
    cell: ({ lastUsedAt }) => (lastUsedAt === null ? "Never" : <Ago instant={lastUsedAt} />),
    text: timeText(({ lastUsedAt }) => lastUsedAt),
    width: "8.5rem",
    sort: "lastUsedAt",
    from: "sm",
  },
  {
    name: "Expires",
    cell: ({ expiresAt }) => <Day instant={expiresAt} />,
    text: dayText(({ expiresAt }) => expiresAt),
    width: "7.5rem",
    from: "xl",
    sort: "expiresAt",
  },
  {
    name: "Status",
    cell: (connection) => <Badge tone={STATES[stateOf(connection)].tone}>{STATES[stateOf(connection)].name}</Badge>,
    text: (connection) => stateOf(connection),
    width: "6.5rem",
  },
];

const STATES = {
  active: { name: "Active", tone: "good" },
  waiting: { name: "Waiting", tone: "note" },
  expired: { name: "Expired", tone: "warn" },
  revoked: { name: "Revoked", tone: "neutral" },
} as const;

function stateOf({ revokedAt, expiresAt, connectedAt }: OauthConnection): keyof typeof STATES {
  if (revokedAt !== null) return "revoked";
  if (Date.parse(expiresAt) <= systemNow()) return "expired";
  return connectedAt === null ? "waiting" : "active";
}

/** The programs that people connected to `/mcp` with OAuth. */
export function Connections() {
  const [search] = useAddress("/api-keys");
  const [revoking, setRevoking] = useState<OauthConnection | null>(null);
  const query = toQuery(search);
  const rows = usePages({
    list: (api, where) => api.oauthConnections.list({ ...query, ...where }),
    items: ({ items }) => items,
  });
  return (
    <Card flush>
      <FilterBar actions={<ExportButton name="connections" rows={rows} columns={columns} />}>
        <SearchBox label="Search by program" />
        <RevokedChoice />
      </FilterBar>
      <Table
        label="Connections"
        rows={rows}
        columns={[...columns, revokeColumn<OauthConnection>(({ clientName }) => clientName, setRevoking)]}
        rowKey={({ id }) => id}
        empty={
          <Empty title="No connections">
            Programs such as Claude or ChatGPT connect to {window.location.origin}/mcp. Each person who allows one sees
            it here.
          </Empty>
        }
      />
      {revoking !== null && <Revoke connection={revoking} onClose={() => setRevoking(null)} />}
    </Card>
  );
}

function Revoke({ connection, onClose }: { readonly connection: OauthConnection; readonly onClose: () => void }) {
  const { id, clientName, personName } = connection;
  const revoke = useMutation({
    mutationFn: async () => await client.oauthConnections.revoke(id),
    onSuccess: async () => {
      toast({ text: `${clientName} revoked` });
      onClose();
      await readAgain("oauthConnections");
    },
  });
  return (
    <ConfirmDialog
      title={`Revoke ${clientName}`}
      action="Revoke connection"
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      The program loses access at once. {personName ?? "The person"} can connect it again.
    </ConfirmDialog>
  );
}

function toQuery({
  q,
  state,
  sort = "createdAt:desc",
}: Readonly<Record<string, string | undefined>>): ListOauthConnectionsQuery {
  const filters: NonNullable<ListOauthConnectionsQuery["filters"]>[number][] = [];
  if (q !== undefined) filters.push({ field: "clientName", operator: "contains", value: q });
  if (state !== undefined) filters.push({ field: "revokedAt", operator: "exists", value: state === "revoked" });
  return { filters, sort: sort as NonNullable<ListOauthConnectionsQuery["sort"]> };
}
