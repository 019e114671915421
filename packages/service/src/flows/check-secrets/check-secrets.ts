import { type Context, transact, type Work } from "../../context.ts";
import { DomainError } from "../../errors/index.ts";
import { sealedLinkTokens } from "../../mails/index.ts";
import { sealedProviderKeys } from "../../payments/index.ts";
import { sealedWebhookSecrets } from "../../webhooks/index.ts";
import type { SealedSecret, SecretPlace } from "../../secrets/index.ts";

/**
 * Everything that stores secrets of an organization is listed here, so that an encryption key can be changed without
 * losing a secret.
 */
const KEEPERS: readonly ((work: Work) => Promise<SealedSecret[]>)[] = [
  sealedProviderKeys,
  sealedWebhookSecrets,
  sealedLinkTokens,
];

export interface SecretsCheck {
  readonly secrets: number;
  /** Secrets that only an older key opens. With `repairs` they are sealed under the newest key. */
  readonly underOlderKey: readonly string[];
  /** For each secret that cannot be opened, the reason. */
  readonly unreadable: readonly string[];
}

/**
 * Opens every secret of the organization. With `repairs`, reseals under the newest key what is sealed under an older
 * one.
 */
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
