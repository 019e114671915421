import { formatMoney, formatQuantity, isNegative } from "../format/amount.ts";
import { classes } from "./classes.ts";

/** An amount with all its digits. */
export function Money({
  amount,
  currency,
  strong = false,
}: {
  readonly amount: string;
  readonly currency: string;
  readonly strong?: boolean;
}) {
  return (
    <span className={classes("figures whitespace-nowrap", strong && "font-semibold", isNegative(amount) && "text-bad")}>
      {formatMoney(amount, currency)}
    </span>
  );
}

export function Quantity({ quantity }: { readonly quantity: string }) {
  return <span className="figures whitespace-nowrap">{formatQuantity(quantity)}</span>;
}
