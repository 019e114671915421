import type { JournalPosting } from "@counterfoil/service";

const COLUMNS = [
  "entryId",
  "position",
  "kind",
  "day",
  "recordedAt",
  "accountId",
  "currency",
  "code",
  "amount",
  "objectId",
  "invoiceId",
  "lineId",
] as const satisfies readonly (keyof JournalPosting)[];

/** Postings as CSV (RFC 4180), page by page. None of the columns can contain a comma, a quote or a line break. */
export async function* journalCsv(pages: AsyncIterable<JournalPosting[]>): AsyncGenerator<string> {
  yield `${COLUMNS.join(",")}\r\n`;
  for await (const page of pages) yield page.map(row).join("");
}

function row(posting: JournalPosting): string {
  return `${COLUMNS.map((column) => posting[column] ?? "").join(",")}\r\n`;
}
