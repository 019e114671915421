import { useQuery } from "@tanstack/react-query";
import { client } from "../app/client.ts";
import { toWords } from "../format/words.ts";

interface Actor {
  readonly type: string;
  readonly id: string | null;
}

/** Who did something, by name where it is known: people and keys that are gone are told by their id. */
export function useActorName(): (actor: Actor) => string {
  const people = useQuery({
    queryKey: ["people", "names"],
    queryFn: async () => await client.people.list({ limit: 100 }).all(),
    staleTime: 60_000,
  });
  const keys = useQuery({
    queryKey: ["api-keys", "names"],
    queryFn: async () => await client.apiKeys.list({ limit: 100 }).all(),
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
