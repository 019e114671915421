import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import type { Row } from "../row.ts";

/** Who accepted a quote, and the exact text that they accepted. */
export type QuoteSignatureRow = Row<"quoteSignature">;

export async function insertQuoteSignature(tx: Tx, signature: QuoteSignatureRow): Promise<void> {
  await tx.all(build.insertInto("quoteSignature").values({ ...signature, organizationId: tx.organizationId }));
}

export async function findQuoteSignature(tx: Tx, subscriptionId: string): Promise<QuoteSignatureRow | undefined> {
  const [row] = await tx.sql<QuoteSignatureRow>(
    `select subscription_id, signer_name, signer_email, signer_job_title, signed_at, network_address, content, sha256
     from quote_signature where organization_id = $1 and subscription_id = $2`,
    [tx.organizationId, subscriptionId],
  );
  return row;
}
