import { setTimeout as sleep } from "node:timers/promises";
import pg from "pg";
import type { AnsweredApi } from "../mixed/answered-api.ts";
import { METERED_PRICES } from "./metered-prices.ts";

/** A dead worker's delivery becomes free after a minute. */
const TOLD_WITHIN_MILLISECONDS = 120_000;

/** What is sold in a run. */
export interface MeteredShop {
  readonly organizationId: string;
  readonly metricId: string;
  readonly priceIds: readonly string[];
}

/** Sells usage at each price, and sends notifications to the receiver. */
export async function openMeteredShop(
  api: AnsweredApi,
  receiverUrl: string,
  accounts: readonly string[],
): Promise<MeteredShop> {
  await api.post("/webhook-endpoints", { url: receiverUrl, sendFromSandbox: true });
  for (const alias of accounts) await api.post("/accounts", { name: alias, aliases: [alias], timezone: "UTC" });
  const { id: organizationId } = await api.patch("/organization", { graceHours: 0 });
  const aggregation = { method: "sum", field: "n" };
  const { id: metricId } = await api.post("/metrics", { name: "Calls", eventName: "call", aggregation });
  const { id: productId } = await api.post("/products", { name: "API", feeType: "metered", metricIds: [metricId] });
  const priceIds: string[] = [];
  for (const { terms } of METERED_PRICES) {
    priceIds.push((await api.post("/prices", { productId, currency: "USD", ...terms })).id);
  }
  return { organizationId, metricId, priceIds };
}

/** The database of a run, read as its owner. */
export interface StoredShop {
  readonly owner: pg.Pool;
  readonly organizationId: string;
}

/** Reads what a run stored, after the workers had time to send the outstanding notifications. */
export async function readStored<Found>(
  ownerUrl: string,
  { organizationId }: Pick<MeteredShop, "organizationId">,
  signal: AbortSignal,
  work: (stored: StoredShop) => Promise<Found>,
): Promise<Found> {
  const owner = new pg.Pool({ connectionString: ownerUrl, max: 2 });
  try {
    await untilTold({ owner, organizationId }, signal);
    return await work({ owner, organizationId });
  } finally {
    await owner.end();
  }
}

/** Lets the workers send outstanding notifications. Missing ones are reported as faults afterwards. */
async function untilTold({ owner, organizationId }: StoredShop, signal: AbortSignal): Promise<void> {
  const begun = performance.now();
  while (performance.now() - begun < TOLD_WITHIN_MILLISECONDS) {
    const { rows } = await owner.query<{ count: string }>(
      "select count(*) from webhook_delivery where organization_id = $1 and status = 'pending'",
      [organizationId],
    );
    if (rows[0]?.count === "0") return;
    await sleep(200, undefined, { signal });
  }
}
