import type { Credit } from "@counterfoil/sdk";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { pageAt } from "../../routing/page-at.ts";
import { accountQueries } from "./account-queries.ts";
import { LimitRow } from "./limit-row.tsx";

interface LimitsAboveProps {
  readonly accountId: string;
  readonly limits: Credit["spendLimits"];
  readonly nameOf: (limit: Credit["spendLimits"][number]) => string;
}

/** The family limits of accounts above this one. They are changed at their accounts. */
export function LimitsAbove({ accountId, limits, nameOf }: LimitsAboveProps) {
  const { data: family } = useQuery(accountQueries.family(accountId));
  return (
    <section className="mt-4 border-t border-line pt-4">
      <h3 className="text-sm font-semibold">Limits of accounts above</h3>
      <p className="text-sm text-muted">They count usage of all accounts below them together.</p>
      <ul className="mt-1">
        {limits.map((limit) => (
          <li key={limit.id} className="border-b border-line py-3 last:border-0 last:pb-0">
            <LimitRow
              limit={{ ...limit, active: true }}
              use={limit}
              name={nameOf(limit)}
              action={
                <Link
                  {...pageAt("/accounts/$accountId", { tab: "credits" }, { accountId: limit.accountId })}
                  className="min-w-0 wrap-anywhere underline"
                >
                  Limit of {family?.accounts.find(({ id }) => id === limit.accountId)?.name ?? limit.accountId}
                </Link>
              }
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
