import { type Context, transact } from "../../context.ts";
import { callProvider } from "../pay/index.ts";
import { stepCollections } from "./step-collections.ts";

/**
 * Does all payment work of the organization that is due: steps that fall due by the system's clock, and calls to the
 * provider. Test clocks take their own steps and wait for the calls.
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
