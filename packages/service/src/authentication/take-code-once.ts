import { APIError } from "better-auth/api";
import { symmetricDecrypt } from "better-auth/crypto";
import { findSecondFactorSecret, type PeopleDatabase, takeCodeStep } from "@counterfoil/storage";
import { stepOfCode } from "./one-time-code.ts";

/** The parts of the request in which better-auth begins a session. */
interface SessionRequest {
  readonly path?: string | undefined;
  readonly body?: unknown;
  readonly context: { readonly secretConfig: Parameters<typeof symmetricDecrypt>[0]["key"] };
}

/**
 * Lets a session begin only with the first use of an app's code, so that someone who saw the code cannot use it again.
 * Also refuses codes of steps before the last accepted one. better-auth itself accepts a code any number of times, for
 * a minute and a half.
 */
export async function takeCodeOnce(
  people: PeopleDatabase,
  personId: string,
  request: SessionRequest | null,
  milliseconds: number,
): Promise<void> {
  if (request?.path !== "/two-factor/verify-totp") return;
  const { code } = request.body as { code: string };
  const sealed = await findSecondFactorSecret(people, personId);
  if (sealed === undefined) throw refusal();
  const secret = await symmetricDecrypt({ key: request.context.secretConfig, data: sealed });
  const step = stepOfCode(secret, code, milliseconds);
  if (step === undefined || !(await takeCodeStep(people, personId, step))) throw refusal();
}

function refusal(): APIError {
  return new APIError("UNAUTHORIZED", {
    message: "The code has already been used. Enter the next code.",
    code: "CODE_USED",
  });
}
