export { hashQuoteToken, noQuote, type Quote, refuseExpired, toQuote } from "./quote.ts";
export { admitByQuoteToken, getQuote, getQuoteSignature } from "./read-quote.ts";
export { renderQuotePdf, renderSubscriptionPdf } from "./render-quote-pdf.ts";
export { sendQuote } from "./send-quote.ts";
