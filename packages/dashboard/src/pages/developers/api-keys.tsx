import { readAgain } from "../../server/stale.ts";
import type { ApiKey, CreateApiKeyResult, ListApiKeysQuery } from "@counterfoil/sdk";
import { useMutation } from "@tanstack/react-query";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useAddress } from "../../routing/address.ts";
import { client } from "../../server/client.ts";
import { systemNow } from "../../format/clock.ts";
import { Badge } from "../../design/badge.tsx";
import { Button } from "../../design/button.tsx";
import { Card } from "../../design/card.tsx";
import { ConfirmDialog } from "../../design/confirm-dialog.tsx";
import { Page } from "../../design/page.tsx";
import { Empty } from "../../design/states.tsx";
import { toast } from "../../design/toast.ts";
import { Ago, Day } from "../../design/when.tsx";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { FilterBar, SearchBox } from "../../list/filter-bar.tsx";
import { Table } from "../../list/table.tsx";
import { usePages } from "../../list/use-pages.ts";
import { Tabs } from "../../design/tabs.tsx";
import { ApiKeyDialog } from "./api-key-dialog.tsx";
import { Connections } from "./connections.tsx";
import { RevokedChoice, revokeColumn } from "./revocable.tsx";
import { ShownOnce } from "./shown-once.tsx";
import { dayText, timeText } from "../../list/file-fields.ts";

const columns: readonly Column<ApiKey>[] = [
  { name: "Name", cell: ({ name }) => name, text: ({ name }) => name, sort: "name" },
  {
    name: "Prefix",
    cell: ({ prefix }) => <span className="font-mono text-xs">{prefix}…</span>,
    text: ({ prefix }) => prefix,
    from: "sm",
    width: "8.5rem",
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
    cell: ({ expiresAt }) => (expiresAt === null ? "Never" : <Day instant={expiresAt} />),
    text: dayText(({ expiresAt }) => expiresAt),
    width: "7.5rem",
    from: "xl",
    sort: "expiresAt",
  },
  {
    name: "Status",
    cell: ({ revokedAt, expiresAt }) =>
      revokedAt !== null ? (
        <Badge>Revoked</Badge>
      ) : expiresAt !== null && Date.parse(expiresAt) <= systemNow() ? (
        <Badge tone="warn">Expired</Badge>
      ) : (
        <Badge tone="good">Active</Badge>
      ),
    text: ({ revokedAt }) => (revokedAt === null ? "active" : "revoked"),
    width: "6rem",
  },
];

/** API keys, and the programs that people connected with OAuth. */
export function ApiKeys() {
  const [{ view = "keys" }, change] = useAddress("/api-keys");
  return (
    <Page
      title="API keys"
      note={
        view === "keys"
          ? "Anyone with a key can use its scopes."
          : "Programs that people connected. Each acts as its person, within its scopes."
      }
      actions={
        view === "keys" && (
          <Button kind="primary" icon={<Plus aria-hidden className="size-4" />} onClick={() => change({ do: "new" })}>
            New key
          </Button>
        )
      }
    >
      <Tabs
        chosen={view}
        onChoose={(next) =>
          change({ view: next === "keys" ? undefined : next, q: undefined, state: undefined, sort: undefined })
        }
        tabs={[
          { key: "keys", name: "Keys", content: () => <Keys /> },
          { key: "connections", name: "Connections", content: () => <Connections /> },
        ]}
      />
    </Page>
  );
}

function Keys() {
  const [search, change] = useAddress("/api-keys");
  const [created, setCreated] = useState<CreateApiKeyResult | null>(null);
  const [revoking, setRevoking] = useState<ApiKey | null>(null);
  const query = toQuery(search);
  const rows = usePages({
    list: (api, where) => api.apiKeys.list({ ...query, ...where }),
    items: ({ items }) => items,
  });
  return (
    <>
      <Card flush>
        <FilterBar actions={<ExportButton name="api-keys" rows={rows} columns={columns} />}>
          <SearchBox label="Search by name" />
          <RevokedChoice />
        </FilterBar>
        <Table
          label="API keys"
          rows={rows}
          columns={[...columns, revokeColumn<ApiKey>(({ name }) => name, setRevoking)]}
          rowKey={({ id }) => id}
          empty={
            <Empty title="No API keys">
              API keys authenticate programs; scopes limit what each may do. Create one key for each program.
            </Empty>
          }
        />
      </Card>
      {search.do === "new" && <ApiKeyDialog onClose={() => change({ do: undefined })} onCreated={setCreated} />}
      {created !== null && (
        <ShownOnce
          title={`API key ${created.name}`}
          note="Copy the key now: Counterfoil shows it only once. Anyone with the key can use its scopes, so store it as a secret."
          secret={created.token}
          example={`curl -H "Authorization: Bearer ${created.token}" ${window.location.origin}/organization`}
          onClose={() => setCreated(null)}
        />
      )}
      {revoking !== null && <Revoke apiKey={revoking} onClose={() => setRevoking(null)} />}
    </>
  );
}

function Revoke({ apiKey, onClose }: { readonly apiKey: ApiKey; readonly onClose: () => void }) {
  const revoke = useMutation({
    mutationFn: async () => await client.apiKeys.revoke(apiKey.id),
    onSuccess: async () => {
      toast({ text: `${apiKey.name} revoked` });
      onClose();
      await readAgain("apiKeys");
    },
  });
  return (
    <ConfirmDialog
      title={`Revoke ${apiKey.name}`}
      action="Revoke key"
      isBusy={revoke.isPending}
      error={revoke.error}
      onConfirm={() => revoke.mutate()}
      onClose={onClose}
    >
      It works at once and cannot be taken back: the next request with {apiKey.prefix}… is refused.
      {apiKey.lastUsedAt !== null && (
        <>
          {" "}
          It was last used <Ago instant={apiKey.lastUsedAt} />.
        </>
      )}
    </ConfirmDialog>
  );
}

function toQuery({
  q,
  state,
  sort = "createdAt:desc",
}: Readonly<Record<string, string | undefined>>): ListApiKeysQuery {
  const filters: NonNullable<ListApiKeysQuery["filters"]>[number][] = [];
  if (q !== undefined) filters.push({ field: "name", operator: "contains", value: q });
  if (state !== undefined) filters.push({ field: "revokedAt", operator: "exists", value: state === "revoked" });
  return { filters, sort: sort as NonNullable<ListApiKeysQuery["sort"]> };
}
