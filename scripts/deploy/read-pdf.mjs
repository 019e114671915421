import { PDFiumLibrary } from "@hyzyla/pdfium";

/**
 * The text of a PDF, read with PDFium.
 * @param {Uint8Array} pdf
 */
export async function readPdf(pdf) {
  const library = await PDFiumLibrary.init();
  const document = await library.loadDocument(pdf);
  const text = [...document.pages()].map((page) => page.getText()).join("\n");
  document.destroy();
  library.destroy();
  return text;
}
