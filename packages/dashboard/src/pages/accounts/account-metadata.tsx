import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { useState } from "react";
import { ActionDialog } from "../../design/action-dialog.tsx";
import { Button, IconButton } from "../../design/button.tsx";
import { Card, Fact, Facts } from "../../design/card.tsx";
import { BareInput } from "../../design/field.tsx";
import { FailureLine, Skeleton } from "../../design/states.tsx";
import { useChange } from "../../design/use-change.ts";
import { client } from "../../server/client.ts";
import { useMay } from "../../server/session.ts";
import { accountQueries } from "./account-queries.ts";
import { metadataChange, metadataRows, repeatedKey } from "./metadata-change.ts";

/** The values that the organization keeps with an account, by key. */
export function AccountMetadata({ accountId }: { readonly accountId: string }) {
  const { data: metadata, error } = useQuery(accountQueries.metadata(accountId));
  const mayWrite = useMay("write");
  const [isOpen, setOpen] = useState(false);
  const entries = Object.entries(metadata ?? {});
  return (
    <Card
      title="Metadata"
      actions={mayWrite && metadata !== undefined && <Button onClick={() => setOpen(true)}>Edit metadata</Button>}
    >
      {error !== null ? (
        <FailureLine error={error} />
      ) : metadata === undefined ? (
        <Skeleton className="h-5" />
      ) : entries.length === 0 ? (
        <p className="text-sm text-muted">No metadata. Keep your own values here, such as an ID in another system.</p>
      ) : (
        <Facts>
          {entries.map(([key, value]) => (
            <Fact key={key} name={key}>
              <span className="own-direction wrap-anywhere">{value}</span>
            </Fact>
          ))}
        </Facts>
      )}
      {isOpen && metadata !== undefined && (
        <MetadataDialog accountId={accountId} metadata={metadata} onClose={() => setOpen(false)} />
      )}
    </Card>
  );
}

interface MetadataDialogProps {
  readonly accountId: string;
  readonly metadata: Readonly<Record<string, string>>;
  readonly onClose: () => void;
}

const NEW_ROW = { key: "", value: "" };

function MetadataDialog({ accountId, metadata, onClose }: MetadataDialogProps) {
  const [rows, setRows] = useState(() => [...metadataRows(metadata), NEW_ROW]);
  const repeated = repeatedKey(rows);
  const save = useChange({
    changes: "accounts",
    run: () => client.accounts.updateMetadata(accountId, { metadata: metadataChange(metadata, rows) }),
    done: () => "Metadata updated",
    after: onClose,
  });
  const set = (place: number, change: Partial<typeof NEW_ROW>) =>
    setRows((before) => before.map((row, index) => (index === place ? { ...row, ...change } : row)));
  return (
    <ActionDialog
      title="Edit metadata"
      note="Up to 50 keys of 40 characters, with values of up to 500 characters. Customers never see them."
      isOpen
      onClose={onClose}
      action="Save metadata"
      isReady={repeated === null}
      busy={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
    >
      <div className="flex flex-col gap-2">
        {rows.map((row, index) => (
          // Rows have no identity of their own until they are saved.
          <div key={index} className="flex items-center gap-2">
            <BareInput
              label={`Key ${index + 1}`}
              placeholder="Key"
              maxLength={40}
              className="max-w-40"
              value={row.key}
              onChange={({ target }) => set(index, { key: target.value })}
            />
            <BareInput
              label={`Value ${index + 1}`}
              placeholder="Value"
              maxLength={500}
              value={row.value}
              onChange={({ target }) => set(index, { value: target.value })}
            />
            <IconButton
              label={`Remove row ${index + 1}`}
              onClick={() => setRows((before) => before.filter((_, place) => place !== index))}
            >
              <Trash2 aria-hidden className="size-4" />
            </IconButton>
          </div>
        ))}
        {repeated !== null && <p className="text-xs text-bad">Two rows have the key {repeated}. Rename one of them.</p>}
        <div>
          <Button
            icon={<Plus aria-hidden className="size-4" />}
            onClick={() => setRows((before) => [...before, NEW_ROW])}
          >
            Add row
          </Button>
        </div>
      </div>
    </ActionDialog>
  );
}
