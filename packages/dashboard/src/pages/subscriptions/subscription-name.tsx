import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { subscriptionQueries } from "./subscription-queries.ts";

/** The name of a subscription. */
export function SubscriptionName({ id, isLink = false }: { readonly id: string; readonly isLink?: boolean }) {
  const { data } = useQuery({ ...subscriptionQueries.one(id), staleTime: 300_000 });
  const text = data?.name ?? "…";
  return isLink ? (
    <Link to={`/subscriptions/${id}`} className="hover:underline">
      {text}
    </Link>
  ) : (
    <>{text}</>
  );
}
