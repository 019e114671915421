/** An invalid member of a document: a JSON pointer and what is wrong with it. */
export interface DocumentProblem {
  readonly pointer: string;
  readonly detail: string;
}

/**
 * Why there is no document:
 * - `document_invalid`: members violate the contract of `InvoiceDocument`; `problems` names each.
 * - `document_queue_full`: the renderer's queue is full; retry later.
 * - `document_renderer_closed`: the renderer was closed.
 * - `document_too_large`: the document has too many rows, or drawing it takes more memory than a process may use.
 * - `document_render_failed`: the compiler rejected the document, two processes died while drawing it, or it took too
 *   long.
 * - `document_undrawable`: texts contain characters that no font draws; `problems` names the members and the
 *   characters.
 * - `document_fonts_unusable`: font files are missing or damaged; `message` names them.
 */
export type DocumentErrorCode =
  | "document_fonts_unusable"
  | "document_invalid"
  | "document_queue_full"
  | "document_renderer_closed"
  | "document_render_failed"
  | "document_too_large"
  | "document_undrawable";

export class DocumentError extends Error {
  override readonly name = "DocumentError";
  readonly code: DocumentErrorCode;
  readonly problems: readonly DocumentProblem[];

  constructor(code: DocumentErrorCode, message: string, problems: readonly DocumentProblem[] = []) {
    super(message);
    this.code = code;
    this.problems = problems;
  }
}
