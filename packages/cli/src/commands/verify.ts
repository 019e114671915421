import {
  type BookDifference,
  NOTHING_VERIFIED,
  toInstantText,
  type VerifiedBooks,
  verifyBooks,
} from "@counterfoil/service";
import { CommandError, type Command, type Invocation } from "../command.ts";
import { readConfiguration } from "../configuration/configuration.ts";
import { chooseOrganizations, organizationsOption } from "../platform/choose-organization.ts";
import { dataOption, onDatabase, WHICH_DATABASE } from "../platform/command-database.ts";
import { commandContext, type Ports } from "../platform/ports.ts";
import { showSteps, type StepProgress } from "../terminal/steps.ts";
import { styleFor } from "../terminal/style.ts";

export const verify: Command = {
  description: [
    "Recomputes each invoice from the raw events and from the terms frozen when it was billed: the lines with their",
    "arithmetic, subtotals, totals, account credit, and numbers without gaps. Compares each stored document with its",
    "hash. Prints each difference with its invoice, line, stored value and computed value, and exits with 1 if there",
    "is any. The platform can keep running.",
    WHICH_DATABASE,
  ].join("\n"),
  example: "verify --organization Acme --from 2026-01-01 --to 2026-02-01",
  options: {
    organization: organizationsOption,
    from: { type: "string", value: "DATE", help: "Only invoices issued at or after this UTC date or instant" },
    to: { type: "string", value: "DATE", help: "Only invoices issued before this UTC date or instant" },
    json: { type: "boolean", help: "Print a JSON line for each difference, and a last one with the totals" },
    ...dataOption,
  },
  async run(invocation) {
    const range = { from: instantOption(invocation, "from"), to: instantOption(invocation, "to") };
    const only = invocation.text("organization");
    const isJson = invocation.flag("json");
    const began = performance.now();
    const total = await onDatabase(readConfiguration(invocation, process.env), async (ports, ownerUrl) => {
      const chosen = await chooseOrganizations(ownerUrl, only);
      const steps = showSteps(process.stderr, styleFor(process.stderr, process.env));
      let sum = NOTHING_VERIFIED;
      for (const { id } of chosen) {
        const show = (difference: BookDifference) =>
          console.log(isJson ? JSON.stringify({ organizationId: id, ...difference }) : toText(id, difference));
        sum = plus(
          sum,
          await steps.run(id, (progress) =>
            verifyOne(ports, { organizationId: id, range, onDifference: show, progress }),
          ),
        );
      }
      return sum;
    });
    const seconds = (performance.now() - began) / 1_000;
    console.log(isJson ? JSON.stringify({ ...total, seconds: Number(seconds.toFixed(3)) }) : verdict(total));
    return total.differences === 0 ? 0 : 1;
  },
};

interface Verification {
  readonly organizationId: string;
  readonly range: { from: string | null; to: string | null };
  readonly onDifference: (difference: BookDifference) => void;
  readonly progress: StepProgress;
}

async function verifyOne(
  ports: Ports,
  { organizationId, range, onDifference, progress: { tell } }: Verification,
): Promise<VerifiedBooks & { said: string }> {
  const began = performance.now();
  const rate = (invoices: number) => `${Math.round((invoices / (performance.now() - began)) * 1_000)}/s`;
  const done = await verifyBooks(commandContext(ports, organizationId, "verify"), {
    ...range,
    onDifference,
    // Invoices issued during the run are verified too, so the count can exceed `all`.
    onProgress: ({ invoices }, all) =>
      tell(`${invoices} of ${all} invoices, ${rate(invoices)}`, Math.min(1, invoices / Math.max(1, all))),
  });
  const { invoices, lines, differences } = done;
  return { ...done, said: `${invoices} invoices, ${lines} lines, ${differences} differences, ${rate(invoices)}` };
}

function plus(a: VerifiedBooks, b: VerifiedBooks): VerifiedBooks {
  return {
    invoices: a.invoices + b.invoices,
    lines: a.lines + b.lines,
    linesWithoutEvents: a.linesWithoutEvents + b.linesWithoutEvents,
    documents: a.documents + b.documents,
    documentsRedrawn: a.documentsRedrawn + b.documentsRedrawn,
    differences: a.differences + b.differences,
  };
}

function toText(organizationId: string, { invoiceId, invoiceNumber, lineId, ...difference }: BookDifference): string {
  const place = [invoiceNumber ?? invoiceId ?? organizationId, lineId].filter((part) => part !== null).join(" ");
  return `${place} ${difference.member}\n  stored:   ${difference.billed}\n  computed: ${difference.computed}`;
}

function verdict(books: VerifiedBooks): string {
  const { invoices, lines, linesWithoutEvents, documents, documentsRedrawn, differences } = books;
  const without = `${linesWithoutEvents} lines were computed from the usage that they state, because their events were dropped.`;
  const redrawn = `${documentsRedrawn} documents were rendered again: an earlier release stored only their hash, and rendered other bytes.`;
  const rest = [
    ...(linesWithoutEvents === 0 ? [] : [`\n${without}`]),
    ...(documentsRedrawn === 0 ? [] : [`\n${redrawn}`]),
  ].join("");
  const what = `${invoices} invoices with ${lines} lines`;
  if (differences > 0) {
    const stored = documents === 0 ? "" : ` and ${documents} stored documents`;
    return `${differences} differences in ${what}${stored}.${rest}`;
  }
  const stored = documents === 0 ? "" : ` ${documents} stored documents match their hashes.`;
  return `No differences: ${what} match their recomputed values.${stored}${rest}`;
}

function instantOption(invocation: Invocation, name: string): string | null {
  const text = invocation.text(name);
  if (text === undefined) return null;
  try {
    return toInstantText(text, "UTC");
  } catch (cause) {
    throw new CommandError(`--${name} is "${text}"; expected a date such as 2026-01-31, or an instant.`, 2, { cause });
  }
}
