import type { MarginUndecided } from "@counterfoil/sdk";
import { Card } from "../../design/card.tsx";
import { count } from "../../format/words.ts";
import { AccountLink } from "../../named/account-name.tsx";

/** Accounts whose running revenue is missing from the figures, each with the reason. */
export function UndecidedCard({ undecided }: { readonly undecided: readonly MarginUndecided[] }) {
  if (undecided.length === 0) return null;
  return (
    <Card
      className="mb-4"
      title={`Running revenue of ${count(undecided.length, "account")} is missing`}
      note="Counterfoil cannot bill their usage now, so only issued invoices count. Fix the reason, then reload the page."
    >
      <ul className="flex max-h-60 flex-col gap-2 overflow-y-auto text-sm">
        {undecided.map(({ accountId, detail }) => (
          <li key={accountId}>
            <AccountLink id={accountId} /> <span className="text-muted">{detail}</span>
          </li>
        ))}
      </ul>
    </Card>
  );
}
