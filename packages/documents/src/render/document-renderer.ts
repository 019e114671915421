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

/** Draws documents in child processes, so that the server neither waits for the drawing nor accumulates its leaks. */
export interface DocumentRenderer {
  /**
   * The invoice as a tagged PDF; the same invoice gives the same bytes. With the invoice as XML (UN/CEFACT's, in the profile
   * EN 16931) it is Factur-X: a PDF/A-3 that carries the XML.
   *
   * @param owner whose document it is: owners share the processes equally
   * @throws DocumentError
   */
  readonly renderInvoice: (document: InvoiceDocument, facturX?: string | null, owner?: string) => Promise<Uint8Array>;
  /** The same for what is given back of an invoice. */
  readonly renderCreditNote: (
    document: PrintedCreditNote,
    facturX?: string | null,
    owner?: string,
  ) => Promise<Uint8Array>;
  /** The same for what is offered or agreed. */
  readonly renderQuote: (document: PrintedQuote, owner?: string) => Promise<Uint8Array>;
  /** The same for the proof of a payment. */
  readonly renderReceipt: (document: PrintedReceipt, owner?: string) => Promise<Uint8Array>;
  /**
   * Starts the first process and draws an empty page in it, so that the first document is as quick as the next. Throws when font files
   * are missing: documents that need them will not be drawn.
   */
  readonly warm: () => Promise<void>;
  /** Of the processes that draw at the moment, for figures of their memory. */
  readonly processIds: () => number[];
  /** Takes no more documents, finishes those it has, and ends its processes. */
  readonly close: () => Promise<void>;
}

export interface DocumentRendererOptions {
  /**
   * Processes that draw at the same time. Of several, the last one draws small documents only. All but the first start when they
   * are needed, and end when they are not. Default 2.
   */
  readonly concurrency?: number;
  /** Documents after which a process is replaced: the compiler leaks 0.5 to 1 MB on each. Default 300. */
  readonly recycleAfter?: number;
  /** Documents that may wait; one more is refused. Half of them may be one owner's. Default 1,000. */
  readonly queueLimit?: number;
  /** Rows of documents that may wait, of which one owner has half: bounds the memory. Default: what a quarter of the heap holds. */
  readonly queueRows?: number;
  /** For any document; each of its rows adds 5 ms. Default 30,000. */
  readonly timeoutMilliseconds?: number;
  /** What a process may take for a document, together with what it begins with. Default `drawingMemoryBytes()`. */
  readonly memoryBytes?: number;
  /** For how long a process other than the first one stays without work. Default 60,000. */
  readonly idleMilliseconds?: number;
  /** Told when a document was drawn with a lack: without its unreadable logo, or without the claim of PDF/UA-1. */
  readonly onWarning?: (warning: string, document: Drawing["document"]) => void;
}

/** Rows that are drawn in a few tenths of a second, so such a document does not hold up others. */
const SMALL_ROWS = 200;
/** The compiler keeps what it laid out, so a process that drew a document of more rows is replaced: its memory is given back. */
const KEPT_ROWS = 1_000;
/** The fixed cost of drawing a page, in rows. */
const COST_OF_A_PAGE = 10;
const MILLISECONDS_OF_A_ROW = 5;
/** A process that draws nothing, and what a row adds, with room to spare (docs/decisions/0054-what-a-process-holds.md). */
const IDLE_PROCESS_BYTES = 200e6;
const ROW_BYTES = 115e3;
/** What a row holds while its document waits in the server: the row itself, and its part of the XML. */
const WAITING_ROW_BYTES = 1_700;
const MOST_WAITING_ROWS = 100_000;
const MOST_MEMORY_BYTES = 1_536e6;

/** Half of the memory that this process may have, up to what the largest document takes that should be drawn. */
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

/** A place for one process. It is empty before the first document, after a crash, and while there is nothing to do. */
interface Press {
  readonly smallOnly: boolean;
  /** Whether its process stays when there is nothing to do. */
  readonly stays: boolean;
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
    return { smallOnly, stays: index === 0, process: null, rendered: 0, busy: false, idle: undefined };
  });
  const queue = createFairQueue<Job>();
  /** Processes on their way out; closing waits for them. */
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

  /** A short document that comes while a long one is drawn does not wait for a process to start. */
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
    if (!press.stays) press.idle = setTimeout(() => empty(press), idleMilliseconds).unref();
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
      throw new DocumentError("document_too_large", `it has ${rows} rows, and a document has at most ${mostRows}`);
    }
    refuseCrowd(owner, rows);
    const { pdf, warnings } = drawn(await enqueue(drawing, owner, rows));
    for (const warning of warnings) options.onWarning?.(warning, drawing.document);
    return pdf;
  }

  /** An owner never takes more than half of the places. A document that is alone always finds one. */
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

/** What another process may do better: this one died over it, or began with other font files than are there now. */
function isOfProcess({ kind }: RenderOutcome): boolean {
  return kind === "crashed" || kind === "fonts_unusable";
}

function drawn(outcome: RenderOutcome): Extract<RenderOutcome, { kind: "rendered" }> {
  switch (outcome.kind) {
    case "rendered":
      return outcome;
    case "refused":
      throw new DocumentError("document_render_failed", `the document could not be drawn: ${outcome.detail}`);
    case "undrawable": {
      const message = `the document has characters that cannot be printed: ${told(outcome.problems)}`;
      throw new DocumentError("document_undrawable", message, outcome.problems);
    }
    case "fonts_unusable":
      throw new DocumentError("document_fonts_unusable", `font files cannot be used: ${outcome.detail}`);
    case "exhausted": {
      const code = outcome.limit === "memory" ? "document_too_large" : "document_render_failed";
      throw new DocumentError(code, `the document could not be drawn: ${outcome.detail}`);
    }
    case "crashed":
      throw new DocumentError("document_render_failed", `the drawing process failed twice: ${outcome.detail}`);
    default:
      return outcome satisfies never;
  }
}

function told(problems: readonly DocumentProblem[]): string {
  return problems.map(({ pointer, detail }) => `${pointer} ${detail}`).join(", ");
}
