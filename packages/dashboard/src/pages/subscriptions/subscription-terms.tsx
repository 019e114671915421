import type { PlanDiscount, PlanMinimumSpend, Subscription } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { asked } from "../../server/asked.ts";
import { Card, Fact, Facts } from "../../design/card.tsx";
import { DateOf, Instant, Nothing } from "../../design/when.tsx";
import { formatMoney, formatPercent } from "../../format/amount.ts";
import { count, toWords } from "../../format/words.ts";
import { ContractDay } from "../../named/contract-day.tsx";

/** The agreed terms besides the prices. */
export function SubscriptionTerms({ subscription }: { readonly subscription: Subscription }) {
  const one = subscription;
  const term = one.contractPeriodType === "fixed" ? count(one.contractDuration ?? 0, "month") : "Month-to-month";
  const yes = (value: boolean) => (value ? "Yes" : "No");
  return (
    <div className="grid gap-4 lg:grid-cols-2">
      <Card title="Contract">
        <Facts>
          <Fact name="Plan">{one.planId === null ? "None" : <PlanName id={one.planId} />}</Fact>
          <Fact name="Term">{term}</Fact>
          <Fact name="Starts">
            <ContractDay accountId={one.accountId} instant={one.contractStartDate} />
          </Fact>
          <Fact name="Ends">
            <ContractDay accountId={one.accountId} instant={one.contractEndDate} />
          </Fact>
          <Fact name="Renews">
            {one.autoRenew
              ? one.renewalPeriodType === "fixed"
                ? `For ${count(one.renewalDuration ?? 0, "month")}`
                : "Month-to-month"
              : "No"}
          </Fact>
          <Fact name="Renewal">
            {one.renewalHistory.length === 0 ? (
              <Nothing />
            ) : (
              one.renewalHistory.map(({ renewedAt }) => (
                <ContractDay key={renewedAt} accountId={one.accountId} instant={renewedAt} />
              ))
            )}
          </Fact>
          <Fact name="Trial">{one.trialPeriodDays === null ? "None" : count(one.trialPeriodDays, "day")}</Fact>
          <Fact name="Discount">{discount(one.discount, one.currency)}</Fact>
          <Fact name="Minimum spend">{spend(one.minimumSpend, one.currency)}</Fact>
          <Fact name="Maximum spend">{spend(one.maximumSpend, one.currency)}</Fact>
          {one.sourceCurrency !== null && (
            <Fact name="Conversion">
              from {one.sourceCurrency} at {one.conversionRate} of <DateOf date={one.conversionRateDate} />
            </Fact>
          )}
          <Fact name="Description">{one.description ?? <Nothing />}</Fact>
          <Fact name="Additional terms">{one.additionalTerms ?? <Nothing />}</Fact>
        </Facts>
      </Card>
      <div className="flex flex-col gap-4">
        <Card title="Billing">
          <Facts>
            <Fact name="Payment terms">{toWords(one.invoicePaymentTerms)}</Fact>
            <Fact name="PO number">{one.purchaseOrderNumber ?? <Nothing />}</Fact>
            <Fact name="Buyer reference">{one.buyerReference ?? "Account default"}</Fact>
            <Fact name="First billing">
              <ContractDay accountId={one.accountId} instant={one.firstBillingDate} />
            </Fact>
            <Fact name="Last billed">
              <ContractDay accountId={one.accountId} instant={one.lastBillingDate} />
            </Fact>
            <Fact name="Issue automatically">{yes(one.autoIssueInvoices)}</Fact>
            <Fact name="Pay automatically">{yes(one.autoPayInvoices)}</Fact>
            <Fact name="Email invoices">{yes(one.sendInvoicesToCustomer)}</Fact>
            <Fact name="Email receipts">{yes(one.sendReceiptsToCustomer)}</Fact>
            <Fact name="Memo">{one.invoiceMemoTemplate ?? <Nothing />}</Fact>
            <Fact name="Footer">{one.invoiceFooterText ?? <Nothing />}</Fact>
          </Facts>
        </Card>
        <Card title="Lifecycle">
          <Facts>
            <Fact name="Created">
              <Instant instant={one.createdAt} />
            </Fact>
            <Fact name="Activated">
              <Instant instant={one.activatedAt} />
            </Fact>
            <Fact name="Signed by">{one.signerName ?? <Nothing />}</Fact>
            <Fact name="Canceled">
              <Instant instant={one.canceledAt} />
            </Fact>
            <Fact name="Reason">
              {one.cancelationReason === null ? <Nothing /> : toWords(one.cancelationReason)}
              {one.cancelationReasonDescription !== null && `: ${one.cancelationReasonDescription}`}
            </Fact>
            <Fact name="Ended">
              <Instant instant={one.endedAt} />
            </Fact>
          </Facts>
        </Card>
      </div>
    </div>
  );
}

function PlanName({ id }: { readonly id: string }) {
  const { data } = useQuery({
    ...asked((api, signal) => api.plans.get(id, { signal })),
    staleTime: 300_000,
  });
  return (
    <Link to={`/plans/${id}`} className="hover:underline">
      {data?.name ?? id}
    </Link>
  );
}

function discount(one: PlanDiscount | null, currency: string) {
  if (one === null) return "None";
  const amount = one.discountType === "percentage" ? formatPercent(one.amount) : formatMoney(one.amount, currency);
  return one.durationType === "forever"
    ? `${amount}, forever`
    : `${amount} for ${one.durationValue} ${one.durationUnit}`;
}

function spend(one: PlanMinimumSpend | null, currency: string) {
  return one === null ? "–" : `${formatMoney(one.amount, currency)} a ${toWords(one.period).toLowerCase()}`;
}
