import { build } from "../database/build.ts";
import type { Tx } from "../database/tx.ts";
import type { Row } from "../row.ts";

/** A logo image as documents show it. */
export type LogoRow = Row<"logo">;

/** Stores a logo. An existing one stays unchanged. */
export async function insertLogo(tx: Tx, logo: LogoRow): Promise<void> {
  await tx.all(
    build
      .insertInto("logo")
      .values({ ...logo, organizationId: tx.organizationId })
      .onConflict((conflict) => conflict.doNothing()),
  );
}

export async function findLogo(tx: Tx, sha256: string): Promise<LogoRow | undefined> {
  const [row] = await tx.sql<LogoRow>(
    "select sha256, media_type, bytes, created_at from logo where organization_id = $1 and sha256 = $2",
    [tx.organizationId, sha256],
    "find-logo",
  );
  return row;
}
