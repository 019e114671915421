import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ActionDialog } from "../../design/action-dialog.tsx";
import { Button } from "../../design/button.tsx";
import { Card, Fact, Facts } from "../../design/card.tsx";
import { KeyValueRows } from "../../design/key-value-rows.tsx";
import { FailureLine, Skeleton } from "../../design/states.tsx";
import { useChange } from "../../design/use-change.ts";
import { client } from "../../server/client.ts";
import { useMay } from "../../server/session.ts";
import { accountQueries } from "./account-queries.ts";
import { metadataChange, type MetadataRow, metadataRows, repeatedKey } from "./metadata-change.ts";

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
  const [rows, setRows] = useState<readonly MetadataRow[]>(() => [...metadataRows(metadata), NEW_ROW]);
  const repeated = repeatedKey(rows);
  const save = useChange({
    changes: "accounts",
    run: () => client.accounts.updateMetadata(accountId, { metadata: metadataChange(metadata, rows) }),
    done: () => "Metadata updated",
    after: onClose,
  });
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
      <KeyValueRows rows={rows} onChange={setRows} longestKey={40} longestValue={500} repeated={repeated} />
    </ActionDialog>
  );
}
