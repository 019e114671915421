import { join } from "node:path";
import { NodeCompiler, type NodeTypstDocument } from "@myriaddreamin/typst-ts-node-compiler";
import { claimFacturX, FACTUR_X_FILE } from "../factur-x/claim-factur-x.ts";
import { allFamilies } from "../fonts/font-families.ts";
import { undrawableMembers } from "../fonts/undrawable-members.ts";
import { type FontFiles, FontsUnusable, watchFontFiles } from "../fonts/font-files.ts";
import { localeTraits } from "../format/locale-traits.ts";
import { checkLogo } from "../logo/check-logo.ts";
import type { DocumentSheet } from "../sheet/document-sheet.ts";
import { layOut } from "../sheet/lay-out.ts";
import { setFonts } from "../sheet/set-fonts.ts";
import type { Drawing, RenderReply } from "./messages.ts";

export interface DocumentCompiler {
  readonly compile: (drawing: Drawing) => RenderReply;
  /** The missing font files, including those of families that no document has needed yet. */
  readonly missingFonts: () => string[];
}

const templateFolder = join(import.meta.dirname, "../template");
/**
 * Cached pieces are dropped after this many documents did not use them. Without a limit, every document would stay in
 * memory.
 */
const cacheAge = 2;
const templateFile = join(templateFolder, "document.typ");
const sheetFile = join(templateFolder, "sheet.json");

/**
 * Typst in this process. The sheet and the logo are in-memory files in the template's folder, so no part of a document
 * is ever read as markup, and the template itself never changes. The compiler gets the paths of font files. It reads
 * their names at startup (10 ms for all) and their contents when a document first uses them; they are checked before
 * that.
 */
export function createDocumentCompiler(): DocumentCompiler {
  const compiler = NodeCompiler.create({
    workspace: templateFolder,
    fontArgs: [{ fontPaths: [...new Set(allFamilies.flatMap(({ regular, semibold }) => [regular, semibold]))] }],
  });
  const files = watchFontFiles(allFamilies);
  return {
    compile: (drawing) => {
      try {
        return compileWithLogo(compiler, files, drawing);
      } catch (error) {
        if (error instanceof FontsUnusable) return { kind: "fonts_unusable", detail: error.message };
        throw error;
      }
    },
    missingFonts: () => files.missing(),
  };
}

function compileWithLogo(compiler: NodeCompiler, files: FontFiles, drawing: Drawing): RenderReply {
  const { logo } = drawing.document.seller;
  if (logo === null) return compile(compiler, files, drawing, null);
  // Checks again, because an earlier release may have accepted a logo that ends the process.
  const checked = checkLogo(logo);
  const reply: RenderReply = checked.ok
    ? compile(compiler, files, drawing, { name: `logo.${checked.format}`, bytes: checked.bytes })
    : { kind: "refused", detail: checked.detail };
  return reply.kind === "refused" ? compileWithoutLogo(compiler, files, drawing, reply.detail) : reply;
}

/** A broken logo must not prevent a document. */
function compileWithoutLogo(compiler: NodeCompiler, files: FontFiles, drawing: Drawing, cause: string): RenderReply {
  const reply = compile(compiler, files, drawing, null);
  if (reply.kind !== "rendered") return reply;
  return { ...reply, warnings: [`the logo cannot be rendered: ${cause}`, ...reply.warnings] };
}

interface Logo {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** @throws FontsUnusable */
function compile(compiler: NodeCompiler, files: FontFiles, drawing: Drawing, logo: Logo | null): RenderReply {
  const { language } = localeTraits(drawing.document.locale);
  const { sheet, undrawable } = setFonts(layOut(drawing, logo === null ? null : logo.name), language);
  const problems = undrawableMembers(drawing.document, undrawable);
  if (problems.length > 0) return { kind: "undrawable", problems };
  const families = allFamilies.filter(({ name }) => sheet.fonts.some((font) => font.name === name));
  files.check(families);
  const reply = compileSheet(compiler, drawing, sheet, logo);
  // If a font file disappeared during the drawing, the document may lack it.
  files.check(families);
  return reply;
}

function compileSheet(compiler: NodeCompiler, drawing: Drawing, sheet: DocumentSheet, logo: Logo | null): RenderReply {
  const facturX = "facturX" in drawing ? drawing.facturX : null;
  compiler.mapShadow(sheetFile, Buffer.from(JSON.stringify({ ...sheet, carriesXml: facturX !== null })));
  if (facturX !== null) compiler.mapShadow(join(templateFolder, FACTUR_X_FILE), Buffer.from(facturX));
  if (logo !== null) compiler.mapShadow(join(templateFolder, logo.name), Buffer.from(logo.bytes));
  try {
    const compiled = compiler.compile({ mainFilePath: templateFile });
    if (compiled.result === null) return { kind: "refused", detail: diagnosticsOf(compiler, compiled) };
    const draw = facturX === null ? exportPdf : exportFacturX;
    return { kind: "rendered", ...draw(compiler, compiled.result) };
  } catch (error) {
    const text = undrawnText(error);
    if (text !== undefined) return { kind: "undrawable", problems: [{ pointer: "", detail: `no font has ${text}` }] };
    return { kind: "refused", detail: messageOf(error) };
  } finally {
    compiler.resetShadow();
    compiler.evictCache(cacheAge);
  }
}

/**
 * PDF/UA-1: tagged for screen readers. The file contains no time other than the document's own date, and no random ID.
 * The compiler rejects the whole document because of a single flaw in its tags. In that case the document is exported
 * without the PDF/UA-1 claim, still tagged.
 */
function exportPdf(
  compiler: NodeCompiler,
  compiled: NodeTypstDocument,
): { readonly pdf: Uint8Array; readonly warnings: readonly string[] } {
  try {
    return { pdf: compiler.pdf(compiled, { pdfStandard: "ua-1" }), warnings: [] };
  } catch (error) {
    if (undrawnText(error) !== undefined) throw error;
    return { pdf: compiler.pdf(compiled), warnings: [`the document is not PDF/UA-1: ${messageOf(error)}`] };
  }
}

/**
 * Why the document is not PDF/UA-1; null if it is. The compiler supports only one standard per export, so this checks
 * with a separate export.
 */
function flawForReaders(compiler: NodeCompiler, compiled: NodeTypstDocument): string | null {
  try {
    compiler.pdf(compiled, { pdfStandard: "ua-1" });
    return null;
  } catch (error) {
    return messageOf(error);
  }
}

/**
 * PDF/A-3, which may contain files, with all text tagged and mapped to characters. The compiler rejects the whole
 * document because of a single flaw in its tags. In that case the export claims only visual reproducibility, which is
 * what Factur-X requires.
 */
function exportFacturX(
  compiler: NodeCompiler,
  compiled: NodeTypstDocument,
): { readonly pdf: Uint8Array; readonly warnings: readonly string[] } {
  try {
    const pdf = compiler.pdf(compiled, { pdfStandard: "a-3a" });
    const flaw = flawForReaders(compiler, compiled);
    const warnings = flaw === null ? [] : [`the document is not PDF/UA-1: ${flaw}`];
    return { pdf: claimFacturX(pdf, { isAccessible: flaw === null }), warnings };
  } catch (error) {
    if (undrawnText(error) !== undefined) throw error;
    const warning = `the document is PDF/A-3b, not PDF/A-3a: ${messageOf(error)}`;
    const pdf = compiler.pdf(compiled, { pdfStandard: "a-3b" });
    return { pdf: claimFacturX(pdf, { isAccessible: false }), warnings: [warning] };
  }
}

function diagnosticsOf(compiler: NodeCompiler, compiled: ReturnType<NodeCompiler["compile"]>): string {
  const error = compiled.takeError();
  return error === null ? "the compiler returned no document" : JSON.stringify(compiler.fetchDiagnostics(error));
}

/**
 * The text for which the compiler found no glyph, although each of its characters has one; undefined for other errors.
 */
function undrawnText(error: unknown): string | undefined {
  return /the text `(.*?)` could not be displayed/.exec(messageOf(error))?.[1];
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
