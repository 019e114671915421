import type { Column } from "./column.ts";

/** RFC 4180, with the byte order mark by which spreadsheets know UTF-8. */
export function toCsv<Row>(rows: readonly Row[], columns: readonly Column<Row>[]): string {
  const written = columns.flatMap(({ name, text }) => (text === undefined ? [] : [{ name, text }]));
  const lines = [
    written.map(({ name }) => field(name)),
    ...rows.map((row) => written.map(({ text }) => field(text(row) ?? ""))),
  ];
  return `\uFEFF${lines.map((line) => `${line.join(",")}\r\n`).join("")}`;
}

/** A text that a spreadsheet would take for a formula is written so that it does not; an amount below zero stays a number. */
function field(text: string): string {
  const safe = /^[=+@\t\r]|^-(?![\d.]+$)/.test(text) ? `'${text}` : text;
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}
