import { invariant } from "../assertions.ts";
import { Decimal } from "../decimal/decimal.ts";
import { allocate } from "../money/allocate.ts";
import { minorUnits } from "../money/currency.ts";
import { roundToMinorUnit } from "../money/money.ts";

/** An invoice line that credit can pay, including its tax. */
export interface PayableLine {
  readonly id: string;
  readonly productId: string | null;
  /** The metric that measures its whole quantity; null if there is none, or several. */
  readonly metricId: string | null;
  readonly quantity: Decimal;
  readonly amount: Decimal;
  /** Of an adjustment: the IDs of the lines from which it was decided. */
  readonly counts?: readonly string[];
}

/** An invoice that credit can pay. */
export interface PayableInvoice {
  readonly currency: string;
  /** Including tax. Credit never pays more than this. */
  readonly total: Decimal;
  readonly lines: readonly PayableLine[];
}

/** Prepaid credit with a balance left. Grants are listed in the order in which they are used. */
export interface UsableGrant {
  readonly id: string;
  /** Exactly one of `currency` and `metricId` is set: it is the unit of the balance. */
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
  /** The amount by which it reduces the invoice. Equal to `amount` for a grant of money. */
  readonly paid: Decimal;
  /** How much it pays of each line, in the order in which lines are paid. The parts sum to the draw. */
  readonly lines: readonly DrawnLine[];
}

/** The amount that a draw pays of a line. */
export interface DrawnLine {
  readonly lineId: string;
  readonly amount: Decimal;
  readonly paid: Decimal;
}

/** A line while grants are drawn. Its amount is what negative lines leave of it. */
interface OpenLine extends PayableLine {
  /** The unpaid part. */
  left: Decimal;
}

/**
 * How much prepaid credit an invoice uses, grant by grant in the given order (R-INV-8). A grant pays for the lines of
 * its products, after discounts and including tax. A grant of units pays for usage of its metric, each unit at the
 * line's average price. No line is paid twice, and nothing goes below zero.
 */
export function drawCredit(invoice: PayableInvoice, grants: readonly UsableGrant[]): CreditDraw[] {
  const { currency } = invoice;
  const lines = openLines(invoice);
  let due = invoice.total;
  const draws: CreditDraw[] = [];
  for (const [place, grant] of grants.entries()) {
    if (!due.isPositive()) break;
    const laterGrants = grants.slice(place + 1);
    // Lines that fewer of the later grants can pay come first, so that as much as possible is paid.
    const rivals = (line: OpenLine) => laterGrants.filter((other) => paysFor(other, line, currency)).length;
    const payable = lines.filter((line) => paysFor(grant, line, currency)).toSorted((a, b) => rivals(a) - rivals(b));
    const draw = drawFrom(grant, payable, due, currency);
    if (draw === undefined) continue;
    due = due.minus(draw.paid);
    draws.push(draw);
  }
  return draws;
}

/**
 * The lines that can be paid, after what negative lines take off. A discount or maximum reduces the lines from which it was decided, in
 * proportion to their amounts. Other negative lines reduce lines of their product, and without a product only the total.
 */
function openLines({ lines, currency }: PayableInvoice): OpenLine[] {
  const open = lines.filter(({ amount }) => amount.isPositive()).map((line) => ({ ...line, left: line.amount }));
  for (const { productId, amount, counts = [] } of lines) {
    if (!amount.isNegative()) continue;
    if (counts.length > 0) {
      shareOut(
        amount.negate(),
        open.filter(({ id }) => counts.includes(id)),
        currency,
      );
    } else if (productId !== null) {
      takeInTurn(
        amount.negate(),
        open.filter((line) => line.productId === productId),
      );
    }
  }
  return open.map((line) => ({ ...line, amount: line.left }));
}

function shareOut(amount: Decimal, lines: readonly OpenLine[], currency: string): void {
  const weights = lines.map(({ left }) => left);
  const whole = Decimal.sum(weights);
  if (!whole.isPositive()) return;
  const shares = allocate(Decimal.min(amount, whole), weights, minorUnits(currency));
  for (const [place, line] of lines.entries()) {
    const share = shares[place];
    invariant(share !== undefined, "each line has a share");
    line.left = line.left.minus(share);
  }
}

function takeInTurn(amount: Decimal, lines: readonly OpenLine[]): void {
  let rest = amount;
  for (const line of lines) {
    const taken = Decimal.min(line.left, rest);
    line.left = line.left.minus(taken);
    rest = rest.minus(taken);
  }
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

/** Each unit is worth line ÷ quantity. The unpaid part of the line uses as few units as cover it. */
function drawUnits(rest: Decimal, open: Decimal, { quantity, amount }: OpenLine, currency: string): Part {
  const needed = open.equals(amount) ? quantity : open.times(quantity).dividedBy(amount, UNIT_SCALE, "ceiling");
  if (needed.compare(rest) <= 0) return { amount: needed, paid: open };
  const value = roundToMinorUnit(rest.times(amount).dividedBy(quantity, VALUE_SCALE, "half_away_from_zero"), currency);
  const paid = Decimal.min(value, open);
  return paid.isPositive() ? { amount: rest, paid } : { amount: Decimal.zero, paid: Decimal.zero };
}

/** Decimals of a fraction of a unit, and of the value of units before it is rounded to the minor unit. */
const UNIT_SCALE = 6;
const VALUE_SCALE = 20;
