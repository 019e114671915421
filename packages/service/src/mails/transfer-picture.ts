import { qrPng } from "@counterfoil/documents";

/** The content ID of the attached QR code of a bank transfer. */
export const TRANSFER_CONTENT_ID = "transfer";

/**
 * The key under which a mail stores the content of the code. Placeholder names begin with a capital letter, so none can
 * refer to it.
 */
export const TRANSFER_CONTENT = "transferContent";

/** The QR code of a bank transfer as a `data:` URL. */
export function pictureAddressOf(content: string): string {
  return `data:image/png;base64,${qrPng(content).toString("base64")}`;
}
