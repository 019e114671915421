import type { FaultCase } from "../fault-case.ts";
import { dueCases } from "./due-cases.ts";
import { invoiceCases } from "./invoice-cases.ts";
import { paymentCases } from "./payment-cases.ts";
import { subscriptionCases } from "./subscription-cases.ts";

/** Every use case that writes money, at work on something. */
export const faultCases: readonly FaultCase[] = [...invoiceCases, ...subscriptionCases, ...paymentCases, ...dueCases];
