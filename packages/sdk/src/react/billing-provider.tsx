"use client";

import {
  createContext,
  type ReactElement,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
} from "react";
import type { AccountBilling, FeatureUsage } from "../billing/account-billing.ts";

export interface BillingState {
  /** Null until the data has arrived. */
  readonly billing: AccountBilling | null;
  /** Why the last attempt failed. `billing` keeps the data of an earlier one. */
  readonly error: Error | null;
  readonly isLoading: boolean;
  /** Reads the data again, for example after the customer has used something. */
  readonly reload: () => void;
}

export interface BillingProviderProps {
  /** Where your server has the billing handler: `/api/billing` by default. */
  readonly url?: string | undefined;
  /** Data that the server has read already. The provider then reads only when you call `reload`. */
  readonly initial?: AccountBilling | undefined;
  readonly children?: ReactNode;
}

const BillingContext = createContext<BillingState | null>(null);

/** Reads the billing data from your own server, once for all hooks and components in it. */
export function BillingProvider({ url = "/api/billing", initial, children }: BillingProviderProps): ReactElement {
  const [billing, setBilling] = useState<AccountBilling | null>(initial ?? null);
  const [error, setError] = useState<Error | null>(null);
  const [isLoading, setIsLoading] = useState(initial === undefined);
  const [turn, setTurn] = useState(0);
  const isGiven = initial !== undefined && turn === 0;

  useEffect(() => {
    if (isGiven) return undefined;
    const leaving = new AbortController();
    setIsLoading(true);
    readFrom(url, leaving.signal)
      .then((read) => {
        if (leaving.signal.aborted) return;
        setBilling(read);
        setError(null);
        setIsLoading(false);
      })
      .catch((reason: unknown) => {
        if (leaving.signal.aborted) return;
        setError(reason instanceof Error ? reason : new Error(String(reason)));
        setIsLoading(false);
      });
    return () => leaving.abort();
  }, [url, turn, isGiven]);

  const reload = useCallback(() => setTurn((before) => before + 1), []);
  const state = useMemo(() => ({ billing, error, isLoading, reload }), [billing, error, isLoading, reload]);
  return <BillingContext.Provider value={state}>{children}</BillingContext.Provider>;
}

/** The billing data of the signed-in account. */
export function useBilling(): BillingState {
  const state = useContext(BillingContext);
  if (state === null) throw new Error("useBilling needs a <BillingProvider> above the component.");
  return state;
}

/** The usage of one feature; null until it has arrived, and if the account has no such feature. */
export function useUsage(featureKey: string): FeatureUsage | null {
  const { billing } = useBilling();
  return billing?.usage.find((one) => one.featureKey === featureKey) ?? null;
}

async function readFrom(url: string, signal: AbortSignal): Promise<AccountBilling> {
  const response = await fetch(url, { headers: { Accept: "application/json" }, signal });
  if (response.ok) return (await response.json()) as AccountBilling;
  const problem = (await response.json().catch(() => null)) as { readonly detail?: string } | null;
  throw new Error(problem?.detail ?? `${url} answered ${response.status}.`);
}
