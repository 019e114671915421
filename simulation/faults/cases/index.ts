import type { FaultCase } from "../fault-case.ts";
import { accountCases } from "./account-cases.ts";
import { dueCases } from "./due-cases.ts";
import { invoiceCases } from "./invoice-cases.ts";
import { noteCases } from "./note-cases.ts";
import { paymentCases } from "./payment-cases.ts";
import { peopleCases } from "./people-cases.ts";
import { portalCases } from "./portal-cases.ts";
import { subscriptionCases } from "./subscription-cases.ts";
import { viewCases } from "./view-cases.ts";

/** Every use case that writes money, with an object to work on. */
export const moneyCases: readonly FaultCase[] = [...invoiceCases, ...subscriptionCases, ...paymentCases, ...dueCases];

/** Use cases of accounts, people and customers, which move no money. */
export const peoplesCases: readonly FaultCase[] = [
  ...accountCases,
  ...peopleCases,
  ...portalCases,
  ...noteCases,
  ...viewCases,
];

export const faultCases: readonly FaultCase[] = [...moneyCases, ...peoplesCases];
