import { checkUsageTotals } from "@counterfoil/service";
import type { DoctorCheck } from "./doctor-check.ts";

/** The totals from which usage is read, against the raw events (R-EVT-8). */
export const usageCheck: DoctorCheck = {
  async run(context, options) {
    const { metrics, accounts, unfinished, differences } = await checkUsageTotals(context, options);
    const rest = unfinished.map(
      ({ metricId, accountsDone, accountsTotal }) =>
        `${metricId} is being totalled: ${accountsDone} of ${accountsTotal ?? "?"}`,
    );
    return {
      said: [`${metrics} metrics of ${accounts} accounts, ${differences.length} differences`, ...rest].join("; "),
      differences: differences.map(
        ({ metricId, accountId, groupValues, span, start, stored, events }) =>
          `${metricId} ${accountId} ${groupValues} ${span} s from ${start}\n  stored: ${stored}\n  events: ${events}`,
      ),
    };
  },
  sound: "The totals are what the events come to.",
  differ: (count) => `${count} totals differ from the events. --repair makes them anew.`,
  repaired: (count) => `${count} totals differed and were made anew from the events.`,
};
