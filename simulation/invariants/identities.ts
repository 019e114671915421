import type { StoredLine } from "../platform/ledger.ts";
import { Rational } from "../auditor/rational.ts";
import type { Holdings } from "./holdings.ts";

const CHARGED = ["recurring", "usage", "one_off"];

/**
 * A line's identity is unique, no day of a price is charged twice, and credits give back no more than was charged
 * (invariant 8, R-SUB-5).
 */
export function checkIdentities({ invoices, money }: Holdings): string[] {
  const noted = Map.groupBy(
    money.notes.flatMap(({ lines }) => lines),
    ({ lineId }) => lineId,
  );
  const isGivenBack: IsGivenBack = ({ id, amount }) => {
    const given = Rational.sum((noted.get(id) ?? []).map((line) => Rational.of(line.amount)));
    return !given.isZero() && given.compare(Rational.of(amount)) === 0;
  };
  const billing = invoices.filter(({ status, subscriptionId }) => status !== "void" && subscriptionId !== null);
  const bySubscription = Map.groupBy(billing, ({ subscriptionId }) => subscriptionId);
  return [...bySubscription].flatMap(([subscriptionId, own]) => {
    const lines = own.flatMap((invoice) => invoice.lines).filter(({ priceId }) => priceId !== null);
    const byPrice = Map.groupBy(lines, ({ priceId }) => `${subscriptionId} ${priceId}`);
    return [...byPrice].flatMap(([key, ofPrice]) => [
      ...repetitions(key, ofPrice, isGivenBack),
      ...overcredits(key, ofPrice),
    ]);
  });
}

/** Whether credit notes gave back all of a line. */
type IsGivenBack = (line: StoredLine) => boolean;

/**
 * Charges for the same days beyond the first, unless credits give them back. The order of lines does not matter, because a
 * rebilling draft charges or credits instead of the void invoice.
 */
function repetitions(key: string, lines: readonly StoredLine[], isGivenBack: IsGivenBack): string[] {
  const charges = lines.filter((line) => {
    // What was given back can be charged again. A charge of zero has nothing to give back.
    const isNothing = line.kind === "recurring" && (isGivenBack(line) || Rational.of(line.amount).isZero());
    return CHARGED.includes(line.kind) && !isNothing;
  });
  // Usage without the property of the groups is a group, too; a line that is not grouped is for a period without usage.
  const identityOf = ({ kind, group, isGrouped, start, end }: StoredLine): string =>
    `${kind} ${group ?? (isGrouped ? "without group" : "")} ${start} → ${end}`;
  return [...Map.groupBy(charges, identityOf)].flatMap(([identity, ofIdentity]) => {
    const credits = lines.filter(
      (line) => line.kind === "credit" && identityOf({ ...line, kind: "recurring" }) === identity,
    );
    return ofIdentity.length - credits.length > 1 ? [`${key} ${identity} is billed twice`] : [];
  });
}

function overcredits(key: string, lines: readonly StoredLine[]): string[] {
  const charged = Rational.sum(
    lines.filter(({ kind }) => kind === "recurring").map(({ amount }) => Rational.of(amount)),
  );
  const credited = Rational.sum(lines.filter(({ kind }) => kind === "credit").map(({ amount }) => Rational.of(amount)));
  return charged.plus(credited).isNegative() ? [`${key}: ${credited.toText()} is credited of ${charged.toText()}`] : [];
}
