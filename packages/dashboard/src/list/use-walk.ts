import type { Pages } from "@counterfoil/sdk";
import type { Client } from "@counterfoil/sdk";
import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useCallback } from "react";
import { keyOf } from "../server/asked.ts";
import { client } from "../server/client.ts";
import type { Rows } from "./rows.ts";

const PAGE = 100;
/** The next page is requested when this many rows remain before the end. */
const AHEAD = 30;

interface Source<Page extends object, Row> {
  readonly list: (api: Client, where: { limit: number; cursor?: string }) => Pages<Page, Row>;
  readonly items: (page: Page) => readonly Row[];
  readonly next: (page: Page) => string | null | undefined;
  /** False while a parameter of the list is not known yet. */
  readonly enabled?: boolean;
}

/** A list by cursor. It loads more rows as its end approaches. `first` is its first page, which has the totals. */
export function useWalk<Page extends object, Row>({
  list,
  items,
  next,
  enabled = true,
}: Source<Page, Row>): Rows<Row> & { readonly first: Page | undefined } {
  const walk = useInfiniteQuery({
    queryKey: [...keyOf((api) => list(api, { limit: PAGE })), "walk"],
    initialPageParam: undefined as string | undefined,
    queryFn: async ({ pageParam }) =>
      await list(client, { limit: PAGE, ...(pageParam !== undefined && { cursor: pageParam }) }),
    getNextPageParam: (page: Page) => next(page) ?? undefined,
    placeholderData: keepPreviousData,
    enabled,
  });
  const rows = (walk.data?.pages ?? []).flatMap((page) => items(page));
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = walk;
  const want = useCallback(
    (_: number, last: number) => {
      if (hasNextPage && !isFetchingNextPage && last >= rows.length - AHEAD) void fetchNextPage();
    },
    [hasNextPage, isFetchingNextPage, fetchNextPage, rows.length],
  );
  return {
    first: walk.data?.pages[0],
    length: rows.length + (hasNextPage ? 1 : 0),
    at: (index) => rows[index],
    want,
    isPending: walk.isPending,
    error: walk.error,
    retry: () => void walk.refetch(),
    all: () => list(client, { limit: PAGE }),
  };
}
