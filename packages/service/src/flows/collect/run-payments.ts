import { type Context, transact } from "../../context.ts";
import { callProvider } from "../pay/index.ts";
import { stepCollections } from "./step-collections.ts";

/**
 * Does what is due about payments of the organization until nothing is left: what falls due by the system's clock, and calls of
 * the provider. Test clocks take their own steps and wait for the calls.
 */
export async function runPayments(
  context: Context,
  onFailure: (error: unknown) => void = () => undefined,
  isStopping: () => boolean = () => false,
): Promise<void> {
  for (let done = 1; done > 0 && !isStopping();) {
    const now = context.clock.now();
    done = await transact(context, (work) => stepCollections(work, { now, testClockId: null }));
    done += await callProvider(context, onFailure);
  }
}
