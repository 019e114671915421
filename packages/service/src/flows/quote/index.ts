export { acceptQuote } from "./accept-quote.ts";
export { createQuote } from "./create-quote.ts";
