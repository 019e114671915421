import { DatabaseAway, TransactionConflict } from "@counterfoil/service";
import { CommandError } from "../command.ts";
import type { StepProgress } from "../terminal/steps.ts";
import type { ColumnMapping } from "./csv-columns.ts";
import { cutSlices } from "./cut-slices.ts";
import { openEventBytes } from "./event-bytes.ts";
import type { EventFile } from "./event-file.ts";
import { type EventFormat, findFormat } from "./event-format.ts";
import { importEvents, type Settled } from "./import-events.ts";
import { createImportReport, type ImportOutcome } from "./import-report.ts";
import { dropStanding, type ImportStanding, keepStanding, newStanding } from "./import-standing.ts";
import { openRejects } from "./rejects-file.ts";

export interface ImportRequest {
  readonly file: EventFile;
  /** Undefined: detect the format by the first character. */
  readonly format: EventFormat | undefined;
  readonly mapping: ColumnMapping;
  readonly organizationId: string;
  readonly rejectsPath: string;
  /** The progress file; null if the import always starts from the beginning and cannot be resumed. */
  readonly standingPath: string | null;
  /** The progress of an earlier run of the same import; undefined to start from the beginning. */
  readonly kept: ImportStanding | undefined;
  readonly settle: (events: readonly unknown[]) => Promise<Settled>;
  readonly progress: StepProgress;
  readonly isTerminal: boolean;
  readonly signal: AbortSignal;
}

/**
 * After a crash, events settled in this time are sent again, as are those in progress. They then count as duplicates.
 */
const KEPT_EACH_MILLISECONDS = 500;

/** Imports a file from its beginning, or from where an earlier run of the same import stopped. */
export async function runImport(request: ImportRequest): Promise<ImportOutcome & { said: string }> {
  const { pieces, share, format } = await open(request);
  if (format === "ndjson" && request.mapping.size > 0) {
    throw new CommandError("--map works only with CSV, but this file is NDJSON.", 2);
  }
  const from = request.kept ?? newStanding(format);
  // The progress of an earlier run must not reappear if this run is killed before it saves its own.
  if (request.kept === undefined && request.standingPath !== null) await dropStanding(request.standingPath);
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
  } catch (error) {
    const isPassing = error instanceof DatabaseAway || error instanceof TransactionConflict;
    if (!isPassing || request.standingPath === null) throw error;
    const goOn = `Settled events are kept. Run the same command to resume at line ${standing.line}.`;
    throw new CommandError(`The database is unavailable. ${goOn}`, 1, { cause: error });
  } finally {
    if (!isComplete) await keep();
    await rejects.close();
  }
  if (isComplete && request.standingPath !== null) await dropStanding(request.standingPath);
  return { standing, isComplete, said: report.said(standing) };
}

async function open({ file, format, kept }: ImportRequest) {
  const { pieces, share } = await openEventBytes(file, kept?.offset ?? 0);
  const known = kept?.format ?? format;
  return known === undefined ? { share, ...(await findFormat(pieces)) } : { share, pieces, format: known };
}
