import type { QuoteDocument, QuoteDocumentVersionPriceGroupPrice } from "@counterfoil/sdk";
import { agreedOfPrice, agreedOfVersion } from "./agreed.ts";
import { Part } from "./frame.tsx";
import { intervalName } from "./interval-name.ts";
import { isPriceShort, PriceText } from "./price-text.tsx";
import { useReading } from "./reading.ts";

/** What is offered, version by version if the contract changes over time. */
export function QuotedPrices({ document: { terms, versions } }: { readonly document: QuoteDocument }) {
  const reading = useReading();
  const { words, say, date } = reading;
  const { currency } = terms;
  return (
    <Part title={words.offered}>
      {versions.map(({ startDate, priceGroups, entitlements, ...version }, index) => (
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
                  <QuotedPrice key={`${price.product.name} ${at}`} price={price} currency={currency} />
                ))}
              </ul>
            </div>
          ))}
          <Agreed texts={agreedOfVersion({ startDate, priceGroups, entitlements, ...version }, currency, reading)} />
          {included(entitlements).length > 0 && (
            <div className="mt-4">
              <h3 className="text-sm font-semibold">{words.included}</h3>
              <ul className="mt-1 list-inside list-disc text-sm text-muted">
                {included(entitlements).map(({ feature, value }) => (
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

/** An entitlement of `false` is not shown. */
function included(entitlements: QuoteDocument["versions"][number]["entitlements"]) {
  return entitlements.filter(({ value }) => value !== false);
}

/** Discounts and limits, each on its own line. */
function Agreed({ texts }: { readonly texts: readonly string[] }) {
  if (texts.length === 0) return null;
  return (
    <ul className="mt-4 flex flex-col gap-1 border-t border-line pt-3 text-sm">
      {texts.map((text) => (
        <li key={text} className="break-words">
          {text}
        </li>
      ))}
    </ul>
  );
}

interface QuotedPriceProps {
  readonly price: QuoteDocumentVersionPriceGroupPrice;
  /** The currency of the invoices, in which discounts and limits are. */
  readonly currency: string;
}

function QuotedPrice({ price, currency }: QuotedPriceProps) {
  const reading = useReading();
  const { words } = reading;
  const { product, billingInterval } = price;
  const isShort = isPriceShort(price);
  const agreed = agreedOfPrice(price, currency, reading);
  return (
    <li className="border-b border-line py-3 last:border-0">
      <div className="flex flex-wrap items-baseline justify-between gap-x-6 gap-y-1">
        <div className="min-w-0 flex-1 basis-44">
          <div className="own-direction text-base font-medium break-words">{product.name}</div>
          {product.description !== null && (
            <div className="own-direction text-sm text-muted">{product.description}</div>
          )}
          <div className="text-sm text-muted">
            {intervalName(billingInterval, reading)}
            {billingInterval !== null && `, ${product.paymentTerms === "advance" ? words.inAdvance : words.inArrears}`}
          </div>
          {agreed.length > 0 && <div className="text-sm">{agreed.join(" · ")}</div>}
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
