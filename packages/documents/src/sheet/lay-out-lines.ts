import type {
  InvoiceDocument,
  InvoiceDocumentLine,
  PrintedConversion,
  UsageDetailTable,
} from "../invoice/invoice-document.ts";
import { fill } from "../words/words-of.ts";
import type { SheetRow, SheetSection, SheetTable, TitledTable } from "./document-sheet.ts";
import type { Writing } from "./writing.ts";

/** The lines in their order, neighbours of one group together under its name. */
export function layOutLines(
  { lines: all, currency, taxes }: Pick<InvoiceDocument, "lines" | "currency" | "taxes">,
  writing: Writing,
): SheetTable {
  const { words } = writing;
  const areGross = taxes.length > 0 && taxes.every(({ inclusive }) => inclusive === true);
  const sections = sectionsOf(all).map((lines, index): SheetSection => ({
    title: sectionTitle(lines, index, writing),
    // Under a heading that says so of all amounts, no line says it again.
    rows: lines.map((line) =>
      layOutLine({ ...line, includesTax: line.includesTax === true && !areGross }, currency, writing),
    ),
  }));
  const amount = areGross ? words.amountInclTaxIn : words.amountIn;
  return { columns: columns(words.description, fill(amount, { currency }), writing), sections };
}

/** The appendix: one section a table, none for an empty one. What is priced in another currency is a table of its own. */
export function layOutUsageDetail(invoice: InvoiceDocument, writing: Writing): TitledTable[] {
  const { words } = writing;
  const tables = invoice.usageDetail.filter((table) => table.rows.length > 0);
  const byCurrency = Map.groupBy(tables, ({ conversion }) => conversion?.currency ?? invoice.currency);
  return [...byCurrency].map(([currency, of]) => {
    const sections = of.map((table) => layOutUsageTable(table, invoice.currency, writing));
    return {
      title: null,
      table: { columns: columns(words.item, fill(words.amountIn, { currency }), writing), sections },
    };
  });
}

function columns(first: string, amount: string, { words }: Writing): SheetTable["columns"] {
  return [first, words.quantity, words.unitPrice, amount];
}

/** "99.00 USD · 1 USD = 0.92 EUR (28 Mar 2024)": what a price was, at which rate of which day it was converted. */
function conversionTexts(conversion: PrintedConversion | null | undefined, into: string, writing: Writing): string[] {
  if (conversion === null || conversion === undefined) return [];
  const { text, formats } = writing;
  const { currency, unitPrice, rate, date } = conversion;
  const written = (decimal: string, of: string) => `${formats.number.decimal(decimal)} ${of}`;
  const day = date === null ? "" : ` (${formats.period.date(date)})`;
  const price = unitPrice === null ? [] : [text(written(unitPrice, currency))];
  return [...price, text(`${written("1", currency)} = ${written(rate, into)}${day}`)];
}

function sectionsOf(lines: readonly InvoiceDocumentLine[]): InvoiceDocumentLine[][] {
  const sections: InvoiceDocumentLine[][] = [];
  for (const line of lines) {
    const section = sections.at(-1);
    if (section !== undefined && section[0]?.group === line.group) section.push(line);
    else sections.push([line]);
  }
  return sections;
}

/** Lines without a group need a title only after a group, whose name would otherwise seem to go on. */
function sectionTitle(lines: readonly InvoiceDocumentLine[], index: number, { words, text }: Writing): string | null {
  const group = lines[0]?.group ?? null;
  if (group !== null) return text(group);
  if (index === 0) return null;
  return lines.every((line) => line.kind === "adjustment") ? words.adjustments : words.otherItems;
}

function layOutLine(line: InvoiceDocumentLine, currency: string, writing: Writing): SheetRow {
  const { words, formats, text, decimal } = writing;
  const period = line.servicePeriod && text(formats.period.period(line.servicePeriod));
  const small = [
    period,
    line.detail === null ? null : text(line.detail),
    ...conversionTexts(line.conversion, currency, writing),
    line.includesTax === true ? words.inclTax : null,
  ].filter((part) => part !== null && part !== "");
  return {
    description: text(line.description),
    small: small.length === 0 ? null : small.join(" · "),
    cells: [
      line.quantity === null ? "" : decimal(line.quantity),
      line.unitPrice === null ? "" : decimal(line.unitPrice),
      decimal(line.amount),
    ],
    quiet: line.kind === "adjustment",
    isStep: false,
  };
}

function layOutUsageTable(table: UsageDetailTable, currency: string, writing: Writing): SheetSection {
  const { text, decimal } = writing;
  const written = (value: string | null): string => (value === null ? "" : decimal(value));
  return {
    title: [text(table.title), ...conversionTexts(table.conversion, currency, writing)].join(" · "),
    rows: table.rows.map((row) => ({
      description: text(row.label),
      small: null,
      cells: [written(row.quantity), written(row.unitPrice), written(row.amount)],
      quiet: false,
      isStep: false,
    })),
  };
}
