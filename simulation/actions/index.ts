import type { Action } from "./action.ts";
import { advance, advanceToMidnight } from "./advance.ts";
import { cancel, withdraw } from "./cancel.ts";
import { changePlan } from "./change-plan.ts";
import { change } from "./change.ts";
import { futureVersion } from "./future-version.ts";
import { issueByHand } from "./issue-by-hand.ts";
import { moveZone } from "./move-zone.ts";
import { pause, resume } from "./pause.ts";
import { contradict, resend } from "./resend.ts";
import { subscribe } from "./subscribe.ts";
import { use, useLate } from "./use.ts";

/** All kinds of steps. */
export const ACTIONS: readonly Action[] = [
  subscribe,
  advance,
  advanceToMidnight,
  use,
  useLate,
  resend,
  contradict,
  change,
  changePlan,
  pause,
  resume,
  cancel,
  withdraw,
  futureVersion,
  moveZone,
  issueByHand,
];
