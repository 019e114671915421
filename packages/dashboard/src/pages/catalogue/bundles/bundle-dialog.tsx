import type { PriceBundle } from "@counterfoil/sdk";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { client } from "../../../server/client.ts";
import { useChange } from "../../../design/use-change.ts";
import { ActionDialog } from "../../../design/action-dialog.tsx";
import { TextField } from "../../../design/field.tsx";
import { faultAt } from "../../../design/states.tsx";
import { PriceChecks } from "../price-checks.tsx";

interface BundleDialogProps {
  /** The bundle to edit. If undefined, the dialog creates one. */
  readonly bundle?: PriceBundle;
  readonly onClose: () => void;
}

export function BundleDialog({ bundle, onClose }: BundleDialogProps) {
  const navigate = useNavigate();
  const [name, setName] = useState(bundle?.name ?? "");
  const [description, setDescription] = useState(bundle?.description ?? "");
  const [priceIds, setPriceIds] = useState<readonly string[]>(bundle?.prices.map(({ id }) => id) ?? []);
  const save = useChange({
    changes: "priceBundles",
    run: () => {
      const body = {
        name: name.trim(),
        description: description.trim() === "" ? null : description.trim(),
        priceIds,
      };
      return bundle === undefined ? client.priceBundles.create(body) : client.priceBundles.update(bundle.id, body);
    },
    done: () => (bundle === undefined ? "Bundle created" : "Bundle saved"),
    after: ({ id }) =>
      bundle === undefined ? void navigate({ to: `/price-bundles/${id}`, ignoreBlocker: true }) : onClose(),
  });
  return (
    <ActionDialog
      title={bundle === undefined ? "New bundle" : "Edit bundle"}
      isOpen
      onClose={onClose}
      action={bundle === undefined ? "Create bundle" : "Save"}
      wide
      isReady={name.trim() !== ""}
      busy={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
    >
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          label="Name"
          value={name}
          onChange={(event) => setName(event.target.value)}
          fault={faultAt(save.error, "/name")}
          autoFocus
        />
        <TextField
          label="Description"
          value={description}
          onChange={(event) => setDescription(event.target.value)}
          fault={faultAt(save.error, "/description")}
        />
      </div>
      <PriceChecks legend="Prices" currency={undefined} chosen={priceIds} onChange={setPriceIds} />
    </ActionDialog>
  );
}
