import type { CreatePlanRequest } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useParam } from "../../../routing/address.ts";
import { client } from "../../../server/client.ts";
import { useChange } from "../../../design/use-change.ts";
import { Page } from "../../../design/page.tsx";
import { Failure, Skeleton } from "../../../design/states.tsx";
import { usePricesWith } from "../queries.ts";
import { planDraftOf } from "./plan-draft.ts";
import { PlanForm } from "./plan-form.tsx";
import { planQuery } from "./plan-query.ts";

export function EditPlan() {
  const id = useParam("/plans/$planId/edit");
  const navigate = useNavigate();
  const { data: plan, error } = useQuery({ ...planQuery(id), refetchOnWindowFocus: false });
  // Waits for the prices to choose from. Otherwise the form would grow when they arrive.
  const chosen = plan?.priceGroups.flatMap((group) => group.priceIds) ?? [];
  const isWaiting = usePricesWith(chosen).isPending || plan === undefined;
  const save = useChange({
    changes: "plans",
    run: (body: CreatePlanRequest) => client.plans.update(id, body),
    done: () => "Plan saved",
    after: () => void navigate({ to: `/plans/${id}`, ignoreBlocker: true }),
  });
  return (
    <Page
      title="Edit plan"
      note="Existing subscriptions don't change."
      trail={[
        ["/plans", "Plans"],
        [`/plans/${id}`, plan?.name ?? "Plan"],
      ]}
    >
      {error !== null && <Failure error={error} />}
      {isWaiting && error === null && <Skeleton className="h-96" />}
      {!isWaiting && (
        <PlanForm
          start={planDraftOf(plan)}
          action="Save"
          busy={save.isPending}
          error={save.error}
          onSave={save.mutate}
        />
      )}
    </Page>
  );
}
