import { askedInSteps } from "../../../server/asked.ts";
import { useQuery } from "@tanstack/react-query";
import { useAddress } from "../../../routing/address.ts";
import { client } from "../../../server/client.ts";
import { Page } from "../../../design/page.tsx";
import { Failure, Skeleton } from "../../../design/states.tsx";
import { EMPTY_DRAFT } from "./builder-draft.ts";
import { Builder } from "./builder.tsx";
import { draftOfPlan } from "./draft-of-plan.ts";

const FRAME = { title: "New subscription", trail: [["/subscriptions", "Subscriptions"]] } as const;

/** Creates a contract. The address may contain the account and the plan. */
export function NewSubscription() {
  const [{ account = "", plan = "" }, change] = useAddress("/subscriptions/new");
  const begun = useQuery({
    ...askedInSteps("plans", "draft", [plan], () => draftOfPlan(plan)),
    enabled: plan !== "",
  });
  if (plan !== "" && begun.data === undefined) {
    return (
      <Page {...FRAME}>
        {begun.error === null ? (
          <Skeleton className="h-96" />
        ) : (
          <Failure error={begun.error} onRetry={() => void begun.refetch()} />
        )}
      </Page>
    );
  }
  return (
    <Builder
      {...FRAME}
      initial={{ ...EMPTY_DRAFT, ...begun.data }}
      accountId={account}
      onAccount={(id) => change({ account: id }, { replace: true })}
      write={(body) => Promise.resolve(client.subscriptions.create(body))}
    />
  );
}
