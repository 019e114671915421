import type { Feature } from "@counterfoil/sdk";
import { useState } from "react";
import { client } from "../../../server/client.ts";
import { useChange } from "../../../design/use-change.ts";
import { ActionDialog } from "../../../design/action-dialog.tsx";
import { SelectField, TextField } from "../../../design/field.tsx";
import { faultAt } from "../../../design/states.tsx";
import { useMetrics } from "../../../named/metrics.ts";

interface FeatureDialogProps {
  /** The feature to edit. If undefined, the dialog creates one. */
  readonly feature?: Feature;
  readonly onClose: () => void;
}

export function FeatureDialog({ feature, onClose }: FeatureDialogProps) {
  const metrics = useMetrics();
  const [name, setName] = useState(feature?.name ?? "");
  const [key, setKey] = useState(feature?.key ?? "");
  const [type, setType] = useState<Feature["type"]>(feature?.type ?? "boolean");
  const [metricId, setMetricId] = useState(feature?.metricId ?? "");
  const isQuantity = type === "quantity";
  const save = useChange({
    changes: "features",
    run: () => {
      const metric = isQuantity && metricId !== "" ? metricId : null;
      return feature === undefined
        ? client.features.create({ name: name.trim(), key: key.trim(), type, ...(isQuantity && { metricId: metric }) })
        : client.features.update(feature.id, { name: name.trim(), ...(isQuantity && { metricId: metric }) });
    },
    done: () => (feature === undefined ? "Feature created" : "Feature saved"),
    after: onClose,
  });
  return (
    <ActionDialog
      title={feature === undefined ? "New feature" : "Edit feature"}
      note={
        feature === undefined
          ? undefined
          : "You can't change the key or type because your product uses them to check access."
      }
      isOpen
      onClose={onClose}
      action={feature === undefined ? "Create feature" : "Save"}
      isReady={name.trim() !== "" && key.trim() !== ""}
      busy={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
    >
      <TextField
        label="Name"
        value={name}
        onChange={(event) => setName(event.target.value)}
        fault={faultAt(save.error, "/name")}
        autoFocus
      />
      <TextField
        label="Key"
        hint="Your product checks access with this key. Use lowercase letters, digits, and single - or _ between them."
        value={key}
        disabled={feature !== undefined}
        onChange={(event) => setKey(event.target.value)}
        fault={faultAt(save.error, "/key")}
      />
      <SelectField
        label="Type"
        value={type}
        disabled={feature !== undefined}
        onChange={(event) => setType(event.target.value === "quantity" ? "quantity" : "boolean")}
      >
        <option value="boolean">On or off</option>
        <option value="quantity">Quantity</option>
      </SelectField>
      {isQuantity && (
        <SelectField
          label="Metric"
          hint="Measures use of the feature. Without a metric, your product keeps its own count."
          value={metricId}
          onChange={(event) => setMetricId(event.target.value)}
          fault={faultAt(save.error, "/metricId")}
        >
          <option value="">None</option>
          {metrics.map((metric) => (
            <option key={metric.id} value={metric.id}>
              {metric.name}
            </option>
          ))}
        </SelectField>
      )}
    </ActionDialog>
  );
}
