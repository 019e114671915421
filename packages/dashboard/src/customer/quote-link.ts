import { CounterfoilError, type Quote, type QuoteState } from "@counterfoil/sdk";
import { queryOptions } from "@tanstack/react-query";
import { quotes } from "./connection.ts";

/** A quote and what its link allows. */
export interface LinkedQuote extends Quote {
  readonly link: QuoteState;
}

export const quoteQuery = (token: string) =>
  queryOptions({
    queryKey: ["quote", token],
    async queryFn({ signal }): Promise<LinkedQuote> {
      const [quote, link] = await Promise.all([quotes.get(token, { signal }), quotes.getState(token, { signal })]);
      return { ...quote, link };
    },
    retry: false,
  });

/** Whether an answer was refused because the link was answered before. The page then shows that answer. */
export function isAnswered(error: unknown): boolean {
  return error instanceof CounterfoilError && error.status === 409;
}
