import { DocumentError, type DocumentProblem } from "../document-error.ts";
import type { PrintedCreditNote } from "../credit-note/printed-credit-note.ts";
import type { InvoiceDocument } from "../invoice/invoice-document.ts";
import type { PrintedQuote } from "../quote/printed-quote.ts";
import type { PrintedReceipt } from "../receipt/printed-receipt.ts";
import { totalmem } from "node:os";
import { getHeapStatistics } from "node:v8";
import { checkDrawing } from "./check-drawing.ts";
import { documentRows } from "./document-rows.ts";
import { createFairQueue, type Queued } from "./fair-queue.ts";
import type { Drawing, RenderRequest } from "./messages.ts";
import { startRenderProcess, type RenderOutcome, type RenderProcess } from "./render-process.ts";

/**
 * Draws documents in child processes, so that the server does not wait for the drawing or accumulate the compiler's
 * memory leaks.
 */
export interface DocumentRenderer {
  /**
   * The invoice as a tagged PDF. The same invoice always gives the same bytes. With the invoice as XML (UN/CEFACT's, in
   * the profile EN 16931) it is Factur-X: a PDF/A-3 that contains the XML.
   *
   * @param owner the document's owner; owners share the processes equally
   * @throws DocumentError
   */
  readonly renderInvoice: (document: InvoiceDocument, facturX?: string | null, owner?: string) => Promise<Uint8Array>;
  /** The same for a credit note. */
  readonly renderCreditNote: (
    document: PrintedCreditNote,
    facturX?: string | null,
    owner?: string,
  ) => Promise<Uint8Array>;
  /** The same for a quote or contract. */
  readonly renderQuote: (document: PrintedQuote, owner?: string) => Promise<Uint8Array>;
  /** The same for a payment receipt. */
  readonly renderReceipt: (document: PrintedReceipt, owner?: string) => Promise<Uint8Array>;
  /**
   * Starts the first process and draws an empty page in it, so that the first document is as fast as later ones. Throws
   * if font files are missing, because documents that need them cannot be drawn.
   */
  readonly warm: () => Promise<void>;
  /** The IDs of the current drawing processes, for memory metrics. */
  readonly processIds: () => number[];
  /** Accepts no more documents, finishes the accepted ones, and ends its processes. */
  readonly close: () => Promise<void>;
}

export interface DocumentRendererOptions {
  /**
   * The number of processes that draw at the same time. If there are several, the last one draws only small documents.
   * They start when needed and end when idle. Default 2.
   */
  readonly concurrency?: number;
  /**
   * The number of documents after which a process is replaced, because the compiler leaks 0.5 to 1 MB per document.
   * Default 300.
   */
  readonly recycleAfter?: number;
  /** The maximum number of waiting documents; more are rejected. One owner may have half of them. Default 1,000. */
  readonly queueLimit?: number;
  /**
   * The maximum number of rows in waiting documents, to limit memory. One owner may have half of them. By default, as
   * many as a quarter of the heap holds.
   */
  readonly queueRows?: number;
  /** The time limit for any document. Each of its rows adds 5 ms. Default 30,000. */
  readonly timeoutMilliseconds?: number;
  /** The memory limit of a process for one document, including its initial memory. Default `drawingMemoryBytes()`. */
  readonly memoryBytes?: number;
  /** How long a process stays idle before it ends, which releases the 100 MB of the compiler. Default 60,000. */
  readonly idleMilliseconds?: number;
  /** Called when a document was drawn with a flaw: without its unreadable logo, or without the PDF/UA-1 claim. */
  readonly onWarning?: (warning: string, document: Drawing["document"]) => void;
}

/** A document with up to this many rows is drawn in a few tenths of a second, so it does not delay others. */
const SMALL_ROWS = 200;
/** The compiler caches layouts. A process that drew a document with more rows is replaced to release its memory. */
const KEPT_ROWS = 1_000;
/** The fixed cost of drawing a page, in rows. */
const COST_OF_A_PAGE = 10;
const MILLISECONDS_OF_A_ROW = 5;
/** The memory of an idle process and of each row, with a margin (docs/decisions/0054-what-a-process-holds.md). */
const IDLE_PROCESS_BYTES = 200e6;
const ROW_BYTES = 115e3;
/** The memory of a row while its document waits in the server: the row itself and its part of the XML. */
const WAITING_ROW_BYTES = 1_700;
const MOST_WAITING_ROWS = 100_000;
const MOST_MEMORY_BYTES = 1_536e6;

/** Half of the memory that this process may use, up to the amount for the largest document that should be drawn. */
export function drawingMemoryBytes(): number {
  const constrained = process.constrainedMemory();
  const machine = constrained > 0 && constrained < totalmem() ? constrained : totalmem();
  return Math.min(MOST_MEMORY_BYTES, machine / 2);
}

function waitingRows(): number {
  return Math.min(MOST_WAITING_ROWS, Math.floor(getHeapStatistics().heap_size_limit / 4 / WAITING_ROW_BYTES));
}

interface Job extends Queued {
  readonly request: RenderRequest;
  readonly milliseconds: number;
  readonly resolve: (outcome: RenderOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** A slot for one process. It is empty before the first document, after a crash, and while idle. */
interface Press {
  readonly smallOnly: boolean;
  process: RenderProcess | null;
  rendered: number;
  busy: boolean;
  idle: NodeJS.Timeout | undefined;
}

export function createDocumentRenderer(options: DocumentRendererOptions = {}): DocumentRenderer {
  const { concurrency = 2, recycleAfter = 300, queueLimit = 1_000, timeoutMilliseconds = 30_000 } = options;
  const { queueRows = waitingRows(), memoryBytes = drawingMemoryBytes(), idleMilliseconds = 60_000 } = options;
  const mostRows = Math.max(SMALL_ROWS, Math.floor((memoryBytes - IDLE_PROCESS_BYTES) / ROW_BYTES));
  const presses = Array.from({ length: concurrency }, (_, index): Press => {
    const smallOnly = concurrency > 1 && index === concurrency - 1;
    return { smallOnly, process: null, rendered: 0, busy: false, idle: undefined };
  });
  const queue = createFairQueue<Job>();
  /** Processes that are ending. Closing waits for them. */
  const leaving = new Set<Promise<void>>();
  let closing: Promise<void> | null = null;
  let whenIdle: (() => void) | null = null;

  function enqueue(request: RenderRequest, owner: string, rows: number): Promise<RenderOutcome> {
    const { promise, resolve, reject } = Promise.withResolvers<RenderOutcome>();
    const milliseconds = timeoutMilliseconds + rows * MILLISECONDS_OF_A_ROW;
    const isSmall = rows <= SMALL_ROWS;
    queue.add({ owner, cost: rows + COST_OF_A_PAGE, isSmall, request, milliseconds, resolve, reject });
    fillPresses();
    return promise;
  }

  function fillPresses(): void {
    for (const press of presses) {
      if (press.busy) continue;
      const job = queue.take(press.smallOnly);
      if (job === undefined) continue;
      void work(press, job);
      if (!job.isSmall) prepareForSmall();
    }
    if (presses.every((press) => !press.busy)) whenIdle?.();
  }

  /**
   * Starts the process for small documents early, so that a small document does not wait for it while a long one is
   * drawn.
   */
  function prepareForSmall(): void {
    for (const press of presses) {
      if (!press.smallOnly || press.busy || press.process !== null) continue;
      const { promise, resolve, reject } = Promise.withResolvers<RenderOutcome>();
      promise.catch(() => undefined);
      const warmth = { owner: "", cost: 0, isSmall: true, milliseconds: timeoutMilliseconds };
      void work(press, { ...warmth, request: { kind: "warm" }, resolve, reject });
    }
  }

  async function work(press: Press, job: Job): Promise<void> {
    press.busy = true;
    clearTimeout(press.idle);
    try {
      const first = await draw(press, job);
      job.resolve(isOfProcess(first) ? await draw(press, job) : first);
    } catch (error) {
      job.reject(error);
    }
    press.busy = false;
    press.idle = setTimeout(() => empty(press), idleMilliseconds).unref();
    fillPresses();
  }

  async function draw(press: Press, { request, milliseconds, cost }: Job): Promise<RenderOutcome> {
    press.process ??= startRenderProcess();
    const outcome = await press.process.request(request, { milliseconds, bytes: memoryBytes });
    press.rendered += 1;
    if (isOfProcess(outcome) || outcome.kind === "exhausted") empty(press);
    else if (press.rendered >= recycleAfter || cost > KEPT_ROWS) {
      empty(press);
      press.process = startRenderProcess();
    }
    return outcome;
  }

  function empty(press: Press): void {
    if (press.process !== null) {
      const left = press.process.stop().finally(() => leaving.delete(left));
      leaving.add(left);
    }
    press.process = null;
    press.rendered = 0;
  }

  async function render(drawing: Drawing, owner: string): Promise<Uint8Array> {
    if (closing !== null) throw new DocumentError("document_renderer_closed", "the document renderer is closed");
    const problems = checkDrawing(drawing);
    if (problems.length > 0) {
      throw new DocumentError("document_invalid", `the document cannot be printed: ${told(problems)}`, problems);
    }
    const rows = documentRows(drawing);
    if (rows > mostRows) {
      throw new DocumentError("document_too_large", `it has ${rows} rows, but at most ${mostRows} are allowed`);
    }
    refuseCrowd(owner, rows);
    const { pdf, warnings } = drawn(await enqueue(drawing, owner, rows));
    for (const warning of warnings) options.onWarning?.(warning, drawing.document);
    return pdf;
  }

  /** An owner never takes more than half of the queue. A document that is alone is always accepted. */
  function refuseCrowd(owner: string, rows: number): void {
    const own = queue.sizeOf(owner);
    const isFull = queue.size() >= queueLimit || own >= Math.ceil(queueLimit / 2);
    const isHeavy = queue.cost() + rows > queueRows || queue.cost(owner) + rows > queueRows / 2;
    if (isFull || (isHeavy && own > 0))
      throw new DocumentError("document_queue_full", "too many documents are waiting");
  }

  return {
    renderInvoice: (document, facturX = null, owner = "") => render({ kind: "invoice", document, facturX }, owner),
    renderCreditNote: (document, facturX = null, owner = "") =>
      render({ kind: "credit_note", document, facturX }, owner),
    renderQuote: (document, owner = "") => render({ kind: "quote", document }, owner),
    renderReceipt: (document, owner = "") => render({ kind: "receipt", document }, owner),
    warm: async () => {
      const { warnings } = drawn(await enqueue({ kind: "warm" }, "", 0));
      if (warnings.length > 0) throw new DocumentError("document_fonts_unusable", [...new Set(warnings)].join(", "));
    },
    processIds: () => presses.flatMap(({ process }) => (process?.id === undefined ? [] : [process.id])),
    close: () => {
      closing ??= (async () => {
        await new Promise<void>((resolve) => {
          whenIdle = resolve;
          fillPresses();
        });
        for (const press of presses) {
          clearTimeout(press.idle);
          empty(press);
        }
        await Promise.all(leaving);
      })();
      return closing;
    },
  };
}

/**
 * Outcomes for which another process may succeed: this one died, or it started with other font files than there are
 * now.
 */
function isOfProcess({ kind }: RenderOutcome): boolean {
  return kind === "crashed" || kind === "fonts_unusable";
}

function drawn(outcome: RenderOutcome): Extract<RenderOutcome, { kind: "rendered" }> {
  switch (outcome.kind) {
    case "rendered":
      return outcome;
    case "refused":
      throw new DocumentError("document_render_failed", `the compiler reported: ${outcome.detail}`);
    case "undrawable": {
      const message = `the document has characters that cannot be printed: ${told(outcome.problems)}`;
      throw new DocumentError("document_undrawable", message, outcome.problems);
    }
    case "fonts_unusable":
      throw new DocumentError("document_fonts_unusable", `font files cannot be used: ${outcome.detail}`);
    case "exhausted": {
      const code = outcome.limit === "memory" ? "document_too_large" : "document_render_failed";
      throw new DocumentError(code, outcome.detail);
    }
    case "crashed":
      throw new DocumentError("document_render_failed", `the rendering process failed twice: ${outcome.detail}`);
    default:
      return outcome satisfies never;
  }
}

function told(problems: readonly DocumentProblem[]): string {
  return problems.map(({ pointer, detail }) => `${pointer} ${detail}`).join(", ");
}
