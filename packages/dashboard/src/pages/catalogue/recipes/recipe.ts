import type { Client, CreatePlanRequest } from "@counterfoil/sdk";

type MetricRequest = Parameters<Client["metrics"]["create"]>[0];
type ProductRequest = Parameters<Client["products"]["create"]>[0];
type PriceRequest = Parameters<Client["prices"]["create"]>[0];

/** A product of a recipe with its price. Metered products have a metric. */
interface RecipeItem {
  readonly metric?: MetricRequest;
  readonly product: Omit<ProductRequest, "metricIds">;
  readonly price: Omit<PriceRequest, "productId" | "currency">;
}

/** A way to charge that can be created with one button (R-AI-2). */
export interface Recipe {
  readonly key: string;
  readonly name: string;
  /** What the customer pays for. */
  readonly says: string;
  /** A bill, with its arithmetic. */
  readonly example: string;
  /** The page of the documentation, below `/docs/recipes/`. */
  readonly page: string;
  readonly items: readonly RecipeItem[];
  readonly plan?: Pick<CreatePlanRequest, "minimumSpend" | "contractPeriodType" | "contractDuration">;
}

/** Creates the metrics, products and prices of a recipe, and the plan that sells them. Returns the plan's ID. */
export async function createRecipe(client: Client, recipe: Recipe, currency: string): Promise<string> {
  const priceIds: string[] = [];
  for (const { metric, product, price } of recipe.items) {
    const metricIds = metric === undefined ? [] : [(await client.metrics.create(metric)).id];
    const { id: productId } = await client.products.create({ ...product, ...(metricIds.length > 0 && { metricIds }) });
    priceIds.push((await client.prices.create({ ...price, productId, currency, billingInterval: "monthly" })).id);
  }
  const { name, says: description } = recipe;
  const priceGroups = [{ name: "Subscription", priceIds }];
  return (await client.plans.create({ name, description, currency, priceGroups, ...recipe.plan })).id;
}
