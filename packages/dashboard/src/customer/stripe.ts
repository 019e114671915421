/** What we use of Stripe.js. Stripe asks that it comes from its own address, and only there does a card number go. */
export interface StripePage {
  elements(options: { clientSecret: string; locale: string }): StripeElements;
  confirmPayment(options: {
    elements: StripeElements;
    confirmParams: { return_url: string };
    redirect: "if_required";
  }): Promise<{ error?: { message?: string } }>;
}

export interface StripeElements {
  create(kind: "payment"): { mount(place: HTMLElement): void };
}

type StripeStart = (publishableKey: string) => StripePage;

declare global {
  interface Window {
    Stripe?: StripeStart;
  }
}

const ADDRESS = "https://js.stripe.com/v3/";

/** Loads Stripe.js the one time that somebody pays. */
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
