import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useDeferredValue, useState } from "react";
import type { Asked } from "../server/asked.ts";
import { type FoundOption, SearchField, type SearchFieldLook } from "./search-field.tsx";

export interface PickFieldProps<Answer> extends SearchFieldLook {
  /** Asks the server for matches of a text. */
  readonly search: (text: string) => Asked<Answer>;
  readonly options: (answer: Answer) => readonly FoundOption[];
  /** The current choice as text. Null if there is none. */
  readonly chosen: string | null;
  readonly onChoose: (id: string | null) => void;
}

/** A choice of one of many options, which the server finds while the person types. */
export function PickField<Answer>({ search, options: optionsOf, ...field }: PickFieldProps<Answer>) {
  const [text, setText] = useState<string | null>(null);
  const wanted = useDeferredValue((text ?? "").trim());
  const { data, isFetching } = useQuery({
    ...search(wanted),
    select: optionsOf,
    enabled: text !== null,
    placeholderData: keepPreviousData,
  });
  return <SearchField {...field} text={text} onText={setText} options={data ?? []} isSearching={isFetching} />;
}
