import { amountBounds, boundsText, Decimal, isCurrency, type SentCost } from "@counterfoil/engine";
import type { Fault } from "../errors/index.ts";
import { memberPointer } from "./member-pointer.ts";
import { ExactNumber } from "./parse-event-json.ts";

const EXAMPLE = '{"amount": "0.0125", "currency": "USD"}';

/** Reads what an event costs the organization (R-COST-1); null as nothing, because reads show it. Adds what is wrong to `faults`. */
export function checkCost(sent: unknown, faults: Fault[]): SentCost | undefined {
  if (sent === undefined || sent === null) return undefined;
  if (typeof sent !== "object" || Array.isArray(sent) || sent instanceof ExactNumber) {
    faults.push({ pointer: "/cost", code: "wrong_type", detail: `cost must be an object such as ${EXAMPLE}.` });
    return undefined;
  }
  const members = sent as Record<string, unknown>;
  for (const member of Object.keys(members)) {
    if (member === "amount" || member === "currency") continue;
    const detail = `A cost has only the members amount and currency, as in ${EXAMPLE}.`;
    faults.push({ pointer: `/cost${memberPointer(member)}`, code: "unknown_member", detail });
  }
  const amount = readAmount(members["amount"], faults);
  const currency = readCurrency(members["currency"], faults);
  return amount === undefined || currency === undefined ? undefined : { amount, currency };
}

function readAmount(value: unknown, faults: Fault[]): Decimal | undefined {
  const pointer = "/cost/amount";
  if (value === undefined) {
    faults.push({ pointer, code: "required", detail: "cost.amount is required." });
    return undefined;
  }
  const amount = decimalOf(value);
  if (amount === undefined) {
    const detail = 'cost.amount must be a decimal, as a string such as "0.0125" or as a number.';
    faults.push({ pointer, code: "wrong_format", detail });
  } else if (amount.isNegative()) {
    faults.push({ pointer, code: "below_minimum", detail: "cost.amount must be zero or more." });
  } else if (!amount.fits(amountBounds)) {
    const detail = `cost.amount must have ${boundsText(amountBounds)}.`;
    faults.push({ pointer, code: "number_out_of_range", detail });
  } else {
    return amount;
  }
  return undefined;
}

function decimalOf(value: unknown): Decimal | undefined {
  if (value instanceof ExactNumber) return value.value;
  if (typeof value === "number") return Decimal.fromNumber(value);
  return typeof value === "string" ? Decimal.parse(value) : undefined;
}

function readCurrency(value: unknown, faults: Fault[]): string | undefined {
  if (typeof value === "string" && isCurrency(value)) return value;
  const pointer = "/cost/currency";
  if (value === undefined) {
    faults.push({ pointer, code: "required", detail: "cost.currency is required." });
  } else {
    const shown = JSON.stringify(value).slice(0, 40);
    const detail = `cost.currency must be an ISO 4217 code such as USD. It is ${shown}.`;
    faults.push({ pointer, code: "unknown_currency", detail });
  }
  return undefined;
}
