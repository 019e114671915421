import { CommandError, type Command, type Invocation } from "../command.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import type { CheckOptions, DoctorCheck } from "../doctor/doctor-check.ts";
import { auditCheck } from "../doctor/audit-check.ts";
import { checkInstallation } from "../doctor/installation/check-installation.ts";
import { entitlementsCheck } from "../doctor/entitlements-check.ts";
import { secretsCheck } from "../doctor/secrets-check.ts";
import { usageCheck } from "../doctor/usage-check.ts";
import { chooseOrganizations, organizationsOption } from "../platform/choose-organization.ts";
import { dataOption, onDatabase, WHICH_DATABASE } from "../platform/command-database.ts";
import { commandContext, type Ports } from "../platform/ports.ts";
import { showSteps } from "../terminal/steps.ts";
import { styleFor } from "../terminal/style.ts";

/** The number of differences to print. The rest are only counted. */
const SHOWN = 20;

const checks: Readonly<Record<string, DoctorCheck>> = {
  usage: usageCheck,
  entitlements: entitlementsCheck,
  secrets: secretsCheck,
  audit: auditCheck,
};

export const doctor: Command = {
  description: [
    "Exits with 1 if something differs or is at fault. The platform can keep running. Choose at least one check.",
    WHICH_DATABASE,
  ].join("\n"),
  example: "doctor --usage --entitlements --audit",
  options: {
    installation: {
      type: "boolean",
      help: "Check PostgreSQL, its clock, migrations, backups, webhooks, the secret, the disk and mail; works alone",
    },
    json: { type: "boolean", help: "With --installation, print {findings: [{check, status, found, remedy}]}" },
    usage: { type: "boolean", help: "Check usage totals against the raw events" },
    entitlements: { type: "boolean", help: "Check what each account is granted against its contracts" },
    secrets: {
      type: "boolean",
      help: "Check that every secret decrypts with COUNTERFOIL_SECRET or an older key, and uses the newest",
    },
    audit: {
      type: "boolean",
      help: "Check the audit log against its seals, for entries changed, removed or added outside Counterfoil",
    },
    noted: {
      type: "string",
      value: "NUMBER:HASH",
      help: "Compare with a seal that you noted; requires --audit and --organization",
    },
    repair: { type: "boolean", help: "Fix what differs; not for --audit" },
    organization: organizationsOption,
    ...dataOption,
  },
  async run(invocation) {
    if (invocation.flag("installation")) {
      if (Object.keys(checks).some((name) => invocation.flag(name)) || invocation.flag("repair")) {
        throw new CommandError("--installation works alone. Run the other checks in a second command.", 2);
      }
      const faults = await checkInstallation(readConfiguration(invocation, process.env), invocation.flag("json"));
      return faults === 0 ? 0 : 1;
    }
    const chosen = chosenChecks(invocation);
    const only = invocation.text("organization");
    const repairs = invocation.flag("repair");
    const noted = invocation.text("noted");
    if (noted !== undefined && (only === undefined || !invocation.flag("audit"))) {
      throw new CommandError(
        "--noted requires --audit and --organization: each organization has its own audit log.",
        2,
      );
    }
    const configuration = readConfiguration(invocation, process.env);
    const differences = await onDatabase(configuration, async (ports, ownerUrl) => {
      const ids = (await chooseOrganizations(ownerUrl, only)).map(({ id }) => id);
      if (noted !== undefined && ids.length > 1)
        throw new CommandError(`Several organizations are named "${only}". Use the ID instead.`, 2);
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
  const names = ["installation", ...Object.keys(checks)].map((name) => `--${name}`);
  throw new CommandError(`Choose at least one check: ${names.join(", ")}.`, 2);
}

/** Runs one check on these organizations, prints the differences, and returns how many there were. */
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
