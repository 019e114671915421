import type { NumberedTable, OrganizationRow } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";

/** The settings by which an organization writes its invoice numbers. */
export type Numbering = Pick<OrganizationRow, "invoiceNumberFormat" | "invoiceNumberPrefix" | "invoiceNumberRestart">;

const PLACEHOLDER = /\{([^{}]*)\}/g;
const SEQUENCE = /^SEQ(?::(\d{1,2}))?$/;
const LONGEST_SEQUENCE = 18;

/**
 * Writes a number by the organization's format: `{PREFIX}`, `{YYYY}`, `{YY}`, `{MM}`, `{SEQ}` and `{SEQ:5}` (padded).
 * Year and month are those of the day of issue in the organization's zone.
 */
export function invoiceNumber(numbering: Numbering, sequence: bigint, issuedOn: string): string {
  return written(
    numbering,
    issuedOn,
    (text) => text,
    (width) => sequence.toString().padStart(width, "0"),
  );
}

/** The series in which an invoice of this day is counted: one for all time, or one for each year or month (R-INV-3). */
export function seriesOf(
  { invoiceNumberRestart }: Pick<Numbering, "invoiceNumberRestart">,
  issuedOn: string,
  of: NumberedTable = "invoice",
): string {
  switch (invoiceNumberRestart) {
    case "never":
      return of;
    case "yearly":
      return `${of}/${issuedOn.slice(0, "2024".length)}`;
    case "monthly":
      return `${of}/${issuedOn.slice(0, "2024-01".length)}`;
  }
}

/**
 * The numbering of other documents, which have their own format. They restart when invoices do, as far as their format
 * contains year and month.
 */
export function ownNumbering(numbering: Numbering, format: string): Numbering {
  const restart = toldRestart(format, numbering.invoiceNumberRestart);
  return { ...numbering, invoiceNumberFormat: format, invoiceNumberRestart: restart };
}

function toldRestart(format: string, restart: Numbering["invoiceNumberRestart"]): Numbering["invoiceNumberRestart"] {
  if (restart === "never" || !/\{YY(YY)?\}/.test(format)) return "never";
  return restart === "monthly" && format.includes("{MM}") ? "monthly" : "yearly";
}

/** Whether numbers are written or counted differently after a change. */
export function isNumberedDifferently(before: Numbering, after: Numbering): boolean {
  return (
    before.invoiceNumberFormat !== after.invoiceNumberFormat ||
    before.invoiceNumberPrefix !== after.invoiceNumberPrefix ||
    before.invoiceNumberRestart !== after.invoiceNumberRestart
  );
}

/** A regular expression for numbers written on this day. Its first group is the sequence. */
export function numberPattern(numbering: Numbering, issuedOn: string): string {
  return `^${written(numbering, issuedOn, literally, () => `(\\d{1,${LONGEST_SEQUENCE}})`)}$`;
}

/** Every number of a series must be unique, and none may look like one of another year or month. */
export function numberingFaults({ invoiceNumberFormat: format, invoiceNumberRestart: restart }: Numbering): Fault[] {
  const faults: Fault[] = [];
  const refuse = (member: string, code: string, detail: string) => faults.push({ pointer: `/${member}`, code, detail });
  const names = [...format.matchAll(PLACEHOLDER)].map(([, name = ""]) => name);
  const sequences = names.filter((name) => SEQUENCE.test(name));
  const unknown = names.filter((name) => !KNOWN.has(name) && !SEQUENCE.test(name));
  if (unknown.length > 0) {
    const known = "{PREFIX}, {YYYY}, {YY}, {MM}, {SEQ} and {SEQ:5}";
    refuse(
      "invoiceNumberFormat",
      "unknown_placeholder",
      `Unknown placeholder {${unknown.join("}, {")}}. Use ${known}.`,
    );
  }
  if (sequences.length === 0) {
    const detail = "The format must contain {SEQ} or {SEQ:5}. Otherwise numbers would repeat.";
    refuse("invoiceNumberFormat", "no_sequence", detail);
  }
  if (sequences.length > 1)
    refuse("invoiceNumberFormat", "several_sequences", "The format must contain only one {SEQ}.");
  const tooWide = sequences.some((name) => Number(SEQUENCE.exec(name)?.[1] ?? 1) > LONGEST_SEQUENCE);
  if (tooWide)
    refuse("invoiceNumberFormat", "sequence_too_wide", `{SEQ:n} must have at most ${LONGEST_SEQUENCE} digits.`);
  const hasYear = names.includes("YYYY") || names.includes("YY");
  if (restart !== "never" && !hasYear) {
    refuse(
      "invoiceNumberRestart",
      "format_without_year",
      "Restarting the numbers requires {YYYY} or {YY} in the format.",
    );
  }
  if (restart === "monthly" && !names.includes("MM")) {
    refuse(
      "invoiceNumberRestart",
      "format_without_month",
      "Restarting the numbers each month requires {MM} in the format.",
    );
  }
  return faults;
}

const KNOWN: ReadonlySet<string> = new Set(["PREFIX", "YYYY", "YY", "MM"]);

/** The format with its placeholders filled in. The literal text and the values are written by separate functions. */
function written(
  { invoiceNumberFormat, invoiceNumberPrefix }: Numbering,
  day: string,
  literal: (text: string) => string,
  sequence: (width: number) => string,
): string {
  const [year = "", month = ""] = day.split("-");
  const values = new Map([
    ["PREFIX", invoiceNumberPrefix],
    ["YYYY", year],
    ["YY", year.slice(-2)],
    ["MM", month],
  ]);
  // After splitting by placeholders, every second part is a placeholder.
  return invoiceNumberFormat
    .split(/(\{[^{}]*\})/)
    .map((part) => {
      const name = /^\{(.*)\}$/.exec(part)?.[1];
      const counted = name === undefined ? null : SEQUENCE.exec(name);
      if (counted !== null) return sequence(Number(counted[1] ?? 1));
      return literal((name === undefined ? undefined : values.get(name)) ?? part);
    })
    .join("");
}

/** A text as a regular expression that matches only this text. */
function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
