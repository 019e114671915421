/** The account in an organization's bank details. */
interface BankAccount {
  readonly iban: string;
  readonly bic: string | null;
}

/**
 * Finds `IBAN: DE89 …` and `BIC: COBADEFFXXX` among lines of bank details, with or without the colon. Null without an
 * IBAN.
 */
export function bankAccount(bankDetails: string | null): BankAccount | null {
  const iban = labelled(bankDetails, /^\s*IBAN\b[\s:.]*([^\s:.].*)$/i);
  return iban === null
    ? null
    : { iban, bic: labelled(bankDetails, /^\s*(?:BIC|SWIFT)\b(?:\s*\/\s*(?:BIC|SWIFT)\b)?[\s:.]*([^\s:.].*)$/i) };
}

function labelled(bankDetails: string | null, label: RegExp): string | null {
  for (const line of (bankDetails ?? "").split("\n")) {
    const value = label.exec(line)?.[1]?.replaceAll(/\s/g, "") ?? "";
    if (value !== "") return value;
  }
  return null;
}
