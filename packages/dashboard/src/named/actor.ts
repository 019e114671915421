import { useQuery } from "@tanstack/react-query";
import { asked } from "../server/asked.ts";
import { toWords } from "../format/words.ts";

interface Actor {
  readonly type: string;
  readonly id: string | null;
}

/**
 * The name of an actor. People and keys that no longer exist are shown by their ID. Only for people with the scope
 * `admin`: others may not read the lists of people and keys.
 */
export function useActorName(): (actor: Actor) => string {
  const people = useQuery({
    ...asked((api) => api.people.list({ limit: 100 }).all()),
    staleTime: 60_000,
  });
  const keys = useQuery({
    ...asked((api) => api.apiKeys.list({ limit: 100 }).all()),
    staleTime: 60_000,
  });
  const names = new Map([...(people.data ?? []), ...(keys.data ?? [])].map(({ id, name }) => [id, name]));
  return ({ type, id }) => {
    if (id === null) return toWords(type);
    const name = names.get(id);
    if (type === "api_key") return `Key ${name ?? id}`;
    return name ?? (type === "" || type === "person" ? id : `${toWords(type)} ${id}`);
  };
}
