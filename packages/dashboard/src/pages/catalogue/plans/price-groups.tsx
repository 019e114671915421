import { useQuery } from "@tanstack/react-query";
import { Plus, Trash2 } from "lucide-react";
import { Button, IconButton } from "../../../design/button.tsx";
import { SelectField, TextField } from "../../../design/field.tsx";
import { faultAt } from "../../../design/states.tsx";
import { PriceChecks } from "../price-checks.tsx";
import type { PriceGroupDraft } from "./plan-draft.ts";
import { bundlesQuery } from "./plan-query.ts";

interface PriceGroupsProps {
  readonly groups: readonly PriceGroupDraft[];
  readonly currency: string;
  readonly error: unknown;
  readonly onChange: (groups: readonly PriceGroupDraft[]) => void;
}

/** Groups of prices, each chosen directly or from a bundle. */
export function PriceGroups({ groups, currency, error, onChange }: PriceGroupsProps) {
  const { data: bundles = [] } = useQuery(bundlesQuery);
  const set = (place: number, change: Partial<PriceGroupDraft>) =>
    onChange(groups.map((group, index) => (index === place ? { ...group, ...change } : group)));
  return (
    <div className="flex flex-col gap-5">
      {groups.map((group, place) => (
        <fieldset key={place} className="flex min-w-0 flex-col gap-3 border-b border-line pb-5">
          <legend className="sr-only">Group {place + 1}</legend>
          <div className="grid gap-3 sm:grid-cols-[1fr_1fr_2.25rem]">
            <TextField
              label="Group name"
              value={group.name}
              onChange={(event) => set(place, { name: event.target.value })}
              fault={faultAt(error, `/priceGroups/${place}/name`)}
            />
            <SelectField
              label="Bundle"
              value={group.bundleId}
              onChange={(event) => {
                const bundle = bundles.find(({ id }) => id === event.target.value);
                set(place, {
                  bundleId: event.target.value,
                  ...(bundle !== undefined && {
                    priceIds: bundle.prices.map(({ id }) => id),
                    name: group.name === "" ? bundle.name : group.name,
                  }),
                });
              }}
              fault={faultAt(error, `/priceGroups/${place}/bundleId`)}
            >
              <option value="">None</option>
              {bundles
                .filter(
                  ({ id, prices, archivedAt }) =>
                    id === group.bundleId || (archivedAt === null && prices[0]?.currency === currency),
                )
                .map(({ id, name }) => (
                  <option key={id} value={id}>
                    {name}
                  </option>
                ))}
            </SelectField>
            <IconButton
              label={`Remove group ${place + 1}`}
              className="self-end max-sm:justify-self-end"
              onClick={() => onChange(groups.filter((_, index) => index !== place))}
            >
              <Trash2 className="size-4" />
            </IconButton>
          </div>
          <PriceChecks
            legend="Prices"
            currency={currency}
            chosen={group.priceIds}
            onChange={(priceIds) => set(place, { priceIds })}
          />
          {faultAt(error, `/priceGroups/${place}/priceIds`) !== undefined && (
            <p className="text-xs text-bad">{faultAt(error, `/priceGroups/${place}/priceIds`)}</p>
          )}
        </fieldset>
      ))}
      <div>
        <Button
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => onChange([...groups, { name: "", description: null, bundleId: "", priceIds: [] }])}
        >
          Add group
        </Button>
      </div>
    </div>
  );
}
