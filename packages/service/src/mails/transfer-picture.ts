import { qrPng } from "@counterfoil/documents";

/** Under which the QR code of a bank transfer is attached to a mail. */
export const TRANSFER_CONTENT_ID = "transfer";

/** The name among a mail's particulars of what the code holds: placeholders begin with a capital, so none stands for it. */
export const TRANSFER_CONTENT = "transferContent";

/** The QR code of a bank transfer as a picture in the address itself. */
export function pictureAddressOf(content: string): string {
  return `data:image/png;base64,${qrPng(content).toString("base64")}`;
}
