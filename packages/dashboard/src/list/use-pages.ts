import type { Pages } from "@counterfoil/sdk";
import type { Client } from "@counterfoil/sdk";
import { keepPreviousData, useQueries, useQuery } from "@tanstack/react-query";
import { useCallback, useState } from "react";
import { asked } from "../server/asked.ts";
import { client } from "../server/client.ts";
import type { Rows } from "./rows.ts";

const PAGE = 100;

interface Source<Page extends { readonly pageCount: number }, Row> {
  readonly list: (api: Client, where: { page: number; limit: number }) => Pages<Page, Row>;
  readonly items: (page: Page) => readonly Row[];
}

/** A list in numbered pages. Any position can be shown, and only visible pages are loaded. */
export function usePages<Page extends { readonly pageCount: number }, Row>({
  list,
  items,
}: Source<Page, Row>): Rows<Row> {
  const [[firstPage, lastPage], setWanted] = useState<readonly [number, number]>([1, 1]);
  const query = (page: number) => asked((api) => list(api, { page, limit: PAGE }));
  const first = useQuery({ ...query(1), placeholderData: keepPreviousData });
  const pageCount = first.data?.pageCount ?? 0;
  const numbers = range(Math.max(2, firstPage), Math.min(pageCount, lastPage));
  const others = useQueries({ queries: numbers.map(query) });
  const pages = new Map(numbers.map((number, index) => [number, others[index]?.data]));
  if (first.data !== undefined) pages.set(1, first.data);
  const final = pages.get(pageCount);
  const length = pageCount === 0 ? 0 : (pageCount - 1) * PAGE + (final === undefined ? PAGE : items(final).length);
  const want = useCallback((from: number, to: number) => {
    const next = [Math.floor(from / PAGE) + 1, Math.floor(to / PAGE) + 1] as const;
    setWanted((before) => (before[0] === next[0] && before[1] === next[1] ? before : next));
  }, []);
  return {
    length,
    at: (index) => {
      const page = pages.get(Math.floor(index / PAGE) + 1);
      return page === undefined ? undefined : items(page)[index % PAGE];
    },
    want,
    isPending: first.isPending,
    error: first.error ?? others.find(({ error }) => error !== null)?.error ?? null,
    retry: () => void Promise.all([first.refetch(), ...others.map(({ refetch }) => refetch())]),
    all: () => list(client, { page: 1, limit: PAGE }),
  };
}

function range(from: number, to: number): number[] {
  return Array.from({ length: Math.max(0, to - from + 1) }, (_, index) => from + index);
}
