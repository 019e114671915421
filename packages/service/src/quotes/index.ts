export { lockQuote } from "./lock-quote.ts";
export { QUOTE_STATES, refuseAnswered } from "./quote-state.ts";
export { hashQuoteToken, type Quote, refuseExpired, toQuote } from "./quote.ts";
export { admitByQuoteToken, getQuote, getQuoteSignature, getQuoteState } from "./read-quote.ts";
export { renderQuotePdf, renderSubscriptionPdf } from "./render-quote-pdf.ts";
export { sendQuote } from "./send-quote.ts";
export { declineQuote } from "./decline-quote.ts";
export { getSubscriptionQuote, listSubscriptionsWithQuotes } from "./subscription-quote.ts";
