export { DocumentError, type DocumentErrorCode, type DocumentProblem } from "./document-error.ts";
export { fill } from "./words/words-of.ts";
export { contractName, UNNAMED_CONTRACT } from "./texts/contract-name.ts";
export { lineTexts, type LineTexts } from "./texts/line-texts.ts";
export { isRightToLeft, type Language, languageOf, LANGUAGES, writtenLocale } from "./locale/languages.ts";
export { unitInOrder } from "./format/unit-in-order.ts";
export { formatsOf, type Formats } from "./format/formats.ts";
export type { CurrencyFormat } from "./format/currency-format.ts";
export type { NumberFormat } from "./format/number-format.ts";
export type { PeriodFormat } from "./format/period-format.ts";
export type * from "./document/calendar.ts";
export * from "./document/look.ts";
export type * from "./document/parties.ts";
export type * from "./credit-note/printed-credit-note.ts";
export type * from "./invoice/invoice-document.ts";
export type * from "./quote/printed-quote.ts";
export type * from "./receipt/printed-receipt.ts";
export {
  createDocumentRenderer,
  type DocumentRenderer,
  type DocumentRendererOptions,
  drawingMemoryBytes,
} from "./render/document-renderer.ts";
export { createFairQueue, type FairQueue, type Queued } from "./render/fair-queue.ts";
export { transferCode, type SepaTransfer } from "./payment/transfer-code.ts";
export { qrPng } from "./payment/qr-picture.ts";
export { checkLogo, LARGEST_LOGO_BYTES, type CheckedLogo } from "./logo/check-logo.ts";
export { imageFormat, type ImageFormat } from "./logo/image-format.ts";
