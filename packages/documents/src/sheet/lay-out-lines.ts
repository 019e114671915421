import type {
  InvoiceDocument,
  InvoiceDocumentLine,
  PrintedConversion,
  UsageDetailRow,
  UsageDetailTable,
} from "../invoice/invoice-document.ts";
import { fill } from "../words/words-of.ts";
import type { SheetRow, SheetSection, SheetTable, TitledTable } from "./document-sheet.ts";
import type { Writing } from "./writing.ts";

/** The members that lines are printed from. */
type LinesOf = Pick<InvoiceDocument, "lines" | "currency" | "taxes">;

/**
 * The lines in their order; consecutive lines of a group are under its name. Units and tax rates have a column if any
 * line has one. `amounts` omits quantities and prices, because a credit note gives back amounts.
 */
export function layOutLines(document: LinesOf, writing: Writing, which: "all" | "amounts" = "all"): SheetTable {
  const { lines: all, currency, taxes } = document;
  const areGross = taxes.length > 0 && taxes.every(({ inclusive }) => inclusive === true);
  const columns = [
    ...(which === "all" ? quantityColumns(document, writing) : []),
    ...taxColumn(document, writing),
    amountColumn(currency, areGross, writing),
  ];
  const sections = sectionsOf(all).map((lines, index): SheetSection => ({
    title: sectionTitle(lines, index, writing),
    rows: lines.flatMap((line) => [
      {
        // If the heading says that all amounts include tax, the lines do not repeat it.
        ...layOutLine({ ...line, includesTax: line.includesTax === true && !areGross }, currency, writing),
        cells: columns.map(({ cell }) => cell(line)),
      },
      ...(which === "all" ? (line.steps ?? []).map((step) => layOutStep(step, columns, writing)) : []),
    ]),
  }));
  const unitColumn = columns.findIndex(({ isUnit }) => isUnit === true);
  return {
    columns: [writing.words.description, ...columns.map(({ heading }) => heading)],
    unitColumn: unitColumn === -1 ? null : unitColumn + 1,
    sections,
  };
}

/** A column after the description. */
interface LineColumn {
  readonly heading: string;
  readonly cell: (line: InvoiceDocumentLine) => string;
  /** The cell of a step below a line; empty if undefined. */
  readonly stepCell?: (step: UsageDetailRow) => string;
  readonly isUnit?: boolean;
}

function quantityColumns({ lines }: LinesOf, { words, text, decimal }: Writing): LineColumn[] {
  const figure = (value: string | null): string => (value === null ? "" : decimal(value));
  const hasUnits = lines.some(({ unit = null, quantity }) => unit !== null && quantity !== null);
  const unit = ({ unit = null, quantity }: InvoiceDocumentLine): string =>
    unit === null || quantity === null ? "" : text(unit);
  return [
    { heading: words.quantity, cell: ({ quantity }) => figure(quantity), stepCell: ({ quantity }) => figure(quantity) },
    ...(hasUnits ? [{ heading: words.unit, cell: unit, isUnit: true }] : []),
    {
      heading: words.unitPrice,
      cell: ({ unitPrice }) => figure(unitPrice),
      stepCell: ({ unitPrice }) => figure(unitPrice),
    },
  ];
}

/** Longer tax names are only in the tax summary, because they would make the narrow column of rates wide. */
const LONGEST_HEADING = 10;

/** Without any rate, a name such as "Export" would not explain the column, so the heading is "Tax". */
function taxHeading({ taxes }: LinesOf, { words, text }: Writing): string {
  const names = new Set(taxes.map(({ name }) => name));
  const [name = ""] = names;
  const isCharged = taxes.some(({ rate }) => rate !== null);
  return isCharged && names.size === 1 && name.length <= LONGEST_HEADING ? text(name) : words.tax;
}

/**
 * "19%", "5% + 9.975%" for a line with two taxes, "19% / 7%" if different taxes apply to parts of it, "–" if no rate is
 * charged.
 */
function taxColumn(document: LinesOf, writing: Writing): LineColumn[] {
  if (!document.lines.some(({ taxRates = [] }) => taxRates.length > 0)) return [];
  const { text, formats } = writing;
  const percent = (rate: string | null): string => (rate === null ? "–" : formats.number.percent(rate));
  const cell = ({ taxRates = [] }: InvoiceDocumentLine): string =>
    text([...new Set(taxRates.map((part) => part.map(percent).join(" + ")))].join(" / "));
  return [{ heading: taxHeading(document, writing), cell }];
}

function amountColumn(currency: string, areGross: boolean, { words, decimal }: Writing): LineColumn {
  const heading = fill(areGross ? words.amountInclTaxIn : words.amountIn, { currency });
  return {
    heading,
    cell: ({ amount }) => decimal(amount),
    stepCell: ({ amount }) => (amount === null ? "" : decimal(amount)),
  };
}

/** A tier, fee or package below its line, in a lighter style: the line has the sum. */
function layOutStep(step: UsageDetailRow, columns: readonly LineColumn[], { text }: Writing): SheetRow {
  return {
    description: text(step.label),
    small: null,
    cells: columns.map(({ stepCell }) => stepCell?.(step) ?? ""),
    quiet: true,
    isStep: true,
  };
}

/** The appendix: one section per table, none for an empty table. Each currency has a separate table. */
export function layOutUsageDetail(invoice: InvoiceDocument, writing: Writing): TitledTable[] {
  const { words } = writing;
  const tables = invoice.usageDetail.filter((table) => table.rows.length > 0);
  const byCurrency = Map.groupBy(tables, ({ conversion }) => conversion?.currency ?? invoice.currency);
  return [...byCurrency].map(([currency, of]) => {
    const sections = of.map((table) => layOutUsageTable(table, invoice.currency, writing));
    return {
      title: null,
      table: {
        columns: [words.item, words.quantity, words.unitPrice, fill(words.amountIn, { currency })],
        sections,
      },
    };
  });
}

/** The original price and its conversion: "99.00 USD · 1 USD = 0.92 EUR (28 Mar 2024)". */
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

/** Lines without a group need a title only after a group. Otherwise they would seem to belong to it. */
function sectionTitle(lines: readonly InvoiceDocumentLine[], index: number, { words, text }: Writing): string | null {
  const group = lines[0]?.group ?? null;
  if (group !== null) return text(group);
  if (index === 0) return null;
  return lines.every((line) => line.kind === "adjustment") ? words.adjustments : words.otherItems;
}

function layOutLine(line: InvoiceDocumentLine, currency: string, writing: Writing): Omit<SheetRow, "cells"> {
  const { words, formats, text } = writing;
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
