import {
  type BilledPart,
  type CountedShare,
  type DatePeriod,
  Decimal,
  type FrozenLine,
  type LineBasis,
  type PricingModel,
  type Proration,
  rememberedWith,
} from "@counterfoil/engine";
import type { BilledTerms, InvoiceLineRow, InvoiceRow, StoredBasis } from "@counterfoil/storage";
import { Temporal } from "temporal-polyfill";
import { priceModel } from "../contracts/index.ts";

/**
 * A stored line in the form in which the engine recomputes it. Undefined for a line that does not come from a contract.
 */
export function toFrozenLine(
  { currency }: Pick<InvoiceRow, "currency">,
  line: InvoiceLineRow,
  terms: BilledTerms | undefined,
): FrozenLine | undefined {
  const { basis, conversionRate } = line.explanation;
  if (basis === undefined) return undefined;
  return {
    kind: line.kind,
    billedIn: { currency, conversionRate: conversionRate === null ? null : Decimal.of(conversionRate) },
    model: terms === undefined ? null : modelOf(terms),
    usageGroup: line.usageGroup,
    proration: line.proration,
    basis: readBasis(basis as StoredBasis & WrittenBasis),
  };
}

/** Many lines share the same terms, so their model is parsed once. */
const modelOf = rememberedWith((terms: BilledTerms): PricingModel => priceModel(terms.price));

/** The basis as JSON. */
type WrittenBasis =
  | { kind: "price" }
  | {
      kind: "usage";
      countsFrom: string;
      gaps: WrittenPeriod[];
      unitsShare: Proration | null;
      billed: WrittenPart[];
      noted?: string;
      most?: string;
      settledBefore?: string;
      settledByNotes?: string;
      bearsBilledTaxes?: true;
      isPart?: boolean;
    }
  | { kind: "credit"; of: WrittenPart; credited: WrittenPart[]; noted?: string; most?: string; bearsBilledTaxes?: true }
  | {
      kind: "adjustment";
      rule: "percentage" | "amount" | "minimum" | "maximum";
      value: string;
      period: WrittenPeriod;
      positions: number[];
      shares?: (CountedShare | null)[];
      spentBefore: string;
      adjustedBefore: string;
      oneOffs?: string;
      settledHere?: string;
      most?: string;
      left?: { own: string; charged: string };
      settledByNotes?: string;
    };

interface WrittenPeriod {
  start: string;
  end: string;
}

interface WrittenPart {
  lineId: string | null;
  quantity: string;
  amount: string;
}

function readBasis(basis: WrittenBasis): LineBasis {
  switch (basis.kind) {
    case "price":
      return { kind: "price" };
    case "usage":
      return {
        kind: "usage",
        countsFrom: Temporal.PlainDate.from(basis.countsFrom),
        gaps: basis.gaps.map(toPeriod),
        unitsShare: basis.unitsShare,
        billed: basis.billed.map(toPart),
        ...writtenAmounts(basis, ["noted", "most", "settledBefore", "settledByNotes"]),
        ...(basis.bearsBilledTaxes === undefined ? {} : { bearsBilledTaxes: true }),
        ...(basis.isPart === undefined ? {} : { isPart: basis.isPart }),
      };
    case "credit":
      return {
        kind: "credit",
        of: toPart(basis.of),
        credited: basis.credited.map(toPart),
        ...writtenAmounts(basis, ["noted", "most"]),
        ...(basis.bearsBilledTaxes === undefined ? {} : { bearsBilledTaxes: true }),
      };
    case "adjustment": {
      const { oneOffs, left, most: _most, settledByNotes: _settled, settledHere: _here, ...rest } = basis;
      return {
        ...rest,
        ...(left === undefined ? {} : { left: { own: Decimal.of(left.own), charged: Decimal.of(left.charged) } }),
        ...writtenAmounts(basis, ["settledHere", "most", "settledByNotes"]),
        ...(oneOffs === undefined ? {} : { oneOffs: Decimal.of(oneOffs) }),
        value: Decimal.of(basis.value),
        period: toPeriod(basis.period),
        spentBefore: Decimal.of(basis.spentBefore),
        adjustedBefore: Decimal.of(basis.adjustedBefore),
      };
    }
  }
}

/** The given members, if they are present. */
function writtenAmounts<Name extends string>(
  basis: { readonly [Member in Name]?: string },
  names: readonly Name[],
): { [Member in Name]?: Decimal } {
  const written = names.flatMap((name) => {
    const text = basis[name];
    return text === undefined ? [] : [[name, Decimal.of(text)] as const];
  });
  return Object.fromEntries(written) as { [Member in Name]?: Decimal };
}

function toPeriod({ start, end }: WrittenPeriod): DatePeriod {
  return { start: Temporal.PlainDate.from(start), end: Temporal.PlainDate.from(end) };
}

function toPart({ lineId, quantity, amount }: WrittenPart): BilledPart {
  return { lineId, quantity: Decimal.of(quantity), amount: Decimal.of(amount) };
}

/** The lines that a line's amount followed from, in their state at that time. */
export function partsOf(basis: LineBasis): readonly BilledPart[] {
  if (basis.kind === "usage") return basis.billed;
  return basis.kind === "credit" ? [basis.of, ...basis.credited] : [];
}
