import type { MissingExchangeRate, UsedExchangeRate } from "@counterfoil/sdk";
import { Link } from "@tanstack/react-router";
import { formatMoney, formatQuantity } from "../../format/amount.ts";
import { systemNow } from "../../format/clock.ts";
import { formatDate, toDay } from "../../format/dates.ts";
import { pageAt } from "../../routing/page-at.ts";
import { useMay, useOrganization } from "../../server/session.ts";

/** The reporting part of an answer. Null or undefined if the organization has no reporting currency. */
export interface Reported {
  readonly currency: string;
  readonly rates: readonly UsedExchangeRate[];
  readonly missing: readonly MissingExchangeRate[];
}

interface ReportedTotalProps {
  readonly reporting: Reported | null | undefined;
  /** The sum of all currencies. Null if a rate is missing. */
  readonly total: string | null | undefined;
  /** What is added: `MRR of all currencies`. */
  readonly name: string;
}

/** A total of all currencies with the rates behind it, or which rate is missing. Nothing if there is one currency. */
export function ReportedTotal({ reporting, total, name }: ReportedTotalProps) {
  if (!isReported(reporting)) return null;
  return (
    <div className="mt-3 border-t border-line pt-2 text-xs text-muted">
      {total !== null && total !== undefined && (
        <p>
          {name}: <span className="figures font-medium text-ink">{formatMoney(total, reporting.currency)}</span>
        </p>
      )}
      <RateNote {...reporting} />
    </div>
  );
}

/** The line of a month's tip. None if its total is unknown. */
export function totalLine<Member extends string>(
  reporting: (Reported & { readonly items: readonly MonthTotal<Member>[] }) | null | undefined,
  month: string,
  member: Member,
): (readonly [string, string])[] {
  if (!isReported(reporting)) return [];
  const total = reporting.items.find((item) => item.month === month)?.[member] ?? null;
  return total === null ? [] : [["All currencies", formatMoney(total, reporting.currency)]];
}

type MonthTotal<Member extends string> = { readonly month: string } & { readonly [Name in Member]: string | null };

/** Whether there is anything to convert. */
export function isReported<Of extends Reported>(reporting: Of | null | undefined): reporting is Of {
  return reporting !== null && reporting !== undefined && reporting.rates.length + reporting.missing.length > 0;
}

/**
 * The newest rates that were used, and the missing ones with a link to enter them. A future day takes a rate of today.
 */
export function RateNote({ currency, rates, missing }: Reported) {
  const mayWrite = useMay("write");
  const { timezone } = useOrganization();
  const today = toDay(systemNow(), timezone);
  return (
    <>
      {rates.length > 0 && (
        <p className="figures">
          {rates
            .map((of) => `1 ${of.fromCurrency} = ${formatQuantity(of.rate)} ${currency} (${formatDate(of.date)})`)
            .join(", ")}
        </p>
      )}
      {missing.map(({ fromCurrency, date }) => (
        <p key={fromCurrency}>
          A rate from {fromCurrency} to {currency} is missing for {formatDate(date)}.{" "}
          {mayWrite && (
            <Link
              {...pageAt("/settings", {
                part: "currencies",
                missing: `${fromCurrency} ${date < today ? date : today}`,
              })}
              className="text-accent underline"
            >
              Enter rate
            </Link>
          )}
        </p>
      ))}
    </>
  );
}
