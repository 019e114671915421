import type { AccountActivity } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Pencil, Trash2 } from "lucide-react";
import { useState } from "react";
import { IconButton } from "../../../design/button.tsx";
import { ConfirmDialog } from "../../../design/confirm-dialog.tsx";
import { useChange } from "../../../design/use-change.ts";
import { client } from "../../../server/client.ts";
import { useMay, useMe } from "../../../server/session.ts";
import { accountQueries } from "../account-queries.ts";
import { partsOf } from "./mention-text.ts";
import { NoteForm } from "./note-form.tsx";

interface NoteTextProps {
  readonly accountId: string;
  readonly note: Pick<AccountActivity, "text" | "objectId" | "actor">;
}

/** The text of a note with its mentions. Its author can change and delete it. */
export function NoteText({ accountId, note: { text, objectId, actor } }: NoteTextProps) {
  const { data: people = [] } = useQuery(accountQueries.people());
  const me = useMe();
  const isOwn = useMay("write") && actor?.type === "person" && actor.id === me.id;
  const [open, setOpen] = useState<"form" | "deletion" | null>(null);
  const remove = useChange({
    changes: "accounts",
    run: () => client.accounts.deleteNote(accountId, objectId),
    done: () => "Note deleted",
    after: () => setOpen(null),
  });
  const close = () => setOpen(null);
  if (open === "form") {
    return (
      <div className="mt-2">
        <NoteForm accountId={accountId} note={{ id: objectId, text: text ?? "" }} people={people} onClose={close} />
      </div>
    );
  }
  return (
    <div className="mt-1 flex items-start gap-2">
      <p className="own-direction min-w-0 flex-1 text-sm wrap-anywhere whitespace-pre-wrap">
        {partsOf(text ?? "", people).map((part, index) =>
          part.person === null ? (
            part.text
          ) : (
            <span key={index} className="rounded-sm bg-accent-soft px-0.5 font-medium text-accent">
              {part.text}
            </span>
          ),
        )}
      </p>
      {isOwn && (
        <span className="-my-1.5 flex shrink-0">
          <IconButton label="Edit note" onClick={() => setOpen("form")}>
            <Pencil aria-hidden className="size-4" />
          </IconButton>
          <IconButton label="Delete note" onClick={() => setOpen("deletion")}>
            <Trash2 aria-hidden className="size-4" />
          </IconButton>
        </span>
      )}
      {open === "deletion" && (
        <ConfirmDialog
          title="Delete note"
          action="Delete note"
          isBusy={remove.isPending}
          error={remove.error}
          onConfirm={() => remove.mutate()}
          onClose={close}
        >
          The text cannot be restored. Emails about mentions are already sent.
        </ConfirmDialog>
      )}
    </div>
  );
}
