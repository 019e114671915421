/**
 * The process that draws. It keeps the compiler's leaks and crashes away from the server, knows neither its environment
 * nor its secrets, and ends with it (a closed channel ends the process).
 */
import { createInvoiceCompiler } from "./invoice-compiler.ts";
import type { RenderReply, RenderRequest } from "./messages.ts";
import { warmUpInvoice } from "./warm-up-invoice.ts";

const compiler = createInvoiceCompiler();

process.on("message", (request: RenderRequest) => {
  process.send?.(reply(request));
});

function reply(request: RenderRequest): RenderReply {
  switch (request.kind) {
    case "warm":
      return compiler.compile(warmUpInvoice, null);
    case "invoice":
      return compiler.compile(request.document, request.facturX);
    default:
      return request satisfies never;
  }
}
