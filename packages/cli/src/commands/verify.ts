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
    "Computes every issued invoice again, from the raw events and from what was frozen when it was billed, while the platform",
    "runs: each line with its arithmetic, subtotals, totals, account credit, and numbers without a gap. Compares each stored",
    "document with its hash. Prints each difference with its invoice, its line, what is in the books and what comes out. Ends",
    "with 1 when there is any.",
    WHICH_DATABASE,
  ].join("\n"),
  options: {
    organization: organizationsOption,
    from: { type: "string", value: "DATE", help: "invoices issued from then on: a date of UTC, or an instant" },
    to: { type: "string", value: "DATE", help: "invoices issued before then" },
    json: { type: "boolean", help: "print a line of JSON for each difference, and a last one with the totals" },
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
    // What is issued meanwhile is proved as well.
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
  return `${place} ${difference.member}\n  in the books: ${difference.billed}\n  comes out as: ${difference.computed}`;
}

function verdict(books: VerifiedBooks): string {
  const { invoices, lines, linesWithoutEvents, documents, documentsRedrawn, differences } = books;
  const without = `${linesWithoutEvents} lines were computed from the usage that they state: their events are kept no longer.`;
  const redrawn = `${documentsRedrawn} documents were drawn again: an earlier release kept their hash only, and drew other bytes.`;
  const rest = [
    ...(linesWithoutEvents === 0 ? [] : [`\n${without}`]),
    ...(documentsRedrawn === 0 ? [] : [`\n${redrawn}`]),
  ].join("");
  const what = `${invoices} invoices with ${lines} lines`;
  if (differences > 0) {
    const stored = documents === 0 ? "" : ` and ${documents} stored documents`;
    return `${differences} differences in ${what}${stored}.${rest}`;
  }
  const stored = documents === 0 ? "" : ` ${documents} stored documents have the bytes that were first handed out.`;
  return `The books prove themselves: ${what} come out as they were billed.${stored}${rest}`;
}

function instantOption(invocation: Invocation, name: string): string | null {
  const text = invocation.text(name);
  if (text === undefined) return null;
  try {
    return toInstantText(text, "UTC");
  } catch (cause) {
    throw new CommandError(`--${name} is a date such as 2026-01-31, or an instant; not "${text}".`, 2, { cause });
  }
}
