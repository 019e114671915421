import type pg from "pg";

/** A customer in a compared system, by the IDs that the system gave. */
export interface Customer {
  readonly accountId: string;
  readonly subscriptionId: string;
}

/** One day's usage of a customer. */
export interface DayOfUsage {
  /** `2026-01-31`. */
  readonly date: string;
  readonly quantity: number;
}

/**
 * A billing system through its public interface, so that the same work runs on each. All sell one plan: 49.00 USD a month
 * in advance, and 0.02 USD for each call in arrears.
 */
export interface ComparedSystem {
  readonly name: string;
  readonly serverPid: number;
  readonly databasePid: number;
  /** To count stored invoices without asking the server. */
  readonly owner: pg.Client;
  /** Returns the account's ID. */
  createAccount(name: string): Promise<string>;
  /** Sells the plan. Returns the subscription's ID after the first invoice is issued. */
  subscribe(accountId: string): Promise<string>;
  /** Reports a customer's usage in one request. */
  reportUsage(customer: Customer, days: readonly DayOfUsage[]): Promise<void>;
  /** Moves the system's time. What falls due is then billed in the background. */
  moveTime(to: string): Promise<void>;
  /** Number of issued invoices, by SQL. */
  countInvoices(): Promise<number>;
  /** Amounts of the customer's invoices, oldest first. */
  listInvoices(customer: Customer): Promise<number[]>;
  /** The customer's quantity of a month, from its first day to the first day of the next one. */
  readUsage(customer: Customer, from: string, to: string): Promise<number>;
  /** Resolves when earlier work in the background has ended, so that the next measurement does not include it. */
  settle(): Promise<void>;
  stop(): Promise<void>;
}

export const MONTHLY_FEE = 49;
export const PRICE_OF_A_CALL = 0.02;
