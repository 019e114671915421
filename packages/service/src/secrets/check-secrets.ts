import { type Context, transact, type Work } from "../context.ts";
import { DomainError } from "../errors/domain-error.ts";
import { sealedLinkTokens } from "../mails/sealed-link-tokens.ts";
import { sealedProviderKeys } from "../payments/sealed-keys.ts";
import { sealedWebhookSecrets } from "../webhooks/sealed-webhook-secrets.ts";
import type { SecretPlace } from "./secrets.ts";

/** A secret as it is stored, in a row that is locked until commit. */
export interface SealedSecret {
  readonly place: SecretPlace;
  readonly sealed: string;
  /** Stores the same secret, sealed anew. */
  replace(sealed: string): Promise<void>;
}

/** Whatever keeps secrets of an organization is listed here, so that a key can be changed without losing one. */
const KEEPERS: readonly ((work: Work) => Promise<SealedSecret[]>)[] = [
  sealedProviderKeys,
  sealedWebhookSecrets,
  sealedLinkTokens,
];

export interface SecretsCheck {
  readonly secrets: number;
  /** Those that open under an older key only: with `repairs` they are sealed anew. */
  readonly underOlderKey: readonly string[];
  /** Why those that do not open do not. */
  readonly unreadable: readonly string[];
}

/** Opens every secret of the organization, and with `repairs` seals under the newest key what is sealed under another. */
export function checkSecrets(context: Context, { repairs }: { readonly repairs: boolean }): Promise<SecretsCheck> {
  return transact(context, async (work) => {
    const found: SealedSecret[] = [];
    for (const keeper of KEEPERS) found.push(...(await keeper(work)));
    const underOlderKey: string[] = [];
    const unreadable: string[] = [];
    for (const { place, sealed, replace } of found) {
      const opened = tryOpen(work, sealed, place);
      if ("fault" in opened) unreadable.push(opened.fault);
      else if (!work.secrets.isUnderNewestKey(sealed)) {
        underOlderKey.push(`${place.name} of ${place.holder} (${place.organizationId})`);
        if (repairs) await replace(work.secrets.seal(opened.secret, place));
      }
    }
    return { secrets: found.length, underOlderKey, unreadable };
  });
}

function tryOpen(
  { secrets }: Work,
  sealed: string,
  place: SecretPlace,
): { readonly secret: string } | { readonly fault: string } {
  try {
    return { secret: secrets.open(sealed, place) };
  } catch (error) {
    if (!(error instanceof DomainError) || !(error.cause instanceof Error)) throw error;
    return { fault: error.cause.message };
  }
}
