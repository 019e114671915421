import type { PayPortalInvoicesResult } from "@counterfoil/sdk";
import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "../design/button.tsx";
import { Skeleton } from "../design/states.tsx";
import type { PaymentResult, PaymentResults } from "./payment-result.ts";
import { useReading } from "./reading.ts";
import { loadStripe, type StripeElements, type StripePage } from "./stripe.ts";

interface PayAllFormProps {
  readonly begun: PayPortalInvoicesResult;
  readonly publishableKey: string;
  readonly onResults: (results: PaymentResults) => void;
  /** At least one invoice was paid, and none is left in the form. */
  readonly onPaid: () => void;
}

/** A payment that the form confirms. */
interface Confirmable {
  readonly invoiceId: string;
  readonly clientSecret: string;
  /** The amount in the smallest unit of the currency, as Stripe's form takes it. */
  readonly units: number;
}

interface OpenForm {
  readonly stripe: StripePage;
  readonly elements: StripeElements;
}

/**
 * Stripe's form for several payments. The customer enters a card once; then the payments are confirmed one after
 * another, in the order of the due dates. A decline stops, because the same card would decline the others too.
 */
export function PayAllForm({ begun, publishableKey, onResults, onPaid }: PayAllFormProps) {
  const { words, say, money, language } = useReading();
  const place = useRef<HTMLDivElement>(null);
  const [form, setForm] = useState<OpenForm | null>(null);
  const [isPaying, setPaying] = useState(false);
  const [isDone, setDone] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  const [results, setResults] = useState<PaymentResults>(new Map());
  useEffect(() => {
    let isGone = false;
    loadStripe().then(
      (Stripe) => {
        if (isGone || place.current === null) return;
        const stripe = Stripe(publishableKey);
        const [first] = confirmable(begun);
        const amount = first?.units ?? 0;
        const terms = { mode: "payment", amount, currency: begun.currency.toLowerCase(), locale: language } as const;
        const elements = stripe.elements(terms);
        elements.create("payment").mount(place.current);
        setForm({ stripe, elements });
      },
      () => setFault(words.failed),
    );
    return () => {
      isGone = true;
    };
  }, [publishableKey, begun, language, words]);
  const show = (next: PaymentResults) => {
    setResults(next);
    onResults(next);
  };
  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (form === null) return;
    setPaying(true);
    setFault(null);
    const waiting = confirmable(begun).filter(({ invoiceId }) => isUnpaid(results.get(invoiceId)));
    const after = await confirmAll(form, waiting, { known: results, failed: words.paymentFailed, show });
    setPaying(false);
    if (waiting.some(({ invoiceId }) => isUnpaid(after.get(invoiceId)))) return;
    setDone(true);
    onPaid();
  };
  if (isDone) return null;
  return (
    <form onSubmit={(event) => void pay(event)} className="flex flex-col gap-3">
      {form === null && fault === null && <Skeleton className="h-40 w-full" />}
      <div ref={place} />
      {fault !== null && (
        <p role="alert" className="text-sm text-bad">
          {fault}
        </p>
      )}
      <Button type="submit" kind="primary" className="h-11 w-full text-base" disabled={form === null} busy={isPaying}>
        {results.size === 0 ? say("pay", { amount: money(begun.total, begun.currency) }) : words.tryAgain}
      </Button>
    </form>
  );
}

function confirmable({ invoices }: PayPortalInvoicesResult): Confirmable[] {
  return invoices.flatMap(({ invoiceId, payment, formAmount }) =>
    payment === null || formAmount === null
      ? []
      : [{ invoiceId, clientSecret: payment.clientSecret, units: formAmount }],
  );
}

function isUnpaid(result: PaymentResult | undefined): boolean {
  return result === undefined || result.kind === "failed";
}

interface Confirming {
  readonly known: PaymentResults;
  /** The text for a decline without a reason. */
  readonly failed: string;
  readonly show: (results: PaymentResults) => void;
}

async function confirmAll(
  { stripe, elements }: OpenForm,
  waiting: readonly Confirmable[],
  { known, failed, show }: Confirming,
): Promise<PaymentResults> {
  let results = known;
  for (const { invoiceId, clientSecret, units } of waiting) {
    // The amount of the form must be the amount of the payment that it confirms.
    elements.update({ amount: units });
    const result = await confirmOne(stripe, elements, { clientSecret, failed });
    results = new Map([...results, [invoiceId, result]]);
    show(results);
    if (result.kind === "failed") break;
  }
  return results;
}

async function confirmOne(
  stripe: StripePage,
  elements: StripeElements,
  { clientSecret, failed }: { readonly clientSecret: string; readonly failed: string },
): Promise<PaymentResult> {
  const checked = await elements.submit();
  if (checked.error !== undefined) return { kind: "failed", reason: checked.error.message ?? failed };
  const { error, paymentIntent } = await stripe.confirmPayment({
    elements,
    clientSecret,
    confirmParams: { return_url: window.location.href },
    redirect: "if_required",
  });
  if (error !== undefined) return { kind: "failed", reason: error.message ?? failed };
  return { kind: paymentIntent?.status === "succeeded" ? "paid" : "processing" };
}
