import { CounterfoilError } from "@counterfoil/sdk";
import { type FetchQueryOptions, MutationCache, QueryCache, QueryClient, type QueryKey } from "@tanstack/react-query";

/** What was read stays on the screen while it is read again, and is asked for again whenever the window is looked at. */
export const queries = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
  mutationCache: new MutationCache({ onError: leaveWhenSignedOut }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      // The client tries again by itself what can be tried again.
      retry: false,
    },
  },
});

/** Begins to read, and waits for nothing: the page shows what is there by then, or what failed. */
export function readAhead<Data, Shown, Key extends QueryKey>(query: FetchQueryOptions<Data, Error, Shown, Key>): void {
  void queries.prefetchQuery(query);
}

/** A session that has ended leads to the sign-in, and from there back to this page. */
function leaveWhenSignedOut(error: Error): void {
  if (!(error instanceof CounterfoilError) || error.status !== 401) return;
  const { pathname, search } = window.location;
  if (pathname.startsWith("/app/sign-in")) return;
  window.location.assign(`/app/sign-in?to=${encodeURIComponent(pathname + search)}`);
}
