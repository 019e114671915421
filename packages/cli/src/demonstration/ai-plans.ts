import { type Context, createMetric, createPlan, createPrice, createProduct } from "@counterfoil/service";
import { assistantEvents } from "./ai-usage.ts";

/** The IDs of the plans, by what they bill: tokens, or the cost of the models plus 30%. */
export type AssistantPlans = Readonly<Record<"tokens" | "cost", string>>;

/** Per token: 2.00 for a million that the customer sends, and 10.00 for a million that the assistant writes. */
const TOKEN_PRICES = { input: "0.000002", output: "0.00001" } as const;
/** The cost plus 30%. */
const COST_PLUS = "1.30";

/** Creates the assistant, sold in dollars: by the token whatever the model is, and at cost plus 30%. */
export async function makeAssistantPlans(context: Context): Promise<AssistantPlans> {
  const metric = async (name: string, eventName: string, field: string) =>
    (await createMetric(context, { name, eventName, aggregation: { method: "sum", field }, groupBy: ["model"] })).id;
  const input = await metric("Assistant input tokens", assistantEvents.calls, "input_tokens");
  const output = await metric("Assistant output tokens", assistantEvents.calls, "output_tokens");
  const cost = await metric("Assistant model cost", assistantEvents.jobs, "cost");
  const assistant = await createProduct(context, {
    name: "Assistant",
    description: "Answers questions about the customer's data. One price per token, whatever the model is.",
    sku: "BA-AI",
    feeType: "metered",
    metricIds: [input, output],
    unitLabel: "token",
  });
  const jobs = await createProduct(context, {
    name: "Assistant at cost plus 30%",
    description: "What the model calls of each job cost, plus 30%.",
    sku: "BA-AI-CP",
    feeType: "metered",
    metricIds: [cost],
  });
  const price = async (productId: string, metricId: string, value: string) => {
    const terms = { type: "unit", billingInterval: "monthly", currency: "USD" } as const;
    return (
      await createPrice(context, {
        ...terms,
        productId,
        metricIds: [metricId],
        unitPricingModel: { pricePerUnit: { value } },
      })
    ).id;
  };
  const plan = async (name: string, description: string, priceIds: string[]) =>
    (await createPlan(context, { name, description, currency: "USD", priceGroups: [{ name: "Usage", priceIds }] })).id;
  return {
    tokens: await plan("Assistant (USD)", "2.00 per million input tokens, 10.00 per million output tokens.", [
      await price(assistant.id, input, TOKEN_PRICES.input),
      await price(assistant.id, output, TOKEN_PRICES.output),
    ]),
    cost: await plan("Assistant at cost plus 30% (USD)", "What models cost, plus 30%.", [
      await price(jobs.id, cost, COST_PLUS),
    ]),
  };
}
