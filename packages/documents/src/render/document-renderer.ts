import { DocumentError, type DocumentProblem } from "../document-error.ts";
import type { PrintedCreditNote } from "../credit-note/printed-credit-note.ts";
import type { InvoiceDocument } from "../invoice/invoice-document.ts";
import type { PrintedQuote } from "../quote/printed-quote.ts";
import type { PrintedReceipt } from "../receipt/printed-receipt.ts";
import { checkDrawing } from "./check-drawing.ts";
import type { Drawing, RenderRequest } from "./messages.ts";
import { startRenderProcess, type RenderOutcome, type RenderProcess } from "./render-process.ts";

/** Draws documents in processes of its own, so that the server neither waits for the drawing nor keeps its leaks. */
export interface DocumentRenderer {
  /**
   * The invoice as a tagged PDF; the same invoice gives the same bytes. With the invoice as XML (UN/CEFACT's, in the profile
   * EN 16931) it is Factur-X: a PDF/A-3 that carries the XML.
   *
   * @throws DocumentError
   */
  readonly renderInvoice: (document: InvoiceDocument, facturX?: string | null) => Promise<Uint8Array>;
  /** The same for what is given back of an invoice. */
  readonly renderCreditNote: (document: PrintedCreditNote, facturX?: string | null) => Promise<Uint8Array>;
  /** The same for what is offered or agreed. */
  readonly renderQuote: (document: PrintedQuote) => Promise<Uint8Array>;
  /** The same for the proof of a payment. */
  readonly renderReceipt: (document: PrintedReceipt) => Promise<Uint8Array>;
  /**
   * Starts the processes and draws an empty page in each, so that the first document is as quick as the next. Throws when font files
   * are missing: documents that need them will not be drawn.
   */
  readonly warm: () => Promise<void>;
  /** Of the processes that draw at the moment, for figures of their memory. */
  readonly processIds: () => number[];
  /** Takes no more documents, finishes those it has, and ends its processes. */
  readonly close: () => Promise<void>;
}

export interface DocumentRendererOptions {
  /** Processes that draw at the same time. Default 1. */
  readonly concurrency?: number;
  /** Documents after which a process is replaced: the compiler leaks 0.5 to 1 MB on each. Default 300. */
  readonly recycleAfter?: number;
  /** Documents that may wait; one more is refused. Default 1,000. */
  readonly queueLimit?: number;
  /** Default 30,000. */
  readonly timeoutMilliseconds?: number;
  /** Told when a document was drawn with a lack: without its unreadable logo, or without the claim of PDF/UA-1. */
  readonly onWarning?: (warning: string, document: Drawing["document"]) => void;
}

interface Job {
  readonly request: RenderRequest;
  readonly resolve: (outcome: RenderOutcome) => void;
  readonly reject: (error: unknown) => void;
}

/** A place for one process. It is empty before the first document, after a crash, and never while it has a job. */
interface Lane {
  process: RenderProcess | null;
  rendered: number;
  busy: boolean;
}

export function createDocumentRenderer(options: DocumentRendererOptions = {}): DocumentRenderer {
  const { concurrency = 1, recycleAfter = 300, queueLimit = 1_000, timeoutMilliseconds = 30_000 } = options;
  const lanes: Lane[] = Array.from({ length: concurrency }, () => ({ process: null, rendered: 0, busy: false }));
  const queue: Job[] = [];
  /** Processes on their way out; closing waits for them. */
  const leaving = new Set<Promise<void>>();
  let closing: Promise<void> | null = null;
  let whenIdle: (() => void) | null = null;

  function enqueue(request: RenderRequest): Promise<RenderOutcome> {
    return new Promise((resolve, reject) => {
      queue.push({ request, resolve, reject });
      fillLanes();
    });
  }

  function fillLanes(): void {
    for (const lane of lanes) {
      if (lane.busy) continue;
      const job = queue.shift();
      if (job === undefined) break;
      void work(lane, job);
    }
    if (lanes.every((lane) => !lane.busy)) whenIdle?.();
  }

  async function work(lane: Lane, job: Job): Promise<void> {
    lane.busy = true;
    try {
      const first = await attempt(lane, job.request);
      job.resolve(isOfProcess(first) ? await attempt(lane, job.request) : first);
    } catch (error) {
      job.reject(error);
    }
    lane.busy = false;
    fillLanes();
  }

  async function attempt(lane: Lane, request: RenderRequest): Promise<RenderOutcome> {
    lane.process ??= startRenderProcess(timeoutMilliseconds);
    const outcome = await lane.process.request(request);
    lane.rendered += 1;
    if (isOfProcess(outcome)) empty(lane);
    else if (lane.rendered >= recycleAfter) {
      empty(lane);
      lane.process = startRenderProcess(timeoutMilliseconds);
    }
    return outcome;
  }

  function empty(lane: Lane): void {
    if (lane.process !== null) {
      const left = lane.process.stop().finally(() => leaving.delete(left));
      leaving.add(left);
    }
    lane.process = null;
    lane.rendered = 0;
  }

  async function render(drawing: Drawing): Promise<Uint8Array> {
    if (closing !== null) throw new DocumentError("document_renderer_closed", "the document renderer is closed");
    const problems = checkDrawing(drawing);
    if (problems.length > 0) {
      throw new DocumentError("document_invalid", `the document cannot be printed: ${told(problems)}`, problems);
    }
    if (queue.length >= queueLimit) throw new DocumentError("document_queue_full", "too many documents are waiting");
    const { pdf, warnings } = drawn(await enqueue(drawing));
    for (const warning of warnings) options.onWarning?.(warning, drawing.document);
    return pdf;
  }

  return {
    renderInvoice: (document, facturX = null) => render({ kind: "invoice", document, facturX }),
    renderCreditNote: (document, facturX = null) => render({ kind: "credit_note", document, facturX }),
    renderQuote: (document) => render({ kind: "quote", document }),
    renderReceipt: (document) => render({ kind: "receipt", document }),
    warm: async () => {
      const outcomes = await Promise.all(lanes.map(() => enqueue({ kind: "warm" })));
      const warnings = outcomes.flatMap((outcome) => drawn(outcome).warnings);
      if (warnings.length > 0) throw new DocumentError("document_fonts_unusable", [...new Set(warnings)].join(", "));
    },
    processIds: () => lanes.flatMap(({ process }) => (process?.id === undefined ? [] : [process.id])),
    close: () => {
      closing ??= (async () => {
        await new Promise<void>((resolve) => {
          whenIdle = resolve;
          fillLanes();
        });
        lanes.forEach(empty);
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
    case "crashed":
      throw new DocumentError("document_render_failed", `the drawing process failed twice: ${outcome.detail}`);
    default:
      return outcome satisfies never;
  }
}

function told(problems: readonly DocumentProblem[]): string {
  return problems.map(({ pointer, detail }) => `${pointer} ${detail}`).join(", ");
}
