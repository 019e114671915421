import type { OrganizationRow } from "@counterfoil/storage";

/**
 * Writes a number by the organization's format: `{PREFIX}`, `{YYYY}`, `{YY}`, `{MM}`, `{SEQ}` and `{SEQ:5}` (padded).
 * The sequence never starts again, so a number stays unique whatever the format says (R-INV-3).
 */
export function invoiceNumber(
  organization: Pick<OrganizationRow, "invoiceNumberFormat" | "invoiceNumberPrefix">,
  sequence: bigint,
  issuedOn: string,
): string {
  const [year = "", month = ""] = issuedOn.split("-");
  return organization.invoiceNumberFormat
    .replaceAll("{PREFIX}", organization.invoiceNumberPrefix)
    .replaceAll("{YYYY}", year)
    .replaceAll("{YY}", year.slice(-2))
    .replaceAll("{MM}", month)
    .replaceAll(/\{SEQ(?::(\d{1,2}))?\}/g, (_, width?: string) =>
      sequence.toString().padStart(Number(width ?? 1), "0"),
    );
}
