import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { asked } from "../server/asked.ts";

/** The name of a subscription. */
export function SubscriptionName({ id, isLink = false }: { readonly id: string; readonly isLink?: boolean }) {
  const { data } = useQuery({ ...asked((api, signal) => api.subscriptions.get(id, { signal })), staleTime: 300_000 });
  const text = data?.name ?? "…";
  return isLink ? (
    <Link to={`/subscriptions/${id}`} className="hover:underline">
      {text}
    </Link>
  ) : (
    <>{text}</>
  );
}
