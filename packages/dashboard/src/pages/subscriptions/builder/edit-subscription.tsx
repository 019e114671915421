import type { CreateSubscriptionRequest, Subscription, SubscriptionVersion } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useParam } from "../../../routing/address.ts";
import { client } from "../../../server/client.ts";
import { useOrganization } from "../../../server/session.ts";
import { buttonClasses } from "../../../design/button.tsx";
import { Page } from "../../../design/page.tsx";
import { Empty, Failure, Skeleton } from "../../../design/states.tsx";
import { useNamedAccount } from "../../../named/account-name.tsx";
import { useCatalogue } from "../price-queries.ts";
import { subscriptionQueries } from "../subscription-queries.ts";
import { draftOfSubscription } from "./builder-draft.ts";
import { Builder } from "./builder.tsx";
import { lineOfPrice } from "./draft-line.ts";

const NOTHING_SOLD = { entitlements: [] };

/** Edits a draft: its terms, and what its first version sells. */
export function EditSubscription() {
  const id = useParam("/subscriptions/$subscriptionId/edit");
  const { timezone } = useOrganization();
  const subscription = useQuery(subscriptionQueries.one(id));
  const versions = useQuery(subscriptionQueries.versions(id));
  const account = useNamedAccount(subscription.data?.accountId ?? "");
  const version = versions.data?.[0];
  const catalogue = useCatalogue(version?.priceGroups.flatMap(({ priceIds }) => priceIds) ?? []);
  const trail = [
    ["/subscriptions", "Subscriptions"],
    [`/subscriptions/${id}`, subscription.data?.name ?? "Draft"],
  ] as const;
  const error = subscription.error ?? versions.error ?? catalogue.error;
  if (
    error !== null ||
    subscription.data === undefined ||
    versions.data === undefined ||
    catalogue.isPending ||
    !account
  ) {
    return (
      <Page title="Edit draft" trail={trail}>
        {error === null ? <Skeleton className="h-96" /> : <Failure error={error} />}
      </Page>
    );
  }
  if (subscription.data.status !== "draft") {
    return (
      <Page title="Edit draft" trail={trail}>
        <Empty
          title="Only drafts can be edited"
          action={
            <Link to={`/subscriptions/${id}`} className={buttonClasses("primary")}>
              View subscription
            </Link>
          }
        >
          Change a running subscription on its page.
        </Empty>
      </Page>
    );
  }
  const lines =
    version?.priceGroups.flatMap(({ name, priceIds }) =>
      priceIds.flatMap((priceId) => {
        const price = catalogue.prices.get(priceId);
        return price === undefined ? [] : [lineOfPrice(price, name ?? "", priceId)];
      }),
    ) ?? [];
  return (
    <Builder
      key={id}
      title="Edit draft"
      trail={trail}
      initial={{
        ...draftOfSubscription(subscription.data, version ?? NOTHING_SOLD, account.timezone ?? timezone),
        lines,
      }}
      accountId={subscription.data.accountId}
      write={(body) => rewrite(id, version, body)}
    />
  );
}

/** Saves the version first: if its prices are refused, the terms stay unchanged. */
async function rewrite(
  id: string,
  version: SubscriptionVersion | undefined,
  { accountId: _accountId, planId: _planId, priceGroups = [], entitlements = [], ...terms }: CreateSubscriptionRequest,
): Promise<Subscription> {
  if (version === undefined) await client.subscriptions.createVersion(id, { priceGroups, entitlements });
  else await client.subscriptions.updateVersion(id, version.id, { priceGroups, entitlements });
  return await client.subscriptions.update(id, terms);
}
