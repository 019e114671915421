import { CommandError, type Command, type Invocation } from "../command.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import type { CheckOptions, DoctorCheck } from "../doctor/doctor-check.ts";
import { auditCheck } from "../doctor/audit-check.ts";
import { entitlementsCheck } from "../doctor/entitlements-check.ts";
import { secretsCheck } from "../doctor/secrets-check.ts";
import { usageCheck } from "../doctor/usage-check.ts";
import { chooseOrganizations, organizationsOption } from "../platform/choose-organization.ts";
import { dataOption, onDatabase, WHICH_DATABASE } from "../platform/command-database.ts";
import { commandContext, type Ports } from "../platform/ports.ts";
import { showSteps } from "../terminal/steps.ts";
import { styleFor } from "../terminal/style.ts";

/** Differences that are printed; the others are only counted. */
const SHOWN = 20;

const checks: Readonly<Record<string, DoctorCheck>> = {
  usage: usageCheck,
  entitlements: entitlementsCheck,
  secrets: secretsCheck,
  audit: auditCheck,
};

export const doctor: Command = {
  description: [
    "Holds what is stored twice against each other, while the platform runs. Ends with 1 when something differs.",
    "--usage: the totals from which usage is read against the raw events.",
    "--entitlements: what accounts are granted against their contracts.",
    "--secrets: what is sealed against COUNTERFOIL_SECRET and the keys before it.",
    "--audit: the audit log against its seals, which show what was changed, removed or added behind the platform's back.",
    WHICH_DATABASE,
  ].join("\n"),
  options: {
    usage: { type: "boolean", help: "check the totals of usage" },
    entitlements: { type: "boolean", help: "check what accounts are granted" },
    secrets: { type: "boolean", help: "check that what is sealed opens, under the newest key" },
    audit: { type: "boolean", help: "check the audit log" },
    noted: { type: "string", value: "NUMBER:HASH", help: "with --audit and --organization: a last seal noted before" },
    repair: { type: "boolean", help: "make anew what differs" },
    organization: organizationsOption,
    ...dataOption,
  },
  async run(invocation) {
    const chosen = chosenChecks(invocation);
    const only = invocation.text("organization");
    const repairs = invocation.flag("repair");
    const noted = invocation.text("noted");
    if (noted !== undefined && (only === undefined || !invocation.flag("audit"))) {
      throw new CommandError("--noted goes with --audit and --organization: a seal is of one log.", 2);
    }
    const configuration = readConfiguration(invocation, process.env);
    const differences = await onDatabase(configuration, async (ports, ownerUrl) => {
      const ids = (await chooseOrganizations(ownerUrl, only)).map(({ id }) => id);
      if (noted !== undefined && ids.length > 1) throw new CommandError(`"${only}" is the name of several.`, 2);
      let count = 0;
      for (const check of chosen) count += await runCheck(check, ports, ids, { repairs, noted });
      return count;
    });
    return differences === 0 || repairs ? 0 : 1;
  },
};

function chosenChecks(invocation: Invocation): DoctorCheck[] {
  const chosen = Object.entries(checks).flatMap(([name, check]) => (invocation.flag(name) ? [check] : []));
  if (chosen.length > 0) return chosen;
  const names = Object.keys(checks).map((name) => `--${name}`);
  throw new CommandError(`Say what to check: ${names.join(", ")}.`, 2);
}

/** Runs one check on these organizations and prints what it found; answers how many differences there were. */
async function runCheck(
  check: DoctorCheck,
  ports: Ports,
  ids: readonly string[],
  options: Pick<CheckOptions, "repairs" | "noted">,
): Promise<number> {
  const steps = showSteps(process.stderr, styleFor(process.stderr, process.env));
  const differences: string[] = [];
  for (const organizationId of ids) {
    const context = commandContext(ports, organizationId, "doctor");
    const found = await steps.run(organizationId, ({ tell }) =>
      check.run(context, { ...options, onProgress: (share) => tell(`${Math.round(share * 100)} %`, share) }),
    );
    differences.push(...found.differences);
  }
  for (const difference of differences.slice(0, SHOWN)) console.log(difference);
  if (differences.length > SHOWN) console.log(`And ${differences.length - SHOWN} more.`);
  const { length } = differences;
  console.log(length === 0 ? check.sound : options.repairs ? check.repaired(length) : check.differ(length));
  return length;
}
