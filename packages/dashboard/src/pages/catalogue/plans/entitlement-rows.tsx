import { pageAt } from "../../../routing/page-at.ts";
import type { UsageAlertPeriod } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { Plus, Trash2 } from "lucide-react";
import { Button, IconButton } from "../../../design/button.tsx";
import { BareSelect } from "../../../design/field.tsx";
import { BareNumber } from "../../../design/number-field.tsx";
import { FailureLine, faultAt } from "../../../design/states.tsx";
import { toWords } from "../../../format/words.ts";
import { featuresQuery } from "../queries.ts";
import type { EntitlementDraft } from "./contract-draft.ts";

const RESETS: readonly UsageAlertPeriod[] = [
  "billing_period",
  "none",
  "hour",
  "day",
  "week",
  "month",
  "quarter",
  "semi_annual",
  "year",
];

interface EntitlementRowsProps {
  readonly entitlements: readonly EntitlementDraft[];
  readonly error: unknown;
  readonly onChange: (entitlements: readonly EntitlementDraft[]) => void;
}

/** Features with what an account may use of them: on or off, a quantity, or unlimited. */
export function EntitlementRows({ entitlements, error, onChange }: EntitlementRowsProps) {
  const { data: features, error: unread } = useQuery(featuresQuery);
  const set = (place: number, change: Partial<EntitlementDraft>) =>
    onChange(entitlements.map((one, index) => (index === place ? { ...one, ...change } : one)));
  if (features === undefined && unread !== null) return <FailureLine error={unread} />;
  if (features?.length === 0) {
    return (
      <p className="text-sm text-muted">
        No features yet.{" "}
        <Link {...pageAt("/features", { do: "new" })} target="_blank" className="text-accent underline">
          Create feature
        </Link>
      </p>
    );
  }
  return (
    <ul className="flex flex-col gap-2">
      {entitlements.map((entitlement, place) => {
        const feature = features?.find(({ key }) => key === entitlement.featureKey);
        const fault =
          faultAt(error, `/entitlements/${place}/value`) ??
          faultAt(error, `/entitlements/${place}/featureKey`) ??
          faultAt(error, `/entitlements/${place}/resets`);
        return (
          <li key={place} className="flex flex-wrap items-center gap-2">
            <BareSelect
              label={`Feature ${place + 1}`}
              value={entitlement.featureKey}
              onChange={(event) => {
                const next = features?.find(({ key }) => key === event.target.value);
                set(place, {
                  featureKey: event.target.value,
                  value: next?.type === "quantity" ? "" : "true",
                  resets: next?.type === "quantity" ? "billing_period" : "none",
                });
              }}
            >
              <option value="">Choose a feature…</option>
              {features?.map(({ key, name }) => (
                <option key={key} value={key}>
                  {name}
                </option>
              ))}
            </BareSelect>
            {feature?.type === "quantity" && (
              <>
                <div className="w-36">
                  <BareNumber
                    label={`Quantity of ${feature.name}`}
                    kind="quantity"
                    words={["unlimited"]}
                    placeholder="Such as 10 or unlimited"
                    value={entitlement.value}
                    onChange={(value) => set(place, { value })}
                  />
                </div>
                <BareSelect
                  label={`Reset period for ${feature.name}`}
                  value={entitlement.resets}
                  onChange={(event) =>
                    set(place, { resets: RESETS.find((one) => one === event.target.value) ?? "none" })
                  }
                >
                  {RESETS.map((one) => (
                    <option key={one} value={one}>
                      {one === "none" ? "Never resets" : `Resets each ${toWords(one).toLowerCase()}`}
                    </option>
                  ))}
                </BareSelect>
              </>
            )}
            {feature?.type === "boolean" && (
              <BareSelect
                label={`Access to ${feature.name}`}
                value={entitlement.value}
                onChange={(event) => set(place, { value: event.target.value })}
              >
                <option value="true">On</option>
                <option value="false">Off</option>
              </BareSelect>
            )}
            <IconButton
              label={`Remove entitlement ${place + 1}`}
              onClick={() => onChange(entitlements.filter((_, index) => index !== place))}
            >
              <Trash2 className="size-4" />
            </IconButton>
            {fault !== undefined && <p className="w-full text-xs text-bad">{fault}</p>}
          </li>
        );
      })}
      <li>
        <Button
          icon={<Plus aria-hidden className="size-4" />}
          onClick={() => onChange([...entitlements, { featureKey: "", value: "true", resets: "none" }])}
        >
          Add entitlement
        </Button>
      </li>
    </ul>
  );
}
