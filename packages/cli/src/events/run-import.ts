import type { StepProgress } from "../terminal/steps.ts";
import type { ColumnMapping } from "./csv-columns.ts";
import { cutSlices } from "./cut-slices.ts";
import { openEventBytes } from "./event-bytes.ts";
import type { EventFile } from "./event-file.ts";
import { type EventFormat, findFormat } from "./event-format.ts";
import { importEvents, type Settled } from "./import-events.ts";
import { createImportReport, type ImportOutcome } from "./import-report.ts";
import { dropStanding, findStanding, type ImportStanding, keepStanding, newStanding } from "./import-standing.ts";
import { lengthOf, openRejects } from "./rejects-file.ts";

export interface ImportRequest {
  readonly file: EventFile;
  /** Undefined: what the file's first character tells. */
  readonly format: EventFormat | undefined;
  readonly mapping: ColumnMapping;
  readonly organizationId: string;
  readonly rejectsPath: string;
  /** Where it leaves its standing; null when it begins at the beginning and leaves none. */
  readonly standingPath: string | null;
  /** True to pay no heed to what an earlier start left. */
  readonly isFromStart: boolean;
  readonly settle: (events: readonly unknown[]) => Promise<Settled>;
  /** Says a sentence to whoever started it. */
  readonly say: (sentence: string) => void;
  readonly progress: StepProgress;
  readonly isTerminal: boolean;
  readonly signal: AbortSignal;
}

/** A crash repeats at most what was settled in so long, which are duplicates then. */
const KEPT_EACH_MILLISECONDS = 500;

/** Imports a file from where an earlier start of the same import was stopped, or from its beginning. */
export async function runImport(request: ImportRequest): Promise<ImportOutcome & { said: string }> {
  const kept = await keptStanding(request);
  const { pieces, share, format } = await open(request, kept);
  const from = kept ?? newStanding(format);
  const rejects = await openRejects(request.rejectsPath, from.rejectsBytes);
  const report = createImportReport(request.progress, request.isTerminal, from);
  let standing = from;
  let keptAt = performance.now();
  let isComplete = false;

  async function keep(): Promise<void> {
    if (request.standingPath === null || request.file.identity === null || standing.offset === 0) return;
    await rejects.flush();
    await keepStanding(request.standingPath, request.organizationId, request.file.identity, standing);
    keptAt = performance.now();
  }

  async function advance(next: ImportStanding): Promise<void> {
    standing = next;
    report.tell(standing, share());
    if (performance.now() - keptAt > KEPT_EACH_MILLISECONDS) await keep();
  }

  const { settle, signal } = request;
  try {
    const slices = cutSlices(pieces, from, request.mapping);
    isComplete = await importEvents({ slices, standing: from, rejects, settle, advance, signal });
  } finally {
    if (!isComplete) await keep();
    await rejects.close();
  }
  if (isComplete && request.standingPath !== null) await dropStanding(request.standingPath);
  return { standing, isComplete, said: report.said(standing) };
}

async function keptStanding(request: ImportRequest): Promise<ImportStanding | undefined> {
  const { file, standingPath, organizationId, format, rejectsPath, isFromStart, say } = request;
  if (standingPath === null || file.identity === null || isFromStart) return undefined;
  const rejectsBytes = await lengthOf(rejectsPath);
  const found = await findStanding(standingPath, { organizationId, file: file.identity, format, rejectsBytes });
  if (found === undefined) return undefined;
  if ("refusal" in found) {
    say(`Begins at the beginning, for ${found.refusal}. What is stored already counts as duplicate.`);
    return undefined;
  }
  say(`Goes on at line ${found.line}, where the last start was stopped.`);
  return found;
}

async function open({ file, format }: ImportRequest, kept: ImportStanding | undefined) {
  const { pieces, share } = await openEventBytes(file, kept?.offset ?? 0);
  const known = kept?.format ?? format;
  return known === undefined ? { share, ...(await findFormat(pieces)) } : { share, pieces, format: known };
}
