import type { Margin, MarginItem } from "@counterfoil/service";

const COLUMNS = [
  "key",
  "name",
  "revenue",
  "runningRevenue",
  "cost",
  "margin",
  "marginPercent",
] as const satisfies readonly (keyof MarginItem)[];

/** Characters with which a spreadsheet begins a formula. An amount may begin with a minus. */
const FORMULA = /^[=+@\t\r-](?![\d.]+$)/;

/** The items as CSV (RFC 4180), each with the currency. A text that a spreadsheet would calculate begins with a quote. */
export function marginCsv({ currency, items }: Pick<Margin, "currency" | "items">): string {
  const rows = items.map((item) => [...COLUMNS.map((column) => item[column] ?? ""), currency]);
  return [[...COLUMNS, "currency"], ...rows].map((row) => `${row.map(cell).join(",")}\r\n`).join("");
}

function cell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
