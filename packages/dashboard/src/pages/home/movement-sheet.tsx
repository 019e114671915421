import type { RecurringMovement, RecurringMovementSubscription } from "@counterfoil/sdk";
import { Link } from "@tanstack/react-router";
import { Dialog } from "../../design/dialog.tsx";
import { Money } from "../../design/money.tsx";
import { Nothing } from "../../design/when.tsx";
import { formatDate } from "../../format/dates.ts";
import { toWords } from "../../format/words.ts";
import { AccountLink } from "../../named/account-name.tsx";
import { PriceName } from "../subscriptions/price-name.tsx";

/** What a movement is made of: each subscription, price by price, before and after. */
export function MovementSheet({
  movement,
  onClose,
}: {
  readonly movement: RecurringMovement | null;
  readonly onClose: () => void;
}) {
  return (
    <Dialog
      title={movement === null ? "Movement" : `${toWords(movement.type)} on ${formatDate(movement.day)}`}
      note="Recurring revenue by the month, price by price, the day before and from that day on."
      isOpen={movement !== null}
      onClose={onClose}
      place="side"
    >
      {movement !== null && (
        <div className="flex flex-col gap-5">
          <p className="text-sm">
            <AccountLink id={movement.accountId} /> went from{" "}
            <Money amount={movement.before} currency={movement.currency} /> to{" "}
            <Money amount={movement.after} currency={movement.currency} strong />.
          </p>
          {movement.subscriptions.map((subscription) => (
            <Parts key={subscription.subscriptionId} subscription={subscription} currency={movement.currency} />
          ))}
        </div>
      )}
    </Dialog>
  );
}

function Parts({
  subscription: { subscriptionId, before, after },
  currency,
}: {
  readonly subscription: RecurringMovementSubscription;
  readonly currency: string;
}) {
  const parts = [...(before?.parts ?? []), ...after.parts];
  const keys = [...new Set(parts.map(({ priceId, adjustmentId }) => priceId ?? adjustmentId ?? ""))];
  const amountIn = (side: typeof before, key: string) =>
    side?.parts.find(({ priceId, adjustmentId }) => (priceId ?? adjustmentId) === key)?.amount;
  const cell = (amount: string | undefined) =>
    amount === undefined ? <Nothing /> : <Money amount={amount} currency={currency} />;
  return (
    <section>
      <h3 className="mb-1 text-sm font-medium">
        <Link to={`/subscriptions/${subscriptionId}`} className="hover:underline">
          Subscription
        </Link>
      </h3>
      <table className="w-full text-sm">
        <thead>
          <tr className="text-left text-xs text-muted">
            <th scope="col" className="py-1 font-medium">
              Price
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              Before
            </th>
            <th scope="col" className="py-1 text-right font-medium">
              After
            </th>
          </tr>
        </thead>
        <tbody>
          {keys.map((key) => (
            <tr key={key} className="border-t border-line">
              <td className="py-1.5">{key.startsWith("price_") ? <PriceName id={key} /> : "Discount"}</td>
              <td className="py-1.5 text-right">{cell(amountIn(before, key))}</td>
              <td className="py-1.5 text-right">{cell(amountIn(after, key))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-line-strong font-medium">
            <th scope="row" className="py-1.5 text-left font-medium">
              In all
            </th>
            <td className="py-1.5 text-right">{cell(before?.amount)}</td>
            <td className="py-1.5 text-right">{cell(after.amount)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
