import type { ReactElement, ReactNode } from "react";
import type { OfferedFeature, OfferedPlan, OfferedPrice } from "../billing/account-billing.ts";
import { amountText, type Formatting, quantityText } from "./format.ts";
import { type BillingTexts, ENGLISH, fill } from "./texts.ts";

export interface PlanTableProps extends Formatting {
  readonly plans: readonly OfferedPlan[];
  /** What the customer can do with a plan, such as a link to your sign-up page. */
  readonly action?: ((plan: OfferedPlan) => ReactNode) | undefined;
  /** Replaces the text of a price, for example of one with tiers. */
  readonly renderPrice?: ((price: OfferedPrice, plan: OfferedPlan) => ReactNode) | undefined;
  /** The level of the plans' headings on your page; 3 by default. */
  readonly headingLevel?: 2 | 3 | 4 | 5 | 6 | undefined;
  readonly className?: string | undefined;
  /** Texts in another language. */
  readonly texts?: Partial<BillingTexts> | undefined;
}

/**
 * Shows plans next to each other, with prices and features, and marks the current one. It has no state, so it also
 * renders on a server. It shows amounts as the server sent them, and computes none.
 */
export function PlanTable(props: PlanTableProps): ReactElement {
  const { plans, action, renderPrice, headingLevel = 3, className, texts, ...formatting } = props;
  const words = { ...ENGLISH, ...texts };
  const Heading = `h${headingLevel}` as const;
  return (
    <ul className={["cf-plans", className].filter(Boolean).join(" ")}>
      {plans.map((plan) => (
        <li key={plan.id} className="cf-plan" data-current={plan.isCurrent}>
          <div className="cf-plan-head">
            <Heading className="cf-plan-name">{plan.name}</Heading>
            {plan.isCurrent ? <span className="cf-plan-current">{words.currentPlan}</span> : null}
          </div>
          {plan.description === null ? null : <p className="cf-plan-description">{plan.description}</p>}
          <ul className="cf-plan-prices">
            {plan.prices.map((price, k) => (
              <li key={k} data-kind={price.kind}>
                <span className="cf-price-name">{price.name}</span>{" "}
                <span className="cf-price-amount">
                  {renderPrice?.(price, plan) ?? priceText(price, words, formatting)}
                </span>
              </li>
            ))}
          </ul>
          <ul className="cf-plan-features">
            {plan.features.map((feature) => (
              <li key={feature.featureKey} data-included={feature.value !== false && feature.value !== "0"}>
                <span className="cf-feature-name">{feature.name}</span>{" "}
                <span className="cf-feature-value">{featureText(feature, words, formatting)}</span>
              </li>
            ))}
          </ul>
          {plan.trialPeriodDays === null || plan.trialPeriodDays === 0 ? null : (
            <p className="cf-plan-trial">{fill(words.trial, { days: String(plan.trialPeriodDays) })}</p>
          )}
          {action === undefined ? null : <div className="cf-plan-action">{action(plan)}</div>}
        </li>
      ))}
    </ul>
  );
}

function priceText(price: OfferedPrice, words: BillingTexts, formatting: Formatting): string {
  const { kind, amount: value, currency, interval, unitLabel } = price;
  if (kind === "usage" || value === null) return words.usagePrice;
  const amount = amountText(value, currency, formatting);
  if (kind === "unit") return fill(words.pricePerUnit, { amount, unit: unitLabel ?? words.unit });
  if (interval === null) return fill(words.once, { amount });
  return fill(words.pricePerInterval, { amount, interval: words.intervals[interval] });
}

function featureText({ value, resets }: OfferedFeature, words: BillingTexts, formatting: Formatting): string {
  if (typeof value === "boolean") return value ? words.included : words.notIncluded;
  if (value === "unlimited") return words.unlimited;
  const text = quantityText(value, formatting);
  return resets === "none" ? text : fill(words.featurePerPeriod, { value: text, period: words.periods[resets] });
}
