import type { Metric } from "@counterfoil/sdk";
import { useState } from "react";
import { ActionDialog } from "../../design/action-dialog.tsx";
import { CurrencyField } from "../../design/code-fields.tsx";
import { SelectField, TextField } from "../../design/field.tsx";
import { KeyValueRows } from "../../design/key-value-rows.tsx";
import { NumberField } from "../../design/number-field.tsx";
import { faultAt } from "../../design/states.tsx";
import { useChange } from "../../design/use-change.ts";
import { client } from "../../server/client.ts";
import { useOrganization } from "../../server/session.ts";
import { metadataChange, repeatedKey } from "../accounts/metadata-change.ts";

interface NewCostPriceDialogProps {
  readonly metrics: readonly Metric[];
  readonly onClose: () => void;
}

/** Creates a cost price of a metric whose single events have a quantity. */
export function NewCostPriceDialog({ metrics, onClose }: NewCostPriceDialogProps) {
  const { defaultCurrency, timezone } = useOrganization();
  const priced = metrics.filter(({ aggregation: { method }, archivedAt }) => {
    return archivedAt === null && (method === "count" || method === "sum");
  });
  const [metricId, setMetricId] = useState(priced[0]?.id ?? "");
  const [properties, setProperties] = useState<readonly { key: string; value: string }[]>([{ key: "", value: "" }]);
  const [unitCost, setUnitCost] = useState("");
  const [currency, setCurrency] = useState(defaultCurrency);
  const [validFrom, setValidFrom] = useState("");
  const repeated = repeatedKey(properties);
  const save = useChange({
    changes: "costPrices",
    run: () =>
      client.costPrices.create({
        metricId,
        properties: metadataChange({}, properties) as Record<string, string>,
        unitCost,
        currency,
        ...(validFrom !== "" && { validFrom }),
      }),
    done: () => "Cost price created",
    after: onClose,
  });
  const fault = (member: string) => faultAt(save.error, `/${member}`);
  return (
    <ActionDialog
      title="New cost price"
      note="Costs that events already have do not change."
      isOpen
      onClose={onClose}
      action="Create cost price"
      isReady={metricId !== "" && unitCost !== "" && currency !== "" && repeated === null}
      busy={save.isPending}
      error={save.error}
      onSubmit={() => save.mutate()}
    >
      <SelectField
        label="Metric"
        value={metricId}
        onChange={({ target }) => setMetricId(target.value)}
        hint="Only metrics that count or sum, because only then does one event have a quantity"
        fault={fault("metricId")}
      >
        {priced.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </SelectField>
      <div className="grid gap-4 sm:grid-cols-2">
        <NumberField
          label="Unit cost"
          kind="amount"
          required
          value={unitCost}
          onChange={setUnitCost}
          placeholder="0.0000025"
          hint="What one unit costs you"
          fault={fault("unitCost")}
        />
        <CurrencyField required value={currency} onChange={setCurrency} fault={fault("currency")} />
        <TextField
          label="From"
          type="date"
          value={validFrom}
          onChange={({ target }) => setValidFrom(target.value)}
          hint={`In ${timezone}. Leave blank for now; a past date also prices earlier events`}
          fault={fault("validFrom")}
        />
      </div>
      <fieldset>
        <legend className="mb-1 text-sm font-medium">Properties that an event must have</legend>
        <p className="mb-2 text-xs text-muted">Such as model and large. Leave blank for all events of the metric.</p>
        <KeyValueRows
          rows={properties}
          onChange={setProperties}
          name="Property"
          longestKey={255}
          longestValue={255}
          repeated={repeated}
        />
      </fieldset>
    </ActionDialog>
  );
}
