import type { CreatePlanRequest } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useAddress } from "../../../routing/address.ts";
import { client } from "../../../server/client.ts";
import { useOrganization } from "../../../server/session.ts";
import { useChange } from "../../../design/use-change.ts";
import { Page } from "../../../design/page.tsx";
import { Skeleton } from "../../../design/states.tsx";
import { emptyPlan, planDraftOf } from "./plan-draft.ts";
import { PlanForm } from "./plan-form.tsx";
import { planQuery } from "./plan-query.ts";

/** `?from=` starts with a copy of an existing plan. */
export function NewPlan() {
  const [{ from }] = useAddress("/plans/new");
  const navigate = useNavigate();
  const { defaultCurrency } = useOrganization();
  const { data: copied } = useQuery({ ...planQuery(from ?? ""), enabled: from !== undefined });
  const create = useChange({
    changes: "plans",
    run: (body: CreatePlanRequest) => client.plans.create(body),
    done: () => "Plan created",
    after: ({ id }) => void navigate({ to: `/plans/${id}`, ignoreBlocker: true }),
  });
  return (
    <Page title="New plan" trail={[["/plans", "Plans"]]}>
      {from !== undefined && copied === undefined ? (
        <Skeleton className="h-96" />
      ) : (
        <PlanForm
          start={
            copied === undefined
              ? emptyPlan(defaultCurrency)
              : { ...planDraftOf(copied), name: `${copied.name} (copy)` }
          }
          action="Create plan"
          busy={create.isPending}
          error={create.error}
          onSave={create.mutate}
        />
      )}
    </Page>
  );
}
