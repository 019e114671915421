import type { SubscriptionVersion } from "@counterfoil/sdk";
import { Badge } from "../../design/badge.tsx";
import { FailureLine, Skeleton } from "../../design/states.tsx";
import { toWords } from "../../format/words.ts";
import { useCatalogue } from "./price-queries.ts";
import { discountWords, priceWords } from "../../named/price-words.ts";

interface VersionLinesProps {
  readonly version: SubscriptionVersion;
  /** The time zone of the contract's account. */
  readonly timeZone: string;
}

/** The prices of a version, group by group. */
export function VersionLines({ version, timeZone }: VersionLinesProps) {
  const { prices, products, metrics, isPending, error } = useCatalogue(
    version.priceGroups.flatMap(({ priceIds }) => priceIds),
  );
  if (error !== null) return <FailureLine error={error} />;
  if (isPending) return <Skeleton className="h-40" />;
  return (
    <div className="flex flex-col gap-4">
      {version.priceGroups.map(({ name, priceIds }, index) => (
        <section key={`${name} ${index}`}>
          {name !== null && <h3 className="mb-1 text-sm font-medium text-muted">{name}</h3>}
          <ul>
            {priceIds.map((id) => {
              const price = prices.get(id);
              if (price === undefined) return null;
              const product = products.get(price.productId);
              const counted = price.metricIds.flatMap((metricId) => metrics.get(metricId)?.name ?? []);
              const off = discountWords(price.discount, price.currency, timeZone);
              return (
                <li
                  key={id}
                  className="flex flex-wrap items-baseline justify-between gap-x-4 border-b border-line py-2 text-sm last:border-0"
                >
                  <span className="min-w-0">
                    {product?.name ?? "…"}
                    <span className="block text-xs text-muted">
                      {toWords(price.type)}
                      {product !== undefined && `, in ${product.paymentTerms}`}
                      {counted.length > 0 && ` · counts ${counted.join(", ")}`}
                    </span>
                  </span>
                  <span className="figures text-right">
                    {priceWords(price, price.currency, product?.unitLabel ?? null)}
                    {off !== null && (
                      <span className="ml-2">
                        <Badge tone="accent">{off}</Badge>
                      </span>
                    )}
                  </span>
                </li>
              );
            })}
          </ul>
        </section>
      ))}
      {version.entitlements.length > 0 && (
        <section>
          <h3 className="mb-1 text-sm font-medium text-muted">Entitlements</h3>
          <p className="flex flex-wrap gap-1.5">
            {version.entitlements.map(({ featureKey, value }) => (
              <Badge key={featureKey}>
                {featureKey}: {typeof value === "boolean" ? (value ? "on" : "off") : value}
              </Badge>
            ))}
          </p>
        </section>
      )}
    </div>
  );
}
