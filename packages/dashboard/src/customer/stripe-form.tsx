import { type FormEvent, useEffect, useRef, useState } from "react";
import { Button } from "../design/button.tsx";
import { Skeleton } from "../design/states.tsx";
import { useReading } from "./reading.ts";
import { loadStripe, type StripeElements, type StripePage } from "./stripe.ts";

interface StripeFormProps {
  readonly publishableKey: string;
  readonly clientSecret: string;
  readonly label: string;
  readonly onPaid: () => void;
}

/** Stripe's Payment Element: a frame from Stripe in which the customer enters the card. */
export function StripeForm({ publishableKey, clientSecret, label, onPaid }: StripeFormProps) {
  const { words, language } = useReading();
  const place = useRef<HTMLDivElement>(null);
  const [form, setForm] = useState<{ stripe: StripePage; elements: StripeElements } | null>(null);
  const [isPaying, setPaying] = useState(false);
  const [fault, setFault] = useState<string | null>(null);
  useEffect(() => {
    let isGone = false;
    loadStripe().then(
      (Stripe) => {
        if (isGone || place.current === null) return;
        const stripe = Stripe(publishableKey);
        const elements = stripe.elements({ clientSecret, locale: language });
        elements.create("payment").mount(place.current);
        setForm({ stripe, elements });
      },
      () => setFault(words.failed),
    );
    return () => {
      isGone = true;
    };
  }, [publishableKey, clientSecret, language, words]);
  const pay = async (event: FormEvent) => {
    event.preventDefault();
    if (form === null) return;
    setPaying(true);
    setFault(null);
    const { error } = await form.stripe.confirmPayment({
      elements: form.elements,
      confirmParams: { return_url: window.location.href },
      redirect: "if_required",
    });
    setPaying(false);
    if (error === undefined) onPaid();
    else setFault(error.message ?? words.paymentFailed);
  };
  return (
    <form onSubmit={(event) => void pay(event)} className="mt-4 flex flex-col gap-3">
      {form === null && fault === null && <Skeleton className="h-40 w-full" />}
      <div ref={place} />
      {fault !== null && (
        <p role="alert" className="rounded-md bg-bad-soft px-3 py-2 text-sm text-bad">
          {fault}
        </p>
      )}
      <Button type="submit" kind="primary" className="h-11 w-full text-base" disabled={form === null} busy={isPaying}>
        {isPaying ? words.paying : label}
      </Button>
    </form>
  );
}
