import type { Environment } from "@counterfoil/testkit/environment";
import { Random } from "../random.ts";
import { familyFaults, invoiceFaults } from "./compare-credit.ts";
import { beginHistory, type CreditHistory, HOUR, MINUTE } from "./history.ts";
import { check, hold, holdAtOnce, release, settle } from "./hold-steps.ts";
import { changeLimit, limit, move, setCredit } from "./limit-steps.ts";
import { makePrepaid } from "./make-organization.ts";
import { passTo, timeOf } from "./pass-time.ts";
import { change, correct, grant, pause, use } from "./use-steps.ts";
import type { CreditRecord } from "./records.ts";

const STEPS = 50;

export interface CreditSeed {
  readonly faults: readonly string[];
  /** How often each kind of thing happened. */
  readonly counts: ReadonlyMap<string, number>;
}

/**
 * A random history of one account or of a family of up to three: usage in any order, amended, voided and late events, holds one by one
 * and at once that are settled, released or expire, grants with priorities, products and expiry, credit lines, spend limits of
 * accounts and families, accounts that join and leave their parent, changes of prices and pauses, in several currencies. After each
 * step the credit and the limits of each account are compared with the auditor's, and so is each invoice (R-CREDIT-1, R-CREDIT-2).
 */
export async function liveOnCredit(environment: Environment, seed: number, steps = STEPS): Promise<CreditSeed> {
  const random = new Random(`credit ${seed}`);
  const history = beginHistory(await makePrepaid(environment, random.fork("organization")), random);
  const { api, family, faults, counts } = history;
  // Some accounts begin to pay later.
  for (const record of family.records) {
    if (random.chance(0.6)) await grant(history, record);
    else await setCredit(history, record);
  }
  for (let number = 1; number <= steps; number += 1) {
    const name = await step(history);
    faults.push(...(await familyFaults(api, family)));
    if (faults.length > 0) return { faults: faults.map((one) => `step ${number}, ${name}: ${one}`), counts };
  }
  await passTo(history, timeOf(family) + 70 * 24 * HOUR);
  faults.push(...(await familyFaults(api, family)));
  for (const record of family.records) faults.push(...(await invoiceFaults(api, record)));
  return { faults, counts };
}

type Step = (history: CreditHistory, record: CreditRecord) => Promise<void>;

async function step(history: CreditHistory): Promise<string> {
  const { random, family } = history;
  const [name, act] = random.weighted<readonly [string, Step]>([
    [5, ["use", use]],
    [3.5, ["pass", pass]],
    [5, ["hold", hold]],
    [5, ["settle", settle]],
    [1, ["release", release]],
    [1, ["check", check]],
    [2, ["hold at once", holdAtOnce]],
    [1, ["correct", correct]],
    [1, ["grant", grant]],
    [2.5, ["limit", limit]],
    [1.5, ["change a limit", changeLimit]],
    [1.8, ["set credit", setCredit]],
    [family.records.length > 1 ? 2.5 : 0, ["move", move]],
    [0.6, ["change", change]],
    [0.5, ["pause", pause]],
  ]);
  await act(history, random.pick(family.records));
  return name;
}

async function pass(history: CreditHistory): Promise<void> {
  const { random, family } = history;
  await passTo(history, timeOf(family) + random.integer(1, random.pick([130, 130, 500])) * HOUR + 7 * MINUTE);
}
