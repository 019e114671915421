import { Decimal } from "../decimal/decimal.ts";
import { roundToMinorUnit } from "../money/money.ts";

/** A line of an invoice as credit pays for it: with its tax. */
export interface PayableLine {
  readonly id: string;
  readonly productId: string | null;
  /** The metric that its whole quantity is measured by; null where there is none, or several. */
  readonly metricId: string | null;
  readonly quantity: Decimal;
  readonly amount: Decimal;
}

/** An invoice that credit pays for. */
export interface PayableInvoice {
  readonly currency: string;
  /** With tax: no more than this is ever paid. */
  readonly total: Decimal;
  readonly lines: readonly PayableLine[];
}

/** Prepaid credit with something left; grants are given in the order in which they are used. */
export interface UsableGrant {
  readonly id: string;
  /** One of the two: what the balance is counted in. */
  readonly currency: string | null;
  readonly metricId: string | null;
  readonly balance: Decimal;
  /** Empty: every product. */
  readonly productIds: readonly string[];
}

export interface CreditDraw {
  readonly grantId: string;
  /** In the grant's currency or units, more than 0. */
  readonly amount: Decimal;
  /** What it takes off the invoice; the same where the grant is of money. */
  readonly paid: Decimal;
  /** What of it pays which line, in the order in which lines are paid. The parts sum to the draw. */
  readonly lines: readonly DrawnLine[];
}

/** What a draw pays of a line. */
export interface DrawnLine {
  readonly lineId: string;
  readonly amount: Decimal;
  readonly paid: Decimal;
}

/** What is left to pay of a line while grants draw on it. */
interface OpenLine extends PayableLine {
  left: Decimal;
}

/**
 * What an invoice uses up of prepaid credit, grant by grant in the order given (R-INV-8). A grant pays for the lines of its
 * products, after discounts and with their tax; one of units pays for usage of its metric, each unit at what the line costs on
 * average. No line is paid twice, and nothing goes below zero.
 */
export function drawCredit(invoice: PayableInvoice, grants: readonly UsableGrant[]): CreditDraw[] {
  const { currency } = invoice;
  const lines = openLines(invoice.lines);
  let due = invoice.total;
  const draws: CreditDraw[] = [];
  for (const [place, grant] of grants.entries()) {
    if (!due.isPositive()) break;
    const laterGrants = grants.slice(place + 1);
    // What fewer of the later grants can pay for comes first, so that as much as possible is paid.
    const rivals = (line: OpenLine) => laterGrants.filter((other) => paysFor(other, line, currency)).length;
    const payable = lines.filter((line) => paysFor(grant, line, currency)).toSorted((a, b) => rivals(a) - rivals(b));
    const draw = drawFrom(grant, payable, due, currency);
    if (draw === undefined) continue;
    due = due.minus(draw.paid);
    draws.push(draw);
  }
  return draws;
}

/** Lines below zero take off from those of the same product; those of no product only lower what is due in all. */
function openLines(lines: readonly PayableLine[]): OpenLine[] {
  const open = lines.filter(({ amount }) => amount.isPositive()).map((line) => ({ ...line, left: line.amount }));
  for (const { productId, amount } of lines) {
    if (!amount.isNegative() || productId === null) continue;
    let off = amount.negate();
    for (const line of open.filter((one) => one.productId === productId)) {
      const taken = Decimal.min(line.left, off);
      line.left = line.left.minus(taken);
      off = off.minus(taken);
    }
  }
  return open;
}

function paysFor(grant: UsableGrant, line: OpenLine, currency: string): boolean {
  if (!line.left.isPositive()) return false;
  if (grant.productIds.length > 0 && !grant.productIds.includes(line.productId ?? "")) return false;
  return grant.metricId === null
    ? grant.currency === currency
    : grant.metricId === line.metricId && line.quantity.isPositive();
}

function drawFrom(
  grant: UsableGrant,
  lines: readonly OpenLine[],
  due: Decimal,
  currency: string,
): CreditDraw | undefined {
  let [amount, paid] = [Decimal.zero, Decimal.zero];
  const drawn: DrawnLine[] = [];
  for (const line of lines) {
    const open = Decimal.min(line.left, due.minus(paid));
    const rest = grant.balance.minus(amount);
    const part = grant.metricId === null ? drawMoney(rest, open) : drawUnits(rest, open, line, currency);
    line.left = line.left.minus(part.paid);
    amount = amount.plus(part.amount);
    paid = paid.plus(part.paid);
    if (part.paid.isPositive()) drawn.push({ lineId: line.id, ...part });
  }
  return drawn.length > 0 ? { grantId: grant.id, amount, paid, lines: drawn } : undefined;
}

type Part = Pick<CreditDraw, "amount" | "paid">;

function drawMoney(rest: Decimal, open: Decimal): Part {
  const paid = Decimal.min(rest, open);
  return { amount: paid, paid };
}

/** Units are worth line ÷ quantity each. What is open of the line takes as few units as cover it. */
function drawUnits(rest: Decimal, open: Decimal, { quantity, amount }: OpenLine, currency: string): Part {
  const needed = open.equals(amount) ? quantity : open.times(quantity).dividedBy(amount, UNIT_SCALE, "ceiling");
  if (needed.compare(rest) <= 0) return { amount: needed, paid: open };
  const value = roundToMinorUnit(rest.times(amount).dividedBy(quantity, VALUE_SCALE, "half_away_from_zero"), currency);
  const paid = Decimal.min(value, open);
  return paid.isPositive() ? { amount: rest, paid } : { amount: Decimal.zero, paid: Decimal.zero };
}

/** Decimals of a part of a unit, and of what units are worth before they are rounded to the minor unit. */
const UNIT_SCALE = 6;
const VALUE_SCALE = 20;
