import { Decimal, invariant, type InvoiceLineDraft } from "@counterfoil/engine";
import type { BilledTerms, CountedUsage, NewInvoiceLine, StoredExplanation, StoredStep } from "@counterfoil/storage";
import { groupingOf, instants, type LoadedContract, meanOver } from "../contracts/index.ts";
import { billedTerms } from "./billed-terms.ts";
import { plainJson } from "../plain-json.ts";
import { localDay } from "../time.ts";
import { inputsHash } from "./inputs-hash.ts";

/**
 * A line's row with everything that its amount follows from: the terms of its price, how its usage was counted, and a
 * hash over it (R-RATE-5). Later changes of the metric, the contract or the time zone do not affect it.
 */
export function freezeLine(
  loaded: LoadedContract,
  line: InvoiceLineDraft,
  row: Omit<NewInvoiceLine, "explanation" | "terms">,
): NewInvoiceLine {
  const terms = termsOf(loaded, line);
  const counted = countedUsage(loaded, line);
  const stored = storedExplanation(line);
  const explanation: StoredExplanation = {
    ...stored,
    ...(terms === undefined ? {} : { terms: terms.hash }),
    ...(counted === undefined ? {} : { counted }),
    ...conversionOf(loaded, stored, line.quantity),
  };
  const frozen = { ...row, explanation };
  const hash = inputsHash({ ...loaded.subscription, currency: loaded.contract.currency }, frozen);
  return {
    ...frozen,
    explanation: { ...explanation, inputsHash: hash },
    ...(terms === undefined ? {} : { terms }),
  };
}

/**
 * A line that is never stored and needs no explanation: of usage only what tells that it has no price. The hash and the terms
 * cost more than rating the usage.
 */
export function unfrozenLine(
  loaded: LoadedContract,
  line: InvoiceLineDraft,
  row: Omit<NewInvoiceLine, "explanation" | "terms">,
): NewInvoiceLine {
  if (line.explanation.basis.kind !== "usage") return freezeLine(loaded, line, row);
  const steps = line.explanation.steps.filter(({ kind }) => kind === "unpriced");
  return { ...row, explanation: storedExplanation({ explanation: { ...line.explanation, usage: null, steps } }) };
}

/** What is printed about a converted price in addition to its exchange rate. */
function conversionOf(
  { subscription, contract }: LoadedContract,
  { conversionRate, steps }: StoredExplanation,
  quantity: Decimal,
): Pick<StoredExplanation, "conversion"> {
  const { sourceCurrency, conversionRateDate } = subscription;
  if (conversionRate === null || sourceCurrency === null) return {};
  return {
    conversion: {
      sourceCurrency,
      sourceUnitPrice: unitPriceOf(steps, quantity),
      rateDate: conversionRateDate === null ? null : localDay(conversionRateDate, contract.timeZone),
    },
  };
}

/**
 * Like the engine's `singleUnitPrice`, for stored steps: a draft that is decided again has the steps of the first time.
 */
function unitPriceOf(steps: readonly StoredStep[], quantity: Decimal): string | null {
  const [charge, ...others] = steps.filter(({ kind }) => kind !== "negative_quantity");
  if (charge?.kind !== "unit_price" || others.length > 0) return null;
  const [counted, unitPrice] = [charge["quantity"], charge["unitPrice"]];
  const isWhole = typeof counted === "string" && Decimal.of(counted).equals(quantity);
  return isWhole && typeof unitPrice === "string" ? unitPrice : null;
}

/** Adjustments and credits follow from lines, not from a price. */
function termsOf({ prices }: LoadedContract, { priceId, explanation }: InvoiceLineDraft): BilledTerms | undefined {
  if (explanation.basis.kind === "credit" || explanation.basis.kind === "adjustment") return undefined;
  const price = prices.get(priceId ?? "");
  invariant(price !== undefined, `the price ${priceId} is not sold`);
  return billedTerms(price);
}

function countedUsage(
  loaded: LoadedContract,
  { explanation: { basis }, priceId, versionId, service }: InvoiceLineDraft,
): CountedUsage | undefined {
  if (basis.kind !== "usage") return undefined;
  const { contract } = loaded;
  const version = contract.versions.find(({ id }) => id === versionId);
  const price = version?.prices.find(({ id }) => id === priceId);
  invariant(price !== undefined, `the price ${priceId} is not sold by version ${versionId}`);
  return {
    ...instants(contract, { start: basis.countsFrom, end: service.end }),
    except: basis.gaps.map((gap) => instants(contract, gap)),
    groupBy: [...groupingOf(price)],
    ...meanOver(loaded, price, service),
  };
}

/** Decimals and dates are stored as text. */
function storedExplanation(line: Pick<InvoiceLineDraft, "explanation">): StoredExplanation {
  return plainJson(line.explanation) as StoredExplanation;
}
