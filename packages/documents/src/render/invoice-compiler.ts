import { join } from "node:path";
import { NodeCompiler, type NodeTypstDocument } from "@myriaddreamin/typst-ts-node-compiler";
import { allFamilies } from "../fonts/font-families.ts";
import { localeTraits } from "../format/locale-traits.ts";
import type { InvoiceDocument } from "../invoice/invoice-document.ts";
import { imageFormat } from "../sheet/image-format.ts";
import { layOutInvoice } from "../sheet/lay-out-invoice.ts";
import { setFonts } from "../sheet/set-fonts.ts";
import type { RenderReply } from "./messages.ts";

export interface InvoiceCompiler {
  readonly compile: (invoice: InvoiceDocument) => RenderReply;
}

const templateFolder = join(import.meta.dirname, "../template");
/** Cached pieces are dropped when this many documents had no use for them; never dropping them keeps every document. */
const cacheAge = 2;
const templateFile = join(templateFolder, "invoice.typ");
const sheetFile = join(templateFolder, "sheet.json");

/**
 * Typst in this process. The sheet and the logo are files in memory beside the template, so nothing of a document is
 * ever read as markup, and the template itself never changes. Font files are given by path: the compiler reads their
 * names at the start (10 ms for all) and their contents when a document first uses them.
 */
export function createInvoiceCompiler(): InvoiceCompiler {
  const compiler = NodeCompiler.create({
    workspace: templateFolder,
    fontArgs: [{ fontPaths: allFamilies.flatMap(({ regular, semibold }) => [regular, semibold]) }],
  });
  return {
    compile: (invoice) => {
      const { logo } = invoice.seller;
      if (logo === null) return compile(compiler, invoice, null);
      const format = imageFormat(logo);
      const reply: RenderReply =
        format === null
          ? { kind: "refused", detail: "it is not a PNG, a JPEG or an SVG" }
          : compile(compiler, invoice, { name: `logo.${format}`, bytes: logo });
      return reply.kind === "rendered" ? reply : compileWithoutLogo(compiler, invoice, reply.detail);
    },
  };
}

/** Nobody waits for an invoice because of a broken picture. */
function compileWithoutLogo(compiler: NodeCompiler, invoice: InvoiceDocument, cause: string): RenderReply {
  const reply = compile(compiler, invoice, null);
  if (reply.kind === "refused") return reply;
  return { ...reply, warnings: [`the logo cannot be drawn: ${cause}`, ...reply.warnings] };
}

interface Logo {
  readonly name: string;
  readonly bytes: Uint8Array;
}

function compile(compiler: NodeCompiler, invoice: InvoiceDocument, logo: Logo | null): RenderReply {
  const { language } = localeTraits(invoice.locale);
  const sheet = setFonts(layOutInvoice(invoice, logo === null ? null : logo.name), language);
  compiler.mapShadow(sheetFile, Buffer.from(JSON.stringify(sheet)));
  if (logo !== null) compiler.mapShadow(join(templateFolder, logo.name), Buffer.from(logo.bytes));
  try {
    const compiled = compiler.compile({ mainFilePath: templateFile });
    if (compiled.result === null) return { kind: "refused", detail: diagnosticsOf(compiler, compiled) };
    return { kind: "rendered", ...exportPdf(compiler, compiled.result) };
  } catch (error) {
    return { kind: "refused", detail: messageOf(error) };
  } finally {
    compiler.resetShadow();
    compiler.evictCache(cacheAge);
  }
}

/**
 * PDF/UA-1: tagged for screen readers. The file carries no time but the document's own date, and no random id. The
 * compiler refuses the whole document over one flaw in its tags; it is then written without the claim, still tagged.
 */
function exportPdf(
  compiler: NodeCompiler,
  compiled: NodeTypstDocument,
): { readonly pdf: Uint8Array; readonly warnings: readonly string[] } {
  try {
    return { pdf: compiler.pdf(compiled, { pdfStandard: "ua-1" }), warnings: [] };
  } catch (error) {
    return { pdf: compiler.pdf(compiled), warnings: [`the document is not PDF/UA-1: ${messageOf(error)}`] };
  }
}

function diagnosticsOf(compiler: NodeCompiler, compiled: ReturnType<NodeCompiler["compile"]>): string {
  const error = compiled.takeError();
  return error === null ? "the compiler gave no document" : JSON.stringify(compiler.fetchDiagnostics(error));
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
