/**
 * An invoice ready to be drawn: every text final, every number written out, nothing left to decide but where it goes.
 * The Typst template reads exactly this as JSON. Texts may contain "\n".
 */
export interface InvoiceSheet {
  readonly page: {
    readonly paper: "a4" | "us-letter";
    readonly direction: "ltr" | "rtl";
    /** ISO 639 and ISO 3166, for hyphenation, glyph variants and screen readers. */
    readonly language: string;
    readonly region: string | null;
  };
  readonly fonts: readonly SheetFont[];
  readonly colors: SheetColors;
  readonly file: {
    readonly title: string;
    readonly author: string;
    /** Year, month, day. */
    readonly date: readonly [number, number, number] | null;
  };
  readonly mark: {
    /** The picture's path in the template's folder; null draws the initial and the name. */
    readonly logo: string | null;
    readonly description: string;
    readonly initial: string;
    readonly name: string;
  };
  readonly heading: {
    readonly title: string;
    readonly number: string | null;
    readonly badge: string | null;
  };
  /** Large and pale across each page. */
  readonly watermark: string | null;
  readonly summary: {
    readonly label: string;
    readonly amount: string;
    readonly currencyCode: string | null;
    readonly due: string | null;
    readonly terms: string | null;
  };
  readonly parties: readonly SheetParty[];
  readonly facts: readonly LabelledText[];
  readonly lines: SheetTable;
  readonly totals: readonly SheetTotal[];
  readonly taxSummary: SheetTaxSummary | null;
  readonly payment: { readonly title: string; readonly rows: readonly LabelledText[] } | null;
  readonly remarks: readonly { readonly title: string; readonly text: string }[];
  readonly footer: string | null;
  readonly appendix: { readonly title: string; readonly table: SheetTable } | null;
  readonly running: {
    /** At the top of the pages after the first. */
    readonly from: string;
    readonly to: string;
    /** At the foot of each page. */
    readonly seller: string;
    readonly number: string;
    /** With "{page}" and "{pages}" left to fill, in these digits. */
    readonly pageOf: string;
    readonly digits: readonly string[];
  };
}

export interface SheetFont {
  readonly name: string;
  /** True for the Latin family of an East Asian document: quotes and dashes then come from the next family. */
  readonly latinOnly: boolean;
}

/** "#rrggbb". */
export interface SheetColors {
  readonly accent: string;
  /** For text on the accent. */
  readonly onAccent: string;
  /** The accent, or a darker one, that can be read on white. */
  readonly accentText: string;
}

export interface LabelledText {
  readonly label: string | null;
  readonly value: string;
}

export interface SheetParty {
  readonly label: string;
  readonly name: string;
  readonly lines: readonly string[];
}

/** Four columns: description, quantity, unit price, amount. Headings and section titles repeat on each page. */
export interface SheetTable {
  readonly columns: readonly [string, string, string, string];
  readonly sections: readonly SheetSection[];
}

export interface SheetSection {
  readonly title: string | null;
  /** At least one: the compiler dies over a section title that follows another. */
  readonly rows: readonly SheetRow[];
}

export interface SheetRow {
  readonly description: string;
  /** Small print under the description. */
  readonly small: string | null;
  readonly quantity: string;
  readonly unitPrice: string;
  readonly amount: string;
  readonly quiet: boolean;
}

export interface SheetTotal {
  readonly label: string;
  readonly small: string | null;
  readonly amount: string;
  readonly weight: "plain" | "strong" | "due";
}

export interface SheetTaxSummary {
  readonly title: string;
  readonly columns: readonly [string, string, string, string];
  readonly rows: readonly (readonly [string, string, string, string])[];
}
