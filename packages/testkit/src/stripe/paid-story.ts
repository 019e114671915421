import { type Clock, systemClock } from "@counterfoil/service";
import { endWithFile } from "../scenario/end-with-file.ts";
import { type Environment, startEnvironment } from "../scenario/environment.ts";
import { beginStory, type Story } from "../scenario/scenario.ts";
import type { ScenarioOptions } from "../scenario/terms.ts";
import { type FakeStripe, startFakeStripe } from "./fake-stripe.ts";
import type { MethodKind } from "./stripe-books.ts";

/** The platform with its own fake Stripe, and a system clock that the test can advance. */
export interface PaidEnvironment {
  readonly environment: Environment;
  readonly stripe: FakeStripe;
  /** Advances the clock. */
  wait(milliseconds: number): void;
}

let started: Promise<PaidEnvironment> | undefined;

async function start(): Promise<PaidEnvironment> {
  let waited = 0;
  const clock: Clock = { now: () => new Date(Date.parse(systemClock.now()) + waited).toISOString() };
  const stripe = await startFakeStripe(() => clock.now());
  const environment = await startEnvironment(clock, { paymentApi: stripe.api });
  return { environment, stripe, wait: (milliseconds) => void (waited += milliseconds) };
}

endWithFile(async () => {
  const running = await started;
  await running?.environment.stop();
  await running?.stripe.stop();
});

export interface PaidStory extends PaidEnvironment {
  readonly story: Story;
  /** Saves a payment method for the first account, and delivers Stripe's events about it. Returns its ID at Stripe. */
  leaveMethod(kind: MethodKind): Promise<string>;
  /** Delivers the events that Stripe has created since the last call. */
  tellNews(): Promise<number[]>;
  /** Waits until the worker has done its work for the story. */
  until<Value>(look: () => Promise<Value>, isThere: (value: Value) => boolean): Promise<Value>;
}

/** Starts a story whose organization is paid through the fake Stripe. */
export async function paidStory(options: ScenarioOptions, dunning: object = {}): Promise<PaidStory> {
  started ??= start();
  const running = await started;
  const { environment, stripe } = running;
  const story = await beginStory(environment, options);
  const keys = { secretKey: stripe.secretKey, publishableKey: "pk_test_fake", webhookSecret: stripe.webhookSecret };
  await story.api.patch("/payment-settings", { provider: "stripe", stripe: keys, dunning });
  const url = `${environment.url}/payment-providers/stripe/webhook/${story.organizationId}`;
  let told = stripe.books.events.length;
  const tellNews = (): Promise<number[]> => {
    const news = stripe.books.events.slice(told);
    told = stripe.books.events.length;
    return stripe.deliver(url, news);
  };
  return {
    ...running,
    story,
    tellNews,
    async leaveMethod(kind) {
      const setup = await story.api.post(`/accounts/${story.accountId}/payment-method/setup`);
      const { id } = stripe.books.leaveMethod(String(setup["clientSecret"]), kind);
      await tellNews();
      return id;
    },
    async until(look, isThere) {
      for (let tries = 0; tries < MOST_TRIES; tries += 1) {
        const value = await look();
        if (isThere(value)) return value;
        await new Promise((resolve) => setTimeout(resolve, PAUSE_MILLISECONDS));
      }
      throw new Error(`the expected state was not reached: ${JSON.stringify(await look())}`);
    },
  };
}

const PAUSE_MILLISECONDS = 20;
const MOST_TRIES = 500;
