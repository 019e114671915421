import { type FetchQueryOptions, QueryClient, type QueryKey } from "@tanstack/react-query";

/** Data stays visible while it is read again. It is read again whenever the window gets the focus. */
export const queries = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // The client itself retries what can be retried.
      retry: false,
    },
  },
});

/** Starts reading without waiting. The page then shows the data or the error. */
export function readAhead<Data, Shown, Key extends QueryKey>(query: FetchQueryOptions<Data, Error, Shown, Key>): void {
  void queries.prefetchQuery(query);
}
