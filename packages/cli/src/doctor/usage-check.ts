import { checkUsageTotals } from "@counterfoil/service";
import type { DoctorCheck } from "./doctor-check.ts";

/** Checks usage totals against the raw events (R-EVT-8). */
export const usageCheck: DoctorCheck = {
  async run(context, options) {
    const { metrics, accounts, unfinished, differences } = await checkUsageTotals(context, options);
    const rest = unfinished.map(
      ({ metricId, accountsDone, accountsTotal }) =>
        `${metricId} is being recalculated: ${accountsDone} of ${accountsTotal ?? "?"}`,
    );
    return {
      said: [`${metrics} metrics of ${accounts} accounts, ${differences.length} differences`, ...rest].join("; "),
      differences: differences.map(
        ({ metricId, accountId, groupValues, span, start, stored, events }) =>
          `${metricId} ${accountId} ${groupValues} ${span} s from ${start}\n  stored: ${stored}\n  events: ${events}`,
      ),
    };
  },
  sound: "Usage totals match the events.",
  differ: (count) => `${count} totals differ from the events. Use --repair to rebuild them.`,
  repaired: (count) => `${count} totals differed and were rebuilt from the events.`,
};
