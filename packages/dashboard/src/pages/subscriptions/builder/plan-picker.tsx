import { asked } from "../../../server/asked.ts";
import { useMutation, useQuery } from "@tanstack/react-query";
import { SelectField } from "../../../design/field.tsx";
import { FailureLine } from "../../../design/states.tsx";
import { planQuery } from "../../catalogue/plans/plan-query.ts";
import type { BuilderDraft } from "./builder-draft.ts";
import { draftOfPlan } from "./draft-of-plan.ts";

interface PlanPickerProps {
  readonly planId: string;
  /** Plans in other currencies are listed after those in this currency. */
  readonly currency: string;
  readonly onChoose: (change: Partial<BuilderDraft>) => void;
}

const NOT_ARCHIVED = [{ field: "archivedAt", operator: "exists", value: false }] as const;

/** Starts with the prices and terms of a plan. All of them can be changed afterwards. */
export function PlanPicker({ planId, currency, onChoose }: PlanPickerProps) {
  const plans = useQuery({
    ...asked((api, signal) =>
      api.plans.list({ limit: 100, sort: "name:asc", filters: NOT_ARCHIVED }, { signal }).all(),
    ),
  }).data;
  const choose = useMutation({
    mutationFn: draftOfPlan,
    onSuccess: onChoose,
  });
  // The draft may be based on a plan that is archived by now.
  const isMissing = planId !== "" && plans !== undefined && !plans.some(({ id }) => id === planId);
  const archived = useQuery({ ...planQuery(planId), enabled: isMissing }).data;
  const own = plans?.filter((plan) => plan.currency === currency) ?? [];
  const others = plans?.filter((plan) => plan.currency !== currency) ?? [];
  const option = ({ id, name }: { id: string; name: string }) => (
    <option key={id} value={id}>
      {name}
    </option>
  );
  return (
    <div>
      <SelectField
        label="Plan"
        hint="Fills in the items and terms below. You can edit them."
        value={choose.isPending ? choose.variables : planId}
        disabled={choose.isPending}
        onChange={({ target }) => (target.value === "" ? onChoose({ planId: "" }) : choose.mutate(target.value))}
      >
        <option value="">No plan (custom pricing)</option>
        {isMissing && <option value={planId}>{archived === undefined ? planId : `${archived.name} (archived)`}</option>}
        {own.map(option)}
        {others.length > 0 && <optgroup label="In other currencies">{others.map(option)}</optgroup>}
      </SelectField>
      <FailureLine error={choose.error} />
    </div>
  );
}
