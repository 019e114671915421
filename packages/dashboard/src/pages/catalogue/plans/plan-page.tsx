import { pageAt } from "../../../routing/page-at.ts";
import type { Plan } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { useRecent } from "../../../routing/recent.ts";
import { useParam } from "../../../routing/address.ts";
import { client } from "../../../server/client.ts";
import { useMay } from "../../../server/session.ts";
import { Badge } from "../../../design/badge.tsx";
import { buttonClasses } from "../../../design/button.tsx";
import { Card, Fact, Facts } from "../../../design/card.tsx";
import { Page } from "../../../design/page.tsx";
import { Empty, Failure, Skeleton } from "../../../design/states.tsx";
import { Nothing } from "../../../design/when.tsx";
import { formatMoney, formatPercent, formatQuantity } from "../../../format/amount.ts";
import { count, toWords } from "../../../format/words.ts";
import { TrailOfChanges } from "../../../named/trail-of-changes.tsx";
import { ArchiveButton } from "../archive/archive-button.tsx";
import { ArchivedBadge } from "../archive/archived.tsx";
import { nameOfModel } from "../prices/models.ts";
import { unitOfPrice } from "../prices/price-name.ts";
import { priceSentence } from "../prices/price-sentence.ts";
import { useFeatures, usePricesWith, useProducts } from "../queries.ts";
import { planQuery } from "./plan-query.ts";

const TRAIL = [["/plans", "Plans"]] as const;

export function PlanPage() {
  const id = useParam("/plans/$planId");
  const { data, error, refetch } = useQuery(planQuery(id));
  useRecent({ to: `/plans/${id}`, name: data?.name, kind: "Plan" });
  // Shows all prices at once: otherwise each would push down the content below.
  const { isPending } = usePricesWith(data?.priceGroups.flatMap((group) => group.priceIds) ?? []);
  if (data === undefined || isPending) {
    return (
      <Page title="Plan" trail={TRAIL}>
        {error === null ? <Skeleton className="h-96" /> : <Failure error={error} onRetry={() => void refetch()} />}
      </Page>
    );
  }
  return <Loaded plan={data} />;
}

function Loaded({ plan }: { readonly plan: Plan }) {
  const mayWrite = useMay("write");
  const { id, name, description, currency, priceGroups, archivedAt } = plan;
  const priceIds = priceGroups.flatMap((group) => group.priceIds);
  return (
    <Page
      title={name}
      trail={TRAIL}
      aside={
        <>
          <Badge>{currency}</Badge>
          <ArchivedBadge archivedAt={archivedAt} />
        </>
      }
      note={description ?? undefined}
      actions={
        <>
          <Link {...pageAt("/calculator", { prices: priceIds.slice(0, 6).join(",") })} className={buttonClasses()}>
            Chart prices
          </Link>
          {mayWrite && (
            <>
              <ArchiveButton
                kind="plan"
                name={name}
                isArchived={archivedAt !== null}
                archive={() => client.plans.archive(id)}
                unarchive={() => client.plans.unarchive(id)}
              />
              <Link {...pageAt("/plans/new", { from: id })} className={buttonClasses()}>
                Copy
              </Link>
              <Link to={`/plans/${id}/edit`} className={buttonClasses()}>
                Edit
              </Link>
              {archivedAt === null && (
                <Link {...pageAt("/subscriptions/new", { plan: id })} className={buttonClasses("primary")}>
                  New subscription
                </Link>
              )}
            </>
          )}
        </>
      }
    >
      <div className="grid items-start gap-5 xl:grid-cols-[minmax(0,1fr)_22rem]">
        <div className="flex min-w-0 flex-col gap-5">
          {priceGroups.length === 0 && (
            <Card>
              <Empty
                title="No prices yet"
                action={
                  mayWrite && (
                    <Link to={`/plans/${id}/edit`} className={buttonClasses()}>
                      Choose prices
                    </Link>
                  )
                }
                request={`curl -X PATCH ${window.location.origin}/plans/${id} \\
  -H "Authorization: Bearer $COUNTERFOIL_KEY" \\
  -H "Content-Type: application/json" \\
  -d '{"priceGroups": [{"name": "Subscription", "priceIds": ["'$PRICE'"]}]}'`}
              >
                Choose the prices that new subscriptions on this plan start with.
              </Empty>
            </Card>
          )}
          {priceGroups.map((group, place) => (
            <Card
              key={`${place} ${group.name ?? ""}`}
              title={group.name ?? "Prices"}
              note={group.description ?? undefined}
              actions={
                group.bundleId !== null && (
                  <Link to={`/price-bundles/${group.bundleId}`} className="text-sm text-accent hover:underline">
                    View bundle
                  </Link>
                )
              }
            >
              <ul className="divide-y divide-line">
                {group.priceIds.map((priceId) => (
                  <PriceOfPlan key={priceId} priceId={priceId} />
                ))}
              </ul>
            </Card>
          ))}
          <Entitlements plan={plan} />
        </div>
        <div className="flex min-w-0 flex-col gap-5">
          <Terms plan={plan} />
          <TrailOfChanges objectId={id} />
        </div>
      </div>
    </Page>
  );
}

function PriceOfPlan({ priceId }: { readonly priceId: string }) {
  const products = useProducts();
  const price = usePricesWith([priceId]).prices.find(({ id }) => id === priceId);
  if (price === undefined) return <li className="h-14" />;
  return (
    <li className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 py-2.5 text-sm first:pt-0 last:pb-0">
      <div className="min-w-0">
        <Link to={`/prices/${priceId}`} className="font-medium hover:underline">
          {products.find(({ id }) => id === price.productId)?.name ?? "Price"}
        </Link>
        <div className="text-muted">{priceSentence(price, unitOfPrice(price.productId, products))}</div>
      </div>
      <Badge>{nameOfModel(price.type)}</Badge>
    </li>
  );
}

function Entitlements({ plan }: { readonly plan: Plan }) {
  const features = useFeatures();
  return (
    <Card title="Entitlements" note="What accounts on this plan can use.">
      {plan.entitlements.length === 0 && <p className="text-sm text-muted">This plan grants no features.</p>}
      <ul className="divide-y divide-line text-sm">
        {plan.entitlements.map(({ featureKey, value, resets }) => (
          <li key={featureKey} className="flex justify-between gap-4 py-2 first:pt-0 last:pb-0">
            <span>{features.find(({ key }) => key === featureKey)?.name ?? featureKey}</span>
            <span className="figures font-medium">
              {typeof value === "boolean"
                ? value
                  ? "On"
                  : "Off"
                : value === "unlimited"
                  ? "Unlimited"
                  : formatQuantity(value)}
              {resets !== "none" && (
                <span className="font-normal text-muted"> each {toWords(resets).toLowerCase()}</span>
              )}
            </span>
          </li>
        ))}
      </ul>
    </Card>
  );
}

function Terms({ plan }: { readonly plan: Plan }) {
  const { currency, contractDuration, trialPeriodDays, autoRenew, renewalDuration, minimumSpend, maximumSpend } = plan;
  const { discount, invoicePaymentTerms } = plan;
  const months = (number: number | null) => (number === null ? "month-to-month" : count(number, "month"));
  const limit = (one: Plan["minimumSpend"]) =>
    one === null ? <Nothing /> : `${formatMoney(one.amount, currency)} per ${toWords(one.period).toLowerCase()}`;
  return (
    <Card title="Contract and terms">
      <Facts>
        <Fact name="Contract">{contractDuration === null ? "Month-to-month" : months(contractDuration)}</Fact>
        <Fact name="Renewal">{autoRenew ? `Auto-renews, ${months(renewalDuration)}` : "Doesn't renew"}</Fact>
        <Fact name="Trial">{trialPeriodDays === null ? <Nothing /> : count(trialPeriodDays, "day")}</Fact>
        <Fact name="Payment terms">
          {invoicePaymentTerms === null ? "Organization default" : toWords(invoicePaymentTerms)}
        </Fact>
        <Fact name="Minimum spend">{limit(minimumSpend)}</Fact>
        <Fact name="Maximum spend">{limit(maximumSpend)}</Fact>
        <Fact name="Discount">
          {discount === null ? (
            <Nothing />
          ) : (
            <>
              {discount.discountType === "percentage"
                ? formatPercent(discount.amount)
                : formatMoney(discount.amount, currency)}
              {discount.durationType === "fixed" && ` for ${discount.durationValue} ${discount.durationUnit}`}
            </>
          )}
        </Fact>
      </Facts>
    </Card>
  );
}
