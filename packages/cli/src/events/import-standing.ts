import { rm } from "node:fs/promises";
import { readJson, writePrivateJson } from "../start/private-file.ts";
import { type EventFile, type FileIdentity, isSameFile } from "./event-file.ts";
import type { EventFormat } from "./event-format.ts";
import { lengthOf } from "./rejects-file.ts";

/** The progress of an import. Everything before `offset` is settled: committed, or listed among the rejects. */
export interface ImportStanding {
  readonly format: EventFormat;
  /** The column names; null in NDJSON, and before the first row was read. */
  readonly header: readonly string[] | null;
  /** Bytes of the uncompressed content. */
  readonly offset: number;
  /** The number of the line at `offset`, from 1. */
  readonly line: number;
  readonly ingested: number;
  readonly duplicates: number;
  readonly rejected: number;
  /** The length of the rejects file. Anything that a killed import wrote after it is cut off and written again. */
  readonly rejectsBytes: number;
}

/** The progress file, next to the rejects, from which a later run resumes. */
interface KeptStanding extends ImportStanding {
  readonly version: 1;
  readonly organizationId: string;
  readonly file: FileIdentity;
}

export function newStanding(format: EventFormat): ImportStanding {
  const counts = { ingested: 0, duplicates: 0, rejected: 0, rejectsBytes: 0 };
  return { format, header: null, offset: 0, line: 1, ...counts };
}

/** Replaces the progress file atomically and syncs it to disk: after a crash it has the old or the new progress. */
export async function keepStanding(
  path: string,
  organizationId: string,
  file: FileIdentity,
  standing: ImportStanding,
): Promise<void> {
  await writePrivateJson(path, { version: 1, organizationId, file, ...standing } satisfies KeptStanding);
}

/** The import to resume. */
export interface AskedStanding {
  readonly organizationId: string;
  readonly file: EventFile;
  readonly format: EventFormat | undefined;
  readonly rejectsPath: string;
}

/** Returns the progress of an earlier run, or why it cannot be resumed, as a message. Undefined if there is none. */
export async function findStanding(
  path: string,
  { organizationId, file, format, rejectsPath }: AskedStanding,
): Promise<ImportStanding | { refusal: string } | undefined> {
  const kept = await readJson(path);
  if (!isKept(kept) || file.identity === null) return undefined;
  if (kept.organizationId !== organizationId) return { refusal: "the interrupted import was for another organization" };
  if (!isSameFile(kept.file, file.identity))
    return { refusal: "the file has changed since its import was interrupted" };
  if (format !== undefined && format !== kept.format) return { refusal: "the interrupted import used another format" };
  if ((await lengthOf(rejectsPath)) < kept.rejectsBytes)
    return { refusal: "the file of earlier rejects is missing or shorter than before" };
  return kept;
}

export async function dropStanding(path: string): Promise<void> {
  await rm(path, { force: true });
}

function isKept(value: unknown): value is KeptStanding {
  return typeof value === "object" && value !== null && (value as KeptStanding).version === 1;
}
