import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { client } from "../app/client.ts";
import { namesInBatches } from "./names-in-batches.ts";

const AT_ONCE = 100;
const FIVE_MINUTES = 300_000;

const readName = namesInBatches(async (ids) => {
  const names = new Map<string, string>();
  for (let start = 0; start < ids.length; start += AT_ONCE) {
    const some = ids.slice(start, start + AT_ONCE);
    const { data } = await client.accounts.list({
      filters: [{ field: "id", operator: "in", value: some }],
      limit: AT_ONCE,
    });
    for (const { id, name } of data) names.set(id, name);
  }
  return names;
});

/** What an account is called; undefined while it is read. */
export function useAccountName(id: string | undefined): string | undefined {
  return useQuery({
    queryKey: ["account-name", id],
    queryFn: () => readName(id ?? ""),
    enabled: id !== undefined,
    staleTime: FIVE_MINUTES,
  }).data;
}

export function AccountName({ id }: { readonly id: string }) {
  const name = useAccountName(id);
  return name === undefined ? <span className="text-muted">…</span> : <span title={name}>{name}</span>;
}

export function AccountLink({ id }: { readonly id: string }) {
  return (
    <Link to={`/accounts/${id}`} className="font-medium hover:underline">
      <AccountName id={id} />
    </Link>
  );
}
