/**
 * Hashes of a document: the hash that an earlier release recorded without keeping the bytes, and the hash of the stored
 * bytes.
 */
interface NotedHashes {
  readonly pdfSha256: string | null;
  readonly documentSha256: string | null;
}

/**
 * The hash of a PDF that was handed out before bytes were stored. Null if the stored bytes are the same, or there was
 * none.
 */
export function earlierPdf({ pdfSha256, documentSha256 }: NotedHashes): string | null {
  return pdfSha256 === documentSha256 ? null : pdfSha256;
}
