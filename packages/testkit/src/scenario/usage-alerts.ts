import { organizationsWithAlertsToLookAt } from "@counterfoil/service";
import { untilLookedAt } from "./looked-at.ts";
import type { Story } from "./scenario.ts";

/** The content of `usage.threshold_reached`, with the members that stories use. */
export interface ToldThreshold {
  readonly alertId: string;
  readonly alertName: string;
  readonly accountId: string;
  readonly subscriptionId: string | null;
  readonly measure: string;
  readonly currency: string | null;
  readonly threshold: string;
  readonly value: string;
  readonly period: { readonly from: string; readonly to: string } | null;
  readonly reachedAt: string;
}

/** All usage notifications in order, after every sent event has been checked. */
export async function toldThresholds(story: Story): Promise<ToldThreshold[]> {
  await untilLookedAt(story, "usage", organizationsWithAlertsToLookAt);
  const filters = encodeURIComponent(
    JSON.stringify([{ field: "type", operator: "eq", value: "usage.threshold_reached" }]),
  );
  const { items } = await story.api.get<{ items: { data: ToldThreshold }[] }>(
    `/notifications?limit=100&filters=${filters}`,
  );
  return items.map(({ data }) => data);
}

/**
 * The same as text: `2026-01-01 100 at 120` is the local day on which the period began, the threshold, and the usage.
 */
export async function toldAsText(story: Story): Promise<string[]> {
  const told = await toldThresholds(story);
  return told.map(({ period, threshold, value }) => `${dayOf(story, period?.from)} ${threshold} at ${value}`);
}

function dayOf(story: Story, instant: string | undefined): string {
  if (instant === undefined) return "ever";
  return new Intl.DateTimeFormat("sv-SE", { timeZone: story.zone }).format(Date.parse(instant));
}
