/** Who sends a document, as it is printed. */
export interface PrintedSeller {
  /** What the customer knows the business by; the name mark when there is no logo. */
  readonly name: string;
  /** Null when it is the same as the name. */
  readonly legalName: string | null;
  readonly address: readonly string[];
  /** An ISO 3166 code is printed as the country's name in the locale; anything else as it is. */
  readonly country: string | null;
  readonly taxId: string | null;
  /** As it must be shown: "HRB 12345 B, Amtsgericht Charlottenburg". */
  readonly registration: string | null;
  readonly email: string | null;
  readonly bankDetails: readonly BankDetail[];
  /** The bytes of a PNG, JPEG or SVG picture. An unreadable picture gives way to the name mark. */
  readonly logo: Uint8Array | null;
  /** "#1f6feb". Null: a neutral ink. */
  readonly brandColor: string | null;
}

/** `{label: "IBAN", value: "DE89 …"}`; without a label, the value is a separate line. */
export interface BankDetail {
  readonly label: string | null;
  readonly value: string;
}

/** Whom a document is for. */
export interface PrintedBuyer {
  readonly name: string;
  readonly address: readonly string[];
  /** As in the seller. */
  readonly country: string | null;
  readonly taxId: string | null;
  readonly email: string | null;
}
