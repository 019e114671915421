import type { FileContext, FileField } from "./column.ts";

/** RFC 4180, with the byte order mark that tells spreadsheets the file is UTF-8. */
export function toCsv<Row>(rows: readonly Row[], fields: readonly FileField<Row>[], context: FileContext): string {
  const lines = [
    fields.map(({ name }) => escaped(name)),
    ...rows.map((row) => fields.map(({ text }) => escaped(text(row, context) ?? ""))),
  ];
  return `\uFEFF${lines.map((line) => `${line.join(",")}\r\n`).join("")}`;
}

/** Quotes a text where it must, and prefixes `'` to one that a spreadsheet would run as a formula. Negative amounts stay numbers. */
function escaped(text: string): string {
  const safe = /^[=+@\t\r]|^-(?![\d.]+$)/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
