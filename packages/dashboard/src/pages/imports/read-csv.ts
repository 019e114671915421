/** A row of a file, with the number of the line on which it begins. The header is line 1. */
export interface CsvRow {
  readonly line: number;
  readonly cells: readonly CsvCell[];
}

export interface CsvCell {
  readonly text: string;
  /** A quoted `"007"` stays text. An empty quoted cell is an empty string, not a missing value. */
  readonly isQuoted: boolean;
}

export interface CsvFile {
  readonly header: readonly string[];
  readonly rows: readonly CsvRow[];
}

/** Reads RFC 4180, with commas, semicolons or tabs between cells, whichever the header has most. */
export function readCsv(file: string): CsvFile {
  const text = file.replace(/^\uFEFF/, "");
  const all = rowsOf(text, separatorOf(text)).filter(({ cells }) =>
    cells.some((cell) => cell.text !== "" || cell.isQuoted),
  );
  const [header, ...rows] = all;
  return { header: header?.cells.map((cell) => cell.text.trim()) ?? [], rows };
}

function separatorOf(text: string): string {
  const [first = ""] = text.split(/\r?\n/, 1);
  const countOf = (separator: string) => first.split(separator).length;
  return [",", ";", "\t"].reduce((best, one) => (countOf(one) > countOf(best) ? one : best));
}

function rowsOf(text: string, separator: string): CsvRow[] {
  // One cell: quoted, with doubled quotes inside, or up to the next separator. Then what ends it.
  const pattern = new RegExp(`(?:"((?:[^"]|"")*)"|((?!")[^${separator}\\r\\n]*))(${separator}|\\r\\n|\\n|\\r|$)`, "gy");
  const rows: CsvRow[] = [];
  let line = 1;
  let begin = 1;
  let cells: CsvCell[] = [];
  while (pattern.lastIndex < text.length || cells.length > 0) {
    const at = pattern.lastIndex;
    const found = pattern.exec(text);
    if (found === null) throw new Error(`Line ${line} is not valid CSV: a quoted cell must end with a quotation mark.`);
    const [whole, quoted, plain = "", end] = found;
    cells.push({ text: quoted?.replaceAll('""', '"') ?? plain, isQuoted: quoted !== undefined });
    line += whole.split(/\r\n|\n|\r/).length - 1;
    const isAtEnd = end !== separator;
    if (isAtEnd) {
      rows.push({ line: begin, cells });
      cells = [];
      begin = line;
    }
    if (at >= text.length && isAtEnd) break;
  }
  return rows;
}
