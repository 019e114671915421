import { rm } from "node:fs/promises";
import { readJson, writePrivateJson } from "../start/private-file.ts";
import { type EventFile, type FileIdentity, isSameFile } from "./event-file.ts";
import type { EventFormat } from "./event-format.ts";
import { lengthOf } from "./rejects-file.ts";

/** How far an import is. Everything before `offset` is settled: stored for good, or listed among the rejects. */
export interface ImportStanding {
  readonly format: EventFormat;
  /** The names in the first row; null in NDJSON and until the row was read. */
  readonly header: readonly string[] | null;
  /** Bytes of the file's content, unpacked. */
  readonly offset: number;
  /** The number of the line at `offset`, from 1. */
  readonly line: number;
  readonly ingested: number;
  readonly duplicates: number;
  readonly rejected: number;
  /** Length of the file of rejects: what a killed import wrote beyond it is cut off and written again. */
  readonly rejectsBytes: number;
}

/** What an import leaves beside its rejects while it runs, for a later start to go on from. */
interface KeptStanding extends ImportStanding {
  readonly version: 1;
  readonly organizationId: string;
  readonly file: FileIdentity;
}

export function newStanding(format: EventFormat): ImportStanding {
  const counts = { ingested: 0, duplicates: 0, rejected: 0, rejectsBytes: 0 };
  return { format, header: null, offset: 0, line: 1, ...counts };
}

/** Replaces what was kept, in one step and down to the disk: a crash leaves the old standing or the new one. */
export async function keepStanding(
  path: string,
  organizationId: string,
  file: FileIdentity,
  standing: ImportStanding,
): Promise<void> {
  await writePrivateJson(path, { version: 1, organizationId, file, ...standing } satisfies KeptStanding);
}

/** The import that is to go on. */
export interface AskedStanding {
  readonly organizationId: string;
  readonly file: EventFile;
  readonly format: EventFormat | undefined;
  readonly rejectsPath: string;
}

/** What an earlier start left; or, in a word for people, why it cannot be gone on from. Undefined when nothing was left. */
export async function findStanding(
  path: string,
  { organizationId, file, format, rejectsPath }: AskedStanding,
): Promise<ImportStanding | { refusal: string } | undefined> {
  const kept = await readJson(path);
  if (!isKept(kept) || file.identity === null) return undefined;
  if (kept.organizationId !== organizationId) return { refusal: "an import to another organization was stopped" };
  if (!isSameFile(kept.file, file.identity)) return { refusal: "the file has changed since its import was stopped" };
  if (format !== undefined && format !== kept.format) return { refusal: "it was read as another format" };
  if ((await lengthOf(rejectsPath)) < kept.rejectsBytes) return { refusal: "the rejects listed so far are gone" };
  return kept;
}

export async function dropStanding(path: string): Promise<void> {
  await rm(path, { force: true });
}

function isKept(value: unknown): value is KeptStanding {
  return typeof value === "object" && value !== null && (value as KeptStanding).version === 1;
}
