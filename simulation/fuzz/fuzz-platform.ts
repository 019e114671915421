import { type Environment, startEnvironment } from "@counterfoil/testkit/environment";
import { type FakeStripe, startFakeStripe } from "@counterfoil/testkit/fake-stripe";
import { systemClock } from "@counterfoil/service";

/** A platform with its worker and payment provider. */
export interface FuzzedPlatform {
  readonly environment: Environment;
  readonly stripe: FakeStripe;
  stop(): Promise<void>;
}

export async function startFuzzedPlatform(): Promise<FuzzedPlatform> {
  const stripe = await startFakeStripe(() => systemClock.now());
  const environment = await startEnvironment(undefined, { paymentApi: stripe.api });
  // The first document starts a process, which must not count as slow.
  await environment.ports.documents.warm();
  return {
    environment,
    stripe,
    async stop() {
      await environment.stop();
      await stripe.stop();
    },
  };
}
