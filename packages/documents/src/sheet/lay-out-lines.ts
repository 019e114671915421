import type { InvoiceDocument, InvoiceDocumentLine, UsageDetailTable } from "../invoice/invoice-document.ts";
import { fill } from "../words/words-of.ts";
import type { SheetRow, SheetSection, SheetTable, TitledTable } from "./document-sheet.ts";
import type { Writing } from "./writing.ts";

/** The lines in their order, neighbours of one group together under its name. */
export function layOutLines(invoice: Pick<InvoiceDocument, "lines" | "currency">, writing: Writing): SheetTable {
  const sections = sectionsOf(invoice.lines).map((lines, index): SheetSection => ({
    title: sectionTitle(lines, index, writing),
    rows: lines.map((line) => layOutLine(line, writing)),
  }));
  return { columns: columns(writing.words.description, invoice.currency, writing), sections };
}

/** The appendix: one section a table, none for an empty one. Nothing when nothing is left. */
export function layOutUsageDetail(invoice: InvoiceDocument, writing: Writing): TitledTable[] {
  const tables = invoice.usageDetail.filter((table) => table.rows.length > 0);
  if (tables.length === 0) return [];
  const sections = tables.map((table) => layOutUsageTable(table, writing));
  return [{ title: null, table: { columns: columns(writing.words.item, invoice.currency, writing), sections } }];
}

function columns(first: string, currency: string, { words }: Writing): SheetTable["columns"] {
  return [first, words.quantity, words.unitPrice, fill(words.amountIn, { currency })];
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

function layOutLine(line: InvoiceDocumentLine, { formats, text, decimal }: Writing): SheetRow {
  const period = line.servicePeriod && text(formats.period.period(line.servicePeriod));
  const small = [period, line.detail === null ? null : text(line.detail)].filter(
    (part) => part !== null && part !== "",
  );
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

function layOutUsageTable(table: UsageDetailTable, { text, decimal }: Writing): SheetSection {
  const written = (value: string | null): string => (value === null ? "" : decimal(value));
  return {
    title: text(table.title),
    rows: table.rows.map((row) => ({
      description: text(row.label),
      small: null,
      cells: [written(row.quantity), written(row.unitPrice), written(row.amount)],
      quiet: false,
      isStep: false,
    })),
  };
}
