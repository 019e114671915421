import type { QuoteDocument, QuoteDocumentVersionPriceGroupPrice } from "@counterfoil/sdk";
import { Part } from "./frame.tsx";
import { isPriceShort, PriceText } from "./price-text.tsx";
import { useReading } from "./reading.ts";

/** What is offered, version by version where the contract changes on the way. */
export function QuotedPrices({ document: { versions } }: { readonly document: QuoteDocument }) {
  const { words, say, date } = useReading();
  return (
    <Part title={words.offered}>
      {versions.map(({ startDate, priceGroups, entitlements }, index) => (
        <div key={startDate ?? index} className="not-first:mt-6">
          {versions.length > 1 && startDate !== null && (
            <h3 className="mb-2 text-sm font-medium text-muted">{say("startsOn", { date: date(startDate) })}</h3>
          )}
          {priceGroups.map((group, place) => (
            <div key={group.name ?? place} className="not-first:mt-4">
              {group.name !== null && <h3 className="text-sm font-semibold">{group.name}</h3>}
              {group.description !== null && <p className="text-sm text-muted">{group.description}</p>}
              <ul>
                {group.prices.map((price, at) => (
                  <QuotedPrice key={`${price.product.name} ${at}`} price={price} />
                ))}
              </ul>
            </div>
          ))}
          {entitlements.length > 0 && (
            <div className="mt-4">
              <h3 className="text-sm font-semibold">{words.included}</h3>
              <ul className="mt-1 list-inside list-disc text-sm text-muted">
                {entitlements.map(({ feature, value }) => (
                  <li key={feature}>
                    {feature}
                    {typeof value === "string" && `: ${value}`}
                  </li>
                ))}
              </ul>
            </div>
          )}
        </div>
      ))}
    </Part>
  );
}

function QuotedPrice({ price }: { readonly price: QuoteDocumentVersionPriceGroupPrice }) {
  const { words } = useReading();
  const { product, billingInterval } = price;
  const intervals: Record<NonNullable<typeof billingInterval>, string> = {
    daily: words.daily,
    weekly: words.weekly,
    monthly: words.monthly,
    quarterly: words.quarterly,
    semi_annual: words.semiAnnual,
    yearly: words.yearly,
  };
  const isShort = isPriceShort(price);
  const rhythm = billingInterval === null ? words.oneOff : intervals[billingInterval];
  return (
    <li className="border-b border-line py-3 last:border-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <div className="min-w-0 flex-1 basis-44">
          <div className="own-direction text-base font-medium break-words">{product.name}</div>
          {product.description !== null && (
            <div className="own-direction text-sm text-muted">{product.description}</div>
          )}
          <div className="text-sm text-muted">
            {rhythm}
            {billingInterval !== null && `, ${product.paymentTerms === "advance" ? words.inAdvance : words.inArrears}`}
          </div>
        </div>
        {isShort && (
          <div className="ms-auto">
            <PriceText price={price} />
          </div>
        )}
      </div>
      {!isShort && <PriceText price={price} />}
    </li>
  );
}
