/**
 * The parts of Stripe.js that Counterfoil uses. Stripe requires that it is loaded from Stripe's address. Card numbers
 * go only there.
 */
export interface StripePage {
  elements(
    options:
      { clientSecret: string; locale: string } | { mode: "payment"; amount: number; currency: string; locale: string },
  ): StripeElements;
  confirmPayment(options: {
    elements: StripeElements;
    /** Needed if the form was opened with an amount instead of a payment. */
    clientSecret?: string;
    confirmParams: { return_url: string };
    redirect: "if_required";
  }): Promise<{ error?: { message?: string }; paymentIntent?: { status: string } }>;
}

export interface StripeElements {
  create(kind: "payment"): { mount(place: HTMLElement): void };
  update(options: { amount: number }): void;
  /** Checks what the customer entered, before a payment is confirmed with it. */
  submit(): Promise<{ error?: { message?: string } }>;
}

type StripeStart = (publishableKey: string) => StripePage;

declare global {
  interface Window {
    Stripe?: StripeStart;
  }
}

const ADDRESS = "https://js.stripe.com/v3/";

/** Loads Stripe.js when a customer pays. */
export async function loadStripe(): Promise<StripeStart> {
  if (window.Stripe !== undefined) return window.Stripe;
  await new Promise<void>((resolve, reject) => {
    const script = document.createElement("script");
    script.src = ADDRESS;
    script.addEventListener("load", () => resolve());
    script.addEventListener("error", () => reject(new Error(`${ADDRESS} could not be loaded.`)));
    document.head.append(script);
  });
  if (window.Stripe === undefined) throw new Error(`${ADDRESS} did not bring Stripe.`);
  return window.Stripe;
}
