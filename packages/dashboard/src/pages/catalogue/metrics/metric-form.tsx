import type { CreateMetricRequest } from "@counterfoil/sdk";
import { useState } from "react";
import { Button } from "../../../design/button.tsx";
import { Card } from "../../../design/card.tsx";
import { SelectField, TextField } from "../../../design/field.tsx";
import { NumberField } from "../../../design/number-field.tsx";
import { FailureLine, faultAt } from "../../../design/states.tsx";
import { AGGREGATIONS } from "./aggregations.ts";
import { FilterGroups } from "./filter-groups.tsx";
import { type MetricDraft, toMetricBody } from "./metric-draft.ts";
import { metricWords } from "./metric-words.ts";
import { useUnsavedDraft } from "../../../design/unsaved.ts";

interface MetricFormProps {
  readonly start: MetricDraft;
  readonly action: string;
  readonly busy: boolean;
  readonly error: unknown;
  readonly onSave: (body: CreateMetricRequest) => void;
}

/** How events become a quantity: which events count, what is read from them, and which are filtered out. */
export function MetricForm({ start, action, busy, error, onSave }: MetricFormProps) {
  const [draft, setDraft] = useState(start);
  useUnsavedDraft(draft);
  const set = (change: Partial<MetricDraft>) => setDraft({ ...draft, ...change });
  const body = toMetricBody(draft);
  const isReady = body.name !== "" && body.eventName !== "" && (draft.method === "count" || draft.field.trim() !== "");
  return (
    <form
      className="flex max-w-4xl flex-col gap-5"
      onSubmit={(event) => {
        event.preventDefault();
        onSave(body);
      }}
    >
      <Card title="Details">
        <div className="grid gap-4 sm:grid-cols-2">
          <TextField
            label="Name"
            value={draft.name}
            onChange={(event) => set({ name: event.target.value })}
            fault={faultAt(error, "/name")}
          />
          <TextField
            label="Event name"
            hint="The name of the events you send, such as api_call"
            value={draft.eventName}
            onChange={(event) => set({ eventName: event.target.value })}
            fault={faultAt(error, "/eventName")}
          />
          <TextField
            label="Description"
            className="sm:col-span-2"
            value={draft.description}
            onChange={(event) => set({ description: event.target.value })}
          />
        </div>
      </Card>
      <Card title="Aggregation">
        <div className="grid gap-4 sm:grid-cols-3">
          <SelectField
            label="Aggregation"
            hint={AGGREGATIONS.find(([method]) => method === draft.method)?.[2]}
            value={draft.method}
            onChange={(event) =>
              set({ method: AGGREGATIONS.find(([method]) => method === event.target.value)?.[0] ?? "count" })
            }
            fault={faultAt(error, "/aggregation/method")}
          >
            {AGGREGATIONS.map(([method, name]) => (
              <option key={method} value={method}>
                {name}
              </option>
            ))}
          </SelectField>
          {draft.method !== "count" && (
            <TextField
              label="Property"
              hint="The event property to aggregate"
              value={draft.field}
              onChange={(event) => set({ field: event.target.value })}
              fault={faultAt(error, "/aggregation/field")}
            />
          )}
          {draft.method === "percentile" && (
            <NumberField
              label="Percentile"
              kind="quantity"
              value={draft.percentile}
              onChange={(percentile) => set({ percentile })}
              fault={faultAt(error, "/aggregation/percentile")}
            />
          )}
        </div>
      </Card>
      <Card title="Event filters" note="Leave blank to count every event with this name. Events must match all groups.">
        <FilterGroups groups={draft.groups} error={error} onChange={(groups) => set({ groups })} />
      </Card>
      <Card title="Split by" note="Properties that split usage into separate invoice lines and reports.">
        <TextField
          label="Properties"
          hint="Separate properties with commas, such as region, model"
          value={draft.groupBy}
          onChange={(event) => set({ groupBy: event.target.value })}
          fault={faultAt(error, "/groupBy")}
        />
      </Card>
      {isReady && (
        <p className="text-sm" aria-live="polite">
          {metricWords({
            eventName: body.eventName,
            aggregation: { method: draft.method, field: body.aggregation.field ?? null },
            filters: (body.filters ?? []).map(({ operator, filters }) => ({
              operator,
              filters: filters.map(({ value = "", ...condition }) => ({ ...condition, value })),
            })),
            groupBy: body.groupBy ?? [],
          })}
          .
        </p>
      )}
      <FailureLine error={error} />
      <div className="flex justify-end">
        <Button type="submit" kind="primary" busy={busy} disabled={!isReady}>
          {action}
        </Button>
      </div>
    </form>
  );
}
