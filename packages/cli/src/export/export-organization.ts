import { openReader, type Reader } from "@counterfoil/http";
import {
  atOneInstant,
  type Context,
  drawMissingDocuments,
  type EventReading,
  readEvents,
  renderCreditNotePdf,
  renderInvoicePdf,
  type Services,
} from "@counterfoil/service";
import { ndjsonWriter } from "../events/write-events.ts";
import { type ExportedFile, writeFileOf } from "./export-file.ts";
import { EXPORTED_LISTS, EXPORTED_SETTINGS, EXPORTED_SUBLISTS, type ExportedList } from "./export-resources.ts";
import { type Item, walkList } from "./walk-list.ts";

export interface ExportRequest {
  /** The folder for the files. */
  readonly folder: string;
  /** Include PDFs of issued invoices and credit notes. */
  readonly documents: boolean;
  readonly onProgress: (file: string, count: number) => void;
  readonly signal: AbortSignal;
}

/**
 * Writes all data of an organization to NDJSON files, as the API shows it. Reads everything as of one instant, a page
 * at a time, while the platform runs.
 */
export async function exportOrganization(context: Context & Services, request: ExportRequest): Promise<ExportedFile[]> {
  const { folder, documents, onProgress, signal } = request;
  const files: ExportedFile[] = [];
  const write = async (file: string, pieces: AsyncIterable<Piece>) => {
    signal.throwIfAborted();
    files.push(
      await writeFileOf(
        folder,
        file,
        told(pieces, (count) => onProgress(file, count), signal),
      ),
    );
  };
  // First, so that the exported hashes match the exported documents.
  const undrawable = documents ? await drawMissingDocuments(context, signal) : new Map<string, string>();
  const drawn: { readonly kind: "invoices" | "credit-notes"; readonly id: string; readonly number: string }[] = [];
  await atOneInstant(context, async (frozen) => {
    const reader = await openReader(frozen);
    try {
      for (const name of EXPORTED_SETTINGS) await write(`${name}.json`, single(reader, `/${name}`));
      for (const list of EXPORTED_LISTS) {
        await write(
          `${list.name}.ndjson`,
          linesOf(reader, list, (item) => keepNumber(drawn, list, item)),
        );
        for (const sublist of EXPORTED_SUBLISTS.filter(({ of }) => of === list.name)) {
          await write(`${sublist.name}.ndjson`, sublines(reader, list, sublist));
        }
      }
      await readEvents(frozen, {}, (reading) => write("events.ndjson", eventLines(reading)));
    } finally {
      await reader.close();
    }
  });
  // Documents issued in between must be stored, which a read-only transaction cannot do. An issued document never
  // changes.
  if (documents) {
    for (const { kind, id, number } of drawn) {
      const cause = undrawable.get(id);
      const file = `documents/${kind}/${fileName(number)}`;
      if (cause === undefined) await write(`${file}.pdf`, pdf(context, kind, id));
      else await write(`${file}.error.txt`, undrawn(cause));
    }
  }
  return files;
}

interface Piece {
  readonly text: string | Buffer;
  readonly count?: number;
}

async function* single(reader: Reader, path: string): AsyncGenerator<Piece> {
  yield { text: `${(await reader.read(path)) ?? "null"}\n` };
}

async function* linesOf(reader: Reader, list: ExportedList, see: (item: Item) => void): AsyncGenerator<Piece> {
  for await (const items of walkList(reader, list)) {
    const lines: string[] = [];
    for (const item of items) {
      see(item);
      lines.push(list.each === undefined ? JSON.stringify(item) : await one(reader, list.each(String(item["id"]))));
    }
    yield { text: `${lines.join("\n")}\n`, count: lines.length };
  }
}

async function one(reader: Reader, path: string): Promise<string> {
  const text = await reader.read(path);
  if (text === null) throw new Error(`${path} is in its list but was not found`);
  return text;
}

async function* sublines(
  reader: Reader,
  owners: ExportedList,
  { path, owner, member, isSingle }: (typeof EXPORTED_SUBLISTS)[number],
): AsyncGenerator<Piece> {
  for await (const items of walkList(reader, owners)) {
    for (const { id } of items) {
      const below = path(String(id));
      const withOwner = (item: Item) => JSON.stringify({ [owner]: id, ...item });
      if (isSingle === true) {
        const text = await reader.read(below);
        if (text !== null) yield { text: `${withOwner(JSON.parse(text) as Item)}\n`, count: 1 };
        continue;
      }
      for await (const found of walkList(reader, { path: below, member, walk: "pages" })) {
        yield { text: found.map((item) => `${withOwner(item)}\n`).join(""), count: found.length };
      }
    }
  }
}

async function* eventLines(reading: EventReading): AsyncGenerator<Piece> {
  for await (const events of reading.events()) {
    yield { text: events.map(ndjsonWriter.write).join(""), count: events.length };
  }
}

async function* told(
  pieces: AsyncIterable<Piece>,
  tell: (count: number) => void,
  signal: AbortSignal,
): AsyncGenerator<Piece> {
  let count = 0;
  for await (const piece of pieces) {
    signal.throwIfAborted();
    tell((count += piece.count ?? 0));
    yield piece;
  }
}

function keepNumber(
  drawn: { kind: "invoices" | "credit-notes"; id: string; number: string }[],
  { name }: ExportedList,
  { id, number }: Item,
): void {
  if ((name !== "invoices" && name !== "credit-notes") || typeof number !== "string") return;
  drawn.push({ kind: name, id: String(id), number });
}

async function* pdf(context: Context, kind: "invoices" | "credit-notes", id: string): AsyncGenerator<Piece> {
  const render = kind === "invoices" ? renderInvoicePdf : renderCreditNotePdf;
  const { bytes } = await render(context, id);
  yield { text: Buffer.from(bytes) };
}

/** The reason why a document cannot be rendered, written in place of the document. */
async function* undrawn(cause: string): AsyncGenerator<Piece> {
  yield { text: `${cause}\n` };
}

/** Numbers use the organization's own format, which may contain a slash. */
function fileName(number: string): string {
  return number.replace(/[^\p{L}\p{N}._-]/gu, "_");
}
