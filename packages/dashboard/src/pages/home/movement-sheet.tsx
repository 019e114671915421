import type { RecurringMovement, RecurringMovementSubscription } from "@counterfoil/sdk";
import { Link } from "@tanstack/react-router";
import { Dialog } from "../../design/dialog.tsx";
import { Money } from "../../design/money.tsx";
import { Nothing } from "../../design/when.tsx";
import { formatDate } from "../../format/dates.ts";
import { toWords } from "../../format/words.ts";
import type { Column } from "../../list/column.ts";
import { ExportButton } from "../../list/export-button.tsx";
import { fixedRows } from "../../list/fixed-rows.ts";
import { AccountLink } from "../../named/account-name.tsx";
import { PriceName } from "../subscriptions/price-name.tsx";

interface Part {
  readonly subscriptionId: string;
  /** Null for a discount on the whole subscription. */
  readonly priceId: string | null;
  /** Null for the price itself. Its discount is a separate part. */
  readonly adjustmentId: string | null;
  /** The amount per month. Undefined on the side where it is not sold. */
  readonly before?: string | undefined;
  readonly after?: string | undefined;
}

/** The parts of a movement: each subscription, price by price, before and after. */
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
      note="MRR by price before and after the change."
      isOpen={movement !== null}
      onClose={onClose}
      place="side"
    >
      {movement !== null && (
        <div className="flex flex-col gap-5">
          <div className="flex items-start justify-between gap-4">
            <p className="text-sm">
              <AccountLink id={movement.accountId} /> went from{" "}
              <Money amount={movement.before} currency={movement.currency} /> to{" "}
              <Money amount={movement.after} currency={movement.currency} strong />.
            </p>
            <ExportParts movement={movement} />
          </div>
          {movement.subscriptions.map((subscription) => (
            <Parts key={subscription.subscriptionId} subscription={subscription} currency={movement.currency} />
          ))}
        </div>
      )}
    </Dialog>
  );
}

/** Exports every part of every subscription. */
function ExportParts({
  movement: { day, accountId, currency, subscriptions },
}: {
  readonly movement: RecurringMovement;
}) {
  const rows = fixedRows({
    data: subscriptions.flatMap(partsOf),
    isPending: false,
    error: null,
    refetch: () => undefined,
  });
  const column = (name: string, text: (part: Part) => string | null): Column<Part> => ({ name, cell: text, text });
  const columns = [
    column("Subscription", ({ subscriptionId }) => subscriptionId),
    column("Price", ({ priceId }) => priceId),
    column("Discount", ({ adjustmentId }) => adjustmentId),
    column("Currency", () => currency),
    column("Before", ({ before }) => before ?? null),
    column("After", ({ after }) => after ?? null),
  ];
  return <ExportButton name={`mrr-movement-${day}-${accountId}`} rows={rows} columns={columns} />;
}

function partsOf({ subscriptionId, before, after }: RecurringMovementSubscription): Part[] {
  const sides = [...(before?.parts ?? []), ...after.parts];
  const isSame = (one: (typeof sides)[number]) => (other: typeof one) =>
    one.priceId === other.priceId && one.adjustmentId === other.adjustmentId;
  return sides
    .filter((part, place) => sides.findIndex(isSame(part)) === place)
    .map((part) => ({
      subscriptionId,
      priceId: part.priceId,
      adjustmentId: part.adjustmentId,
      before: before?.parts.find(isSame(part))?.amount,
      after: after.parts.find(isSame(part))?.amount,
    }));
}

function Parts({
  subscription,
  currency,
}: {
  readonly subscription: RecurringMovementSubscription;
  readonly currency: string;
}) {
  const { subscriptionId, before, after } = subscription;
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
          {partsOf(subscription).map((part) => (
            <tr key={`${part.priceId} ${part.adjustmentId}`} className="border-t border-line">
              <td className="py-1.5">
                {part.adjustmentId !== null && (part.priceId === null ? "Discount" : "Discount on ")}
                {part.priceId !== null && <PriceName id={part.priceId} />}
              </td>
              <td className="py-1.5 text-right">{cell(part.before)}</td>
              <td className="py-1.5 text-right">{cell(part.after)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr className="border-t border-line-strong font-medium">
            <th scope="row" className="py-1.5 text-left font-medium">
              Total
            </th>
            <td className="py-1.5 text-right">{cell(before?.amount)}</td>
            <td className="py-1.5 text-right">{cell(after.amount)}</td>
          </tr>
        </tfoot>
      </table>
    </section>
  );
}
