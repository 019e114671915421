import type { ExplainInvoiceLineResult } from "@counterfoil/sdk";
import { classes } from "../../../design/classes.ts";
import { formatMoney, formatPercent, formatQuantity, isZero, toLength } from "../../../format/amount.ts";
import { ExplainPart } from "./explain-part.tsx";
import { type Ladder, ladderOf, type Rung } from "./ladder.ts";
import { currencyOfStep } from "./step-words.ts";

/** The tiers of the price as a ladder: how far the quantity reaches, and what each tier costs. */
export function TierLadder({ explained }: { readonly explained: ExplainInvoiceLineResult }) {
  const ladder = ladderOf(explained);
  if (ladder === null) return null;
  const currency = currencyOfStep(explained.steps, 0, explained.currency);
  const amount = (exact: string) => (currency === null ? formatQuantity(exact) : formatMoney(exact, currency));
  return (
    <ExplainPart
      title="Tiers"
      note={
        ladder.isVolume
          ? `All ${formatQuantity(ladder.quantity)} units are priced by the tier they reach.`
          : `Each part of ${formatQuantity(ladder.quantity)} is priced by its own tier.`
      }
    >
      <ol className="flex flex-col gap-2">
        {ladder.rungs.map((rung) => (
          <Tier key={rung.number} rung={rung} ladder={ladder} amount={amount} />
        ))}
      </ol>
    </ExplainPart>
  );
}

interface TierProps {
  readonly rung: Rung;
  readonly ladder: Ladder;
  readonly amount: (exact: string) => string;
}

function Tier({ rung, ladder: { isVolume, isPercentage }, amount }: TierProps) {
  const { number, from, upTo, price, fixedFee, fill, isReached, quantity, results } = rung;
  const isCharged = isReached && (!isVolume || quantity !== null);
  return (
    <li className="grid gap-x-4 gap-y-1 text-sm sm:grid-cols-[11rem_1fr_12rem] sm:items-center">
      <div className={classes("figures", !isReached && "text-muted")}>
        <span className="font-medium">Tier {number}</span>{" "}
        <span className="text-muted">
          {upTo === null ? `above ${formatQuantity(from)}` : `up to ${formatQuantity(upTo)}`}
        </span>
      </div>
      <div className="h-5 overflow-hidden rounded-sm bg-sunken" aria-hidden>
        <div
          className={classes("h-full rounded-sm", isCharged ? "bg-chart-1" : "bg-chart-5 opacity-50")}
          style={{ width: `${toLength(fill) * 100}%` }}
        />
      </div>
      <div className="figures text-right">
        {results.length > 0 ? results.map(amount).join(" + ") : "–"}
        <div className="text-xs text-muted">
          {quantity === null ? "" : `${formatQuantity(quantity)} × `}
          {isPercentage ? formatPercent(price) : amount(price)}
          {isZero(fixedFee) ? "" : ` + ${amount(fixedFee)}`}
        </div>
      </div>
    </li>
  );
}
