import type { CreatePlanRequest } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useParam } from "../../../routing/address.ts";
import { client } from "../../../server/client.ts";
import { useChange } from "../../../design/use-change.ts";
import { Page } from "../../../design/page.tsx";
import { Failure, Skeleton } from "../../../design/states.tsx";
import { pricesQuery } from "../queries.ts";
import { planDraftOf } from "./plan-draft.ts";
import { PlanForm } from "./plan-form.tsx";
import { planQuery } from "./plan-query.ts";

export function EditPlan() {
  const id = useParam("planId");
  const navigate = useNavigate();
  const { data: plan, error } = useQuery({ ...planQuery(id), refetchOnWindowFocus: false });
  // What there is to choose from: without it the form would grow when it comes.
  const isWaiting = useQuery(pricesQuery).isPending || plan === undefined;
  const save = useChange({
    changes: "plans",
    run: (body: CreatePlanRequest) => client.plans.update(id, body),
    done: () => "Plan saved",
    after: () => void navigate({ to: `/plans/${id}` }),
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
