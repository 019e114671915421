import type { Api } from "@counterfoil/testkit/api";
import { randomModel } from "../catalogue/models.ts";
import type { Random } from "../random.ts";
import type { CreditPrice } from "./records.ts";

const MEMBERS = {
  unit: "unitPricingModel",
  tiered: "tieredPricingModel",
  graduated_tiered: "graduatedTieredPricingModel",
  graduated_percentage: "graduatedPercentagePricingModel",
  package: "packagePricingModel",
} as const;
type Type = keyof typeof MEMBERS;

export interface PriceTerms {
  readonly currency: string;
  readonly months: number;
}

/** @param taken the events that the account pays for already */
export type MakePrice = (terms: PriceTerms, taken: ReadonlySet<string>) => Promise<CreditPrice>;

interface Catalogue {
  /** A price for a contract. In some organizations accounts share prices, products or metrics. */
  readonly sell: MakePrice;
  /** A monthly price of the same product and event as another. */
  replacement(price: CreditPrice, currency: string): Promise<CreditPrice>;
  /** How prices are shared. */
  readonly kinds: readonly string[];
}

export function makeCatalogue(api: Api, random: Random): Catalogue {
  const made: (CreditPrice & PriceTerms)[] = [];
  const kinds: string[] = [];
  const isShared = random.chance(0.6);
  let metrics = 0;

  async function makePrice(of: Omit<CreditPrice, "id" | "type" | "model">, terms: PriceTerms): Promise<CreditPrice> {
    const { currency, months } = terms;
    const type = random.pick(Object.keys(MEMBERS) as Type[]);
    const model = randomModel(random, type, []);
    const billingInterval = months === 1 ? "monthly" : "quarterly";
    const body = { productId: of.productId, currency, billingInterval, type, [MEMBERS[type]]: model };
    const { id } = await api.post("/prices", body);
    made.push({ ...of, id, type, model, ...terms });
    return { ...of, id, type, model };
  }

  async function makeProduct(metricId: string): Promise<string> {
    const product = { name: `Product of ${metricId}`, feeType: "metered", metricIds: [metricId] };
    return (await api.post("/products", product)).id;
  }

  async function sellNew(terms: PriceTerms): Promise<CreditPrice> {
    metrics += 1;
    const eventName = `use_${metrics}`;
    const metric = { name: eventName, eventName, aggregation: { method: "sum", field: "n" } };
    const { id: metricId } = await api.post("/metrics", metric);
    return makePrice({ productId: await makeProduct(metricId), metricId, eventName }, terms);
  }

  async function sellAgain(other: CreditPrice & PriceTerms, terms: PriceTerms): Promise<CreditPrice> {
    const shared = random.pick(["price", "product", "metric"]);
    const isSame = other.currency === terms.currency && other.months === terms.months;
    kinds.push(`${shared === "price" && !isSame ? "product" : shared} that accounts share`);
    if (shared === "price" && isSame) return other;
    const productId = shared === "metric" ? await makeProduct(other.metricId) : other.productId;
    const { metricId, eventName } = other;
    return makePrice({ productId, metricId, eventName }, terms);
  }

  return {
    kinds,
    replacement: ({ productId, metricId, eventName }, currency) =>
      makePrice({ productId, metricId, eventName }, { currency, months: 1 }),
    async sell(terms, taken) {
      const others = isShared ? made.filter(({ eventName }) => !taken.has(eventName)) : [];
      if (others.length === 0 || random.chance(0.3)) return sellNew(terms);
      return sellAgain(random.pick(others), terms);
    },
  };
}
