import {
  type Context,
  countDueSubscriptions,
  type DueWork,
  organizationsWithDueWork,
  runDueWork,
} from "@counterfoil/service";
import type { Command } from "../command.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import { chooseOrganizations, organizationsOption } from "../platform/choose-organization.ts";
import { dataOption, onDatabase, WHICH_DATABASE } from "../platform/command-database.ts";
import type { OpenPorts } from "../platform/ports.ts";
import { showSteps, type StepProgress } from "../terminal/steps.ts";
import { styleFor } from "../terminal/style.ts";

/** Claims processed concurrently: one computes while the other waits for the database. */
const CLAIMS_AT_ONCE = 2;

export const billRun: Command = {
  description: [
    "Bills every due period and issues every due invoice, of all organizations or one. You can run several of these",
    "commands and workers at the same time; each work item is processed once.",
    WHICH_DATABASE,
  ].join("\n"),
  example: "bill run --organization Acme",
  options: {
    organization: organizationsOption,
    ...dataOption,
    json: { type: "boolean", help: "Print {billed, issued, overdue, seconds}" },
  },
  async run(invocation) {
    const only = invocation.text("organization");
    const start = performance.now();
    const done = await onDatabase(readConfiguration(invocation, process.env), async (ports, ownerUrl) => {
      const ids =
        only === undefined
          ? await organizationsWithDueWork(ports.database, ports.clock.now())
          : (await chooseOrganizations(ownerUrl, only)).map(({ id }) => id);
      let total: DueWork = { billed: 0, issued: 0, overdue: 0 };
      const steps = showSteps(process.stderr, styleFor(process.stderr, process.env));
      for (const organizationId of ids) {
        total = sum(
          total,
          await steps.run(organizationId, (progress) => billOrganization(ports, organizationId, progress)),
        );
      }
      return total;
    });
    const seconds = (performance.now() - start) / 1_000;
    if (invocation.flag("json")) console.log(JSON.stringify({ ...done, seconds: Number(seconds.toFixed(3)) }));
    else
      console.log(`Billed ${done.billed} subscriptions and issued ${done.issued} invoices in ${seconds.toFixed(1)} s`);
    return 0;
  },
};

async function billOrganization(
  ports: OpenPorts,
  organizationId: string,
  { tell }: StepProgress,
): Promise<DueWork & { said: string }> {
  const context: Context = { ...ports, organizationId, actor: { type: "command", id: "bill run" }, requestId: null };
  const due = await countDueSubscriptions(context);
  const start = performance.now();
  const totals = Array.from({ length: CLAIMS_AT_ONCE }, (): DueWork => ({ billed: 0, issued: 0, overdue: 0 }));
  const rateOf = ({ issued }: DueWork) => `${Math.round((issued / (performance.now() - start)) * 1_000)}/s`;
  await Promise.all(
    totals.map((_, runner) =>
      runDueWork(context, (total) => {
        totals[runner] = total;
        const all = totals.reduce(sum);
        tell(`${all.issued} invoices issued, ${rateOf(all)}`, due === 0 ? 1 : all.billed / due);
      }),
    ),
  );
  const all = totals.reduce(sum);
  return { ...all, said: `${all.billed} billed, ${all.issued} invoices issued, ${rateOf(all)}` };
}

function sum(a: DueWork, b: DueWork): DueWork {
  return { billed: a.billed + b.billed, issued: a.issued + b.issued, overdue: a.overdue + b.overdue };
}
