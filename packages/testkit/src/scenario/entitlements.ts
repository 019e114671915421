import type { Api, Json } from "./api.ts";

/** The response to a check, with the members that stories use. */
export interface Check {
  readonly allowed: boolean;
  readonly reason: string | null;
  readonly limit: string | null;
  readonly used: string | null;
  readonly reserved: string | null;
  readonly remaining: string | null;
  readonly overage: string | null;
  readonly unlimited: boolean;
  readonly resetsAt: string | null;
  readonly reservationId: string | null;
}

/**
 * Creates features with these keys. True and false create boolean features; the ID of a metric or null creates
 * quantities.
 */
export async function makeFeatures(
  api: Api,
  features: Readonly<Record<string, boolean | string | null>>,
): Promise<Json[]> {
  const made: Json[] = [];
  for (const [key, metricId] of Object.entries(features)) {
    const isBoolean = typeof metricId === "boolean";
    const body = { key, name: key, type: isBoolean ? "boolean" : "quantity", ...(isBoolean ? {} : { metricId }) };
    made.push(await api.post("/features", body));
  }
  return made;
}

/** Checks a feature, with a quantity or other members in the body. */
export function checkFeature(api: Api, accountId: string, key: string, body: object = {}): Promise<Check> {
  return api.post<Check>(`/accounts/${accountId}/entitlements/${key}/check`, body);
}
