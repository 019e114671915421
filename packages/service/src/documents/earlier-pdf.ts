/** Hashes of a document: what a release before noted without keeping the bytes, and of the bytes that are kept now. */
interface NotedHashes {
  readonly pdfSha256: string | null;
  readonly documentSha256: string | null;
}

/** The hash of a PDF that was handed out before bytes were kept; null where what is kept is the same, or none was. */
export function earlierPdf({ pdfSha256, documentSha256 }: NotedHashes): string | null {
  return pdfSha256 === documentSha256 ? null : pdfSha256;
}
