/**
 * The process that draws. It keeps the compiler's leaks and crashes away from the server, knows neither its environment
 * nor its secrets, and ends with it (a closed channel ends the process).
 */
import { createDocumentCompiler } from "./document-compiler.ts";
import type { RenderReply, RenderRequest } from "./messages.ts";
import { warmUpInvoice } from "./warm-up-invoice.ts";

const compiler = createDocumentCompiler();

process.on("message", (request: RenderRequest) => {
  process.send?.(reply(request));
});

function reply(request: RenderRequest): RenderReply {
  return compiler.compile(
    request.kind === "warm" ? { kind: "invoice", document: warmUpInvoice, facturX: null } : request,
  );
}
