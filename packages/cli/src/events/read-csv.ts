import { parse } from "csv-parse/sync";
import type { CsvColumn } from "./csv-columns.ts";
import type { FileLine } from "./file-line.ts";
import { type ReadLine, readEvent, readText, unread, type UnreadLine } from "./read-event.ts";

/** Whether a cell was quoted decides how its value is parsed: see `propertyJson`. */
interface Cell {
  readonly text: string;
  readonly isQuoted: boolean;
}

/** Reads rows as events. An invalid row does not affect others. */
export function readCsv(rows: readonly FileLine[], columns: readonly CsvColumn[]): ReadLine[] {
  const texts = rows.map(readText);
  const cells = cellsOf(texts.filter((text) => typeof text === "string")).values();
  return rows.map(({ number }, index) => {
    const text = texts[index] ?? "";
    if (typeof text !== "string") return text;
    const row = cells.next().value ?? { detail: "" };
    if ("detail" in row) return unread(number, text, "malformed_csv", row.detail);
    return readRow(number, text, row, columns);
  });
}

/** The names in the header. */
export function readHeader(row: FileLine): string[] | UnreadLine {
  const text = readText(row);
  if (typeof text !== "string") return text;
  const [cells = { detail: "" }] = cellsOf([text]);
  if ("detail" in cells) return unread(row.number, text, "malformed_csv", cells.detail);
  return cells.map((cell) => cell.text);
}

/**
 * The cells of each row, or what is wrong with it. Parses all rows together, and one by one only if a row is invalid.
 */
function cellsOf(rows: readonly string[]): (Cell[] | { detail: string })[] {
  try {
    const parsed = parseRows(rows.join("\n"));
    if (parsed.length === rows.length) return parsed;
  } catch (error) {
    if (rows.length === 1) return [{ detail: `The row is not valid CSV. ${reasonOf(error)}` }];
  }
  if (rows.length === 1) return [{ detail: "The row is not valid CSV. It contains a line break." }];
  return rows.flatMap((row) => cellsOf([row]));
}

function parseRows(text: string): Cell[][] {
  return parse(text, {
    relax_column_count: true,
    record_delimiter: ["\r\n", "\n"],
    cast: (cell: string, { quoting }: { quoting: boolean }): Cell => ({ text: cell, isQuoted: quoting }),
  }) as unknown as Cell[][];
}

/** csv-parse counts lines of its own input, not of the file, so the line is left out. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message.replace(/ (?:at|on) line \d+/, "") : String(error);
}

function readRow(number: number, text: string, cells: readonly Cell[], columns: readonly CsvColumn[]): ReadLine {
  if (cells.length !== columns.length) {
    const detail = `The row has ${cells.length} cells, but the header has ${columns.length}.`;
    return unread(number, text, "wrong_cell_count", detail);
  }
  const members: string[] = [];
  const properties: string[] = [];
  const cost: string[] = [];
  columns.forEach(({ kind, name }, index) => {
    const cell = cells[index];
    // An empty cell omits the property; an empty string is written "".
    if (cell === undefined || (cell.text === "" && !cell.isQuoted)) return;
    if (kind === "member") members.push(`${JSON.stringify(name)}:${JSON.stringify(cell.text)}`);
    else if (kind === "cost") cost.push(`${JSON.stringify(name)}:${JSON.stringify(cell.text)}`);
    else properties.push(`${JSON.stringify(name)}:${propertyJson(cell)}`);
  });
  if (cost.length > 0) members.push(`"cost":{${cost.join()}}`);
  return readEvent(number, `{${[...members, `"properties":{${properties.join()}}`].join()}}`);
}

/**
 * A plain decimal number is a number, with all its digits. `007`, `1,5`, `1e5` and everything in quotes are strings.
 */
function propertyJson({ text, isQuoted }: Cell): string {
  return !isQuoted && isNumberOrBoolean(text) ? text : JSON.stringify(text);
}

/** True if a cell must be quoted to be read as a string. */
export function isNumberOrBoolean(text: string): boolean {
  return /^(?:-?(?:0|[1-9]\d*)(?:\.\d+)?|true|false)$/.test(text);
}
