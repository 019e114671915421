import { checkUsageTotals, type UsageCheck } from "@counterfoil/service";
import { CommandError, type Command } from "../command.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import { dataOption, onDatabase, WHICH_DATABASE } from "../platform/command-database.ts";
import { asOwner } from "../platform/owner-connection.ts";
import { commandContext } from "../platform/ports.ts";
import { listOrganizations } from "../start/organizations.ts";
import { showSteps } from "../terminal/steps.ts";
import { styleFor } from "../terminal/style.ts";

/** Differences that are printed; the others are only counted. */
const SHOWN = 20;

export const doctor: Command = {
  description: [
    "Holds what is stored twice against each other, while the platform runs.",
    "--usage: the totals from which usage is read against the raw events. Ends with 1 when something differs.",
    WHICH_DATABASE,
  ].join("\n"),
  options: {
    usage: { type: "boolean", help: "check the totals of usage" },
    repair: { type: "boolean", help: "make totals that differ anew from the events" },
    organization: { type: "string", value: "ID", help: "only this organization" },
    ...dataOption,
  },
  async run(invocation) {
    if (!invocation.flag("usage")) throw new CommandError("Say what to check: --usage.", 2);
    const only = invocation.text("organization");
    const repairs = invocation.flag("repair");
    const configuration = readConfiguration(invocation, process.env);
    const checks = await onDatabase(configuration, async (ports, ownerUrl) => {
      const organizations = await asOwner(ownerUrl, listOrganizations);
      const ids = only === undefined ? organizations.map(({ id }) => id) : [only];
      const steps = showSteps(process.stderr, styleFor(process.stderr, process.env));
      const done: UsageCheck[] = [];
      for (const organizationId of ids) {
        const context = commandContext(ports, organizationId, "doctor");
        const check = await steps.run(organizationId, async ({ tell }) => {
          const found = await checkUsageTotals(context, {
            repairs,
            onProgress: (share) => tell(`${Math.round(share * 100)} %`, share),
          });
          return { ...found, said: summary(found) };
        });
        done.push(check);
      }
      return done;
    });
    const differences = checks.flatMap((check) => check.differences);
    for (const { metricId, accountId, groupValues, span, start, stored, events } of differences.slice(0, SHOWN)) {
      console.log(`${metricId} ${accountId} ${groupValues} ${span} s from ${start}`);
      console.log(`  stored: ${stored}\n  events: ${events}`);
    }
    if (differences.length > SHOWN) console.log(`And ${differences.length - SHOWN} more.`);
    console.log(verdict(differences.length, repairs));
    return differences.length === 0 || repairs ? 0 : 1;
  },
};

function summary({ metrics, accounts, unfinished, differences }: UsageCheck): string {
  const rest = unfinished.map(
    ({ metricId, accountsDone, accountsTotal }) =>
      `${metricId} is being totalled: ${accountsDone} of ${accountsTotal ?? "?"}`,
  );
  return [`${metrics} metrics of ${accounts} accounts, ${differences.length} differences`, ...rest].join("; ");
}

function verdict(differences: number, repairs: boolean): string {
  if (differences === 0) return "The totals are what the events come to.";
  return repairs
    ? `${differences} totals differed and were made anew from the events.`
    : `${differences} totals differ from the events. --repair makes them anew.`;
}
