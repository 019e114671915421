/** The sender of a document, as printed. */
export interface PrintedSeller {
  /** The name that customers know. Also the name mark, if there is no logo. */
  readonly name: string;
  /** Null if it is the same as the name. */
  readonly legalName: string | null;
  readonly address: readonly string[];
  /** An ISO 3166 code is printed as the country's name in the locale. Other texts are printed unchanged. */
  readonly country: string | null;
  readonly taxId: string | null;
  /** As it must be printed: "HRB 12345 B, Amtsgericht Charlottenburg". */
  readonly registration: string | null;
  readonly email: string | null;
  readonly bankDetails: readonly BankDetail[];
  /** The bytes of a PNG, JPEG or SVG image. The name mark replaces an unreadable image. */
  readonly logo: Uint8Array | null;
  /** For example "#1f6feb". Null for a neutral color. */
  readonly brandColor: string | null;
}

/** `{label: "IBAN", value: "DE89 …"}`; without a label, the value is a separate line. */
export interface BankDetail {
  readonly label: string | null;
  readonly value: string;
}

/** The recipient of a document. */
export interface PrintedBuyer {
  readonly name: string;
  readonly address: readonly string[];
  /** As for the seller. */
  readonly country: string | null;
  readonly taxId: string | null;
  readonly email: string | null;
}
