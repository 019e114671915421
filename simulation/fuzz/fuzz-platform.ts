import { type Environment, startEnvironment } from "@counterfoil/testkit/scenario";

/** A platform without a worker, whose payment provider does not answer. */
export async function startFuzzedPlatform(): Promise<Environment> {
  const paymentApi = { host: "127.0.0.1", port: 9, protocol: "http" } as const;
  const platform = await startEnvironment(undefined, { isIdle: true, paymentApi });
  // The first document starts a process, which is nobody's fault.
  await platform.ports.documents.warm();
  return platform;
}
