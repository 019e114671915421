import { classes } from "../../design/classes.ts";
import { Nothing } from "../../design/when.tsx";
import { formatMoney, formatMoneyRounded, isNegative } from "../../format/amount.ts";

interface MarginAmountProps {
  /** Null if an exchange rate is missing. */
  readonly amount: string | null;
  readonly currency: string;
}

/** An amount with the digits of its currency. Its tooltip and the CSV file have all digits of a cost. */
export function MarginAmount({ amount, currency }: MarginAmountProps) {
  if (amount === null) return <Nothing />;
  return (
    <span
      title={formatMoney(amount, currency)}
      className={classes("figures whitespace-nowrap", isNegative(amount) && "text-bad")}
    >
      {formatMoneyRounded(amount, currency)}
    </span>
  );
}
