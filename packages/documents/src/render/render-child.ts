/**
 * The process that draws. It isolates the server from the compiler's leaks and crashes. It gets neither the server's
 * environment nor its secrets, and it ends with the server, because the channel closes.
 */
import { createDocumentCompiler } from "./document-compiler.ts";
import type { RenderReply, RenderRequest } from "./messages.ts";
import { warmUpInvoice } from "./warm-up-invoice.ts";

const compiler = createDocumentCompiler();

process.on("message", (request: RenderRequest) => {
  // The server may have exited or stopped waiting by then, so there is no one to report to.
  process.send?.(reply(request), undefined, undefined, () => undefined);
});

function reply(request: RenderRequest): RenderReply {
  if (request.kind !== "warm") return compiler.compile(request);
  const reply = compiler.compile({ kind: "invoice", document: warmUpInvoice, facturX: null });
  const missing = compiler.missingFonts();
  if (missing.length === 0 || reply.kind !== "rendered") return reply;
  return { ...reply, warnings: [`font files are missing: ${missing.join(", ")}`, ...reply.warnings] };
}
