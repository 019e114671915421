import type { CsvFile, CsvRow } from "./read-csv.ts";

/** A member of a resource into which a column can go. */
export interface Target {
  readonly value: string;
  readonly name: string;
  readonly isRequired?: boolean;
  /** Other names of a column that are recognized. */
  readonly words?: readonly string[];
}

/** What happens to a column that is not a member. */
export const LEFT_OUT = "";
export const PROPERTY = "property";

/** What the columns of a file can be. */
export interface Columns {
  readonly targets: readonly Target[];
  /** Columns without a member become properties. */
  readonly hasProperties: boolean;
}

/** What an upload creates. */
export interface Kind<Body> extends Columns {
  readonly bodyOf: (row: CsvRow, header: readonly string[], mapping: readonly string[]) => Body;
  /** How many rows one request sends, and how many requests run at once. */
  readonly batch: number;
  readonly atOnce: number;
  readonly send: (bodies: readonly Body[], signal: AbortSignal) => Promise<Outcome>;
}

/** The outcome of a batch. `failed` has the position in the batch. */
export interface Outcome {
  readonly stored: number;
  readonly duplicates: number;
  readonly failed: readonly { readonly index: number; readonly detail: string }[];
}

export interface FailedRow {
  readonly row: CsvRow;
  readonly detail: string;
}

export interface Progress {
  readonly done: number;
  readonly stored: number;
  readonly duplicates: number;
  readonly failed: readonly FailedRow[];
}

/** The targets of columns by their names. Each target is given to one column. */
export function mappingOf(header: readonly string[], { targets, hasProperties }: Columns): readonly string[] {
  const taken = new Set<string>();
  return header.map((name) => {
    const target = targets.find(({ value, name: shown, words = [] }) =>
      [value, shown, ...words].some((one) => plain(one) === plain(name)),
    );
    if (target === undefined || taken.has(target.value)) return hasProperties ? PROPERTY : LEFT_OUT;
    taken.add(target.value);
    return target.value;
  });
}

/** `Unique ID`, `unique_id` and `uniqueId` are the same name. */
function plain(name: string): string {
  return name.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, "");
}

/** The first thing that is wrong with a mapping. Null if the upload can start. */
export function faultOfMapping(mapping: readonly string[], { targets }: Columns): string | null {
  const missing = targets.filter(({ value, isRequired }) => isRequired === true && !mapping.includes(value));
  if (missing.length > 0) return `Choose a column for ${missing.map(({ name }) => name).join(", ")}.`;
  const twice = targets.find(({ value }) => mapping.filter((one) => one === value).length > 1);
  return twice === undefined ? null : `Two columns are ${twice.name}. Choose one of them.`;
}

interface Upload<Body> {
  readonly kind: Kind<Body>;
  readonly file: CsvFile;
  readonly mapping: readonly string[];
  readonly signal: AbortSignal;
  readonly onProgress: (progress: Progress) => void;
}

/** Sends all rows of a file. A row that fails does not affect others. Stops after the requests that run if aborted. */
export async function upload<Body>({ kind, file, mapping, signal, onProgress }: Upload<Body>): Promise<Progress> {
  const whole = file.rows.filter(({ cells }) => cells.length === file.header.length);
  const broken = file.rows.filter(({ cells }) => cells.length !== file.header.length);
  let progress: Progress = {
    done: broken.length,
    stored: 0,
    duplicates: 0,
    failed: broken.map((row) => ({
      row,
      detail: `The row has ${row.cells.length} cells, but the header has ${file.header.length}.`,
    })),
  };
  const batches = whole
    .map((_, index) => index)
    .filter((index) => index % kind.batch === 0)
    .map((index) => whole.slice(index, index + kind.batch))
    .values();
  const work = async () => {
    for (const rows of batches) {
      if (signal.aborted) return;
      const { stored, duplicates, failed } = await kind.send(
        rows.map((row) => kind.bodyOf(row, file.header, mapping)),
        signal,
      );
      progress = {
        done: progress.done + rows.length,
        stored: progress.stored + stored,
        duplicates: progress.duplicates + duplicates,
        failed: [...progress.failed, ...failed.flatMap(({ index, detail }) => failedRow(rows[index], detail))],
      };
      onProgress(progress);
    }
  };
  await Promise.all(Array.from({ length: kind.atOnce }, work));
  return { ...progress, failed: progress.failed.toSorted((left, right) => left.row.line - right.row.line) };
}

function failedRow(row: CsvRow | undefined, detail: string): readonly FailedRow[] {
  return row === undefined ? [] : [{ row, detail }];
}
