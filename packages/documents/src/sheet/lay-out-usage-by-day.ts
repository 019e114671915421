import type { InvoiceDocument, UsageByDayTable } from "../invoice/invoice-document.ts";
import { fill } from "../words/words-of.ts";
import type { SheetRow, SheetSection, TitledTable } from "./document-sheet.ts";
import type { Writing } from "./writing.ts";

/** The appendix with the usage of each day: a section for each line, so that its title repeats on the next page. */
export function layOutUsageByDay({ usageByDay = [] }: InvoiceDocument, writing: Writing): TitledTable[] {
  if (usageByDay.length === 0) return [];
  const { words } = writing;
  const sections = usageByDay.map((table) => layOutDays(table, writing));
  return [{ title: null, table: { columns: [words.day, words.quantity], sections } }];
}

function layOutDays({ title, period, days, daysLeftOut, measured }: UsageByDayTable, writing: Writing): SheetSection {
  const { words, formats, text, decimal } = writing;
  const left = fill(words.daysNotListed, { count: decimal(String(daysLeftOut)) });
  const rows = days.map((day): SheetRow => {
    const small = day.group === null ? null : text(day.group);
    return { ...row(text(formats.period.date(day.date)), decimal(day.quantity)), small };
  });
  return {
    title: `${text(title)} · ${text(formats.period.period(period))}`,
    rows: [
      ...rows,
      ...(daysLeftOut === 0 ? [] : [{ ...row(left, ""), quiet: true }]),
      { ...row(words.measuredOverPeriod, decimal(measured)), isSum: true },
    ],
  };
}

function row(description: string, cell: string): SheetRow {
  return { description, small: null, cells: [cell], quiet: false, isStep: false };
}
