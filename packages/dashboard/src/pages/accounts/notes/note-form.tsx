import type { PersonName } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { Button } from "../../../design/button.tsx";
import { faultAt, FailureLine } from "../../../design/states.tsx";
import { useUnsaved } from "../../../design/unsaved.ts";
import { useChange } from "../../../design/use-change.ts";
import { client } from "../../../server/client.ts";
import { accountQueries } from "../account-queries.ts";
import { MentionArea } from "./mention-area.tsx";
import { toShown, toStored } from "./mention-text.ts";

interface NoteFormProps {
  readonly accountId: string;
  /** The note to change. A new note if absent. */
  readonly note?: { readonly id: string; readonly text: string };
  readonly people: readonly PersonName[];
  /** Closes the form of a note that is changed. */
  readonly onClose?: () => void;
}

/** Writes a note, or changes one. */
export function NoteForm({ accountId, note, people, onClose }: NoteFormProps) {
  const initial = note === undefined ? "" : toShown(note.text, people);
  const [text, setText] = useState(initial);
  const [chosen, setChosen] = useState<readonly PersonName[]>([]);
  useUnsaved(text !== initial);
  const save = useChange({
    changes: "accounts",
    run: () => {
      const body = { text: toStored(text, people, chosen) };
      return note === undefined
        ? client.accounts.createNote(accountId, body)
        : client.accounts.updateNote(accountId, note.id, body);
    },
    done: () => (note === undefined ? "Note added" : "Note updated"),
    after: () => {
      if (note === undefined) setText("");
      setChosen([]);
      onClose?.();
    },
  });
  const isEmpty = text.trim() === "";
  const send = () => {
    if (!isEmpty && !save.isPending) save.mutate();
  };
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <MentionArea
        label={note === undefined ? "New note" : "Edit note"}
        text={text}
        onText={setText}
        people={people}
        onMention={(person) => setChosen((before) => [person, ...before])}
        fault={faultAt(save.error, "/text")}
        autoFocus={note !== undefined}
        onSend={send}
      />
      <FailureLine error={save.error} />
      <div className="mt-2 flex justify-end gap-2">
        {onClose !== undefined && <Button onClick={onClose}>Cancel</Button>}
        <Button kind="primary" type="submit" busy={save.isPending} disabled={isEmpty}>
          {note === undefined ? "Add note" : "Save note"}
        </Button>
      </div>
    </form>
  );
}

/** A new note on an account. */
export function NewNote({ accountId }: { readonly accountId: string }) {
  const { data: people } = useQuery(accountQueries.people());
  return <NoteForm accountId={accountId} people={people ?? []} />;
}
