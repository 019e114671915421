import type { View } from "@counterfoil/sdk";
import { useState } from "react";
import { ActionDialog } from "../design/action-dialog.tsx";
import { CheckField, TextField } from "../design/field.tsx";
import { faultAt } from "../design/states.tsx";
import { useChange } from "../design/use-change.ts";
import { client } from "../server/client.ts";

interface SaveViewDialogProps {
  readonly view: Pick<View, "list" | "filters" | "sort" | "columns">;
  readonly onClose: () => void;
  readonly onSaved: (view: View) => void;
}

/** Saves the filters, order and columns that are shown under a name. */
export function SaveViewDialog({ view, onClose, onSaved }: SaveViewDialogProps) {
  const [name, setName] = useState("");
  const [shared, setShared] = useState(false);
  const save = useChange({
    changes: "views",
    run: () => client.views.create({ ...view, name: name.trim(), shared }),
    done: () => "View saved",
    after: onSaved,
  });
  return (
    <ActionDialog
      title="Save view"
      note="A view keeps the filters, the order and the columns of this list."
      isOpen
      onClose={onClose}
      action="Save view"
      isReady={name.trim() !== ""}
      busy={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
    >
      <TextField
        label="Name"
        value={name}
        maxLength={255}
        onChange={(event) => setName(event.target.value)}
        fault={faultAt(save.error, "/name")}
        autoFocus
      />
      <CheckField
        label="Share with everyone in the organization"
        hint="Other people can also change a shared view."
        checked={shared}
        onChange={(event) => setShared(event.target.checked)}
      />
    </ActionDialog>
  );
}
