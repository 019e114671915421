import type { DocumentLayout } from "../document/look.ts";

/**
 * A document of any kind, ready to draw: all texts and numbers are final, and only their positions are open. The Typst
 * template reads it as JSON. Texts may contain "\n".
 */
export interface DocumentSheet {
  readonly page: {
    readonly paper: "a4" | "us-letter";
    readonly direction: "ltr" | "rtl";
    /** ISO 639 and ISO 3166, for hyphenation, glyph variants and screen readers. */
    readonly language: string;
    readonly region: string | null;
    readonly layout: DocumentLayout;
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
    /** The image's path in the template's folder; null draws the initial and the name. */
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
  /** What readers look for first: the amount due, the offer, or the amount paid. */
  readonly summary: {
    readonly label: string;
    readonly headline: string;
    /** Next to an amount with an ambiguous currency symbol. */
    readonly currencyCode: string | null;
    readonly due: string | null;
    readonly terms: string | null;
  };
  /** The seller, then the buyer. */
  readonly parties: readonly [SheetParty, SheetParty];
  readonly facts: readonly LabelledText[];
  /** Before the first table. */
  readonly introduction: string | null;
  /** At least one table. If there are several, each has a title. */
  readonly tables: readonly TitledTable[];
  readonly totals: readonly SheetTotal[];
  readonly taxSummary: SheetTaxSummary | null;
  /** Printed next to the totals: how to pay, commercial terms. */
  readonly asides: readonly SheetAside[];
  readonly remarks: readonly { readonly title: string; readonly text: string }[];
  readonly signature: SheetSignature | null;
  readonly footer: string | null;
  /** Each starts on a new page. */
  readonly appendices: readonly SheetAppendix[];
  readonly running: {
    /** At the top of the pages after the first. */
    readonly from: string;
    readonly to: string;
    /** At the bottom of each page. */
    readonly seller: string;
    readonly number: string;
    /** Contains "{page}" and "{pages}", to be filled with these digits. */
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
  /** The text color on the accent color. */
  readonly onAccent: string;
  /** The accent, or a darker color that is readable on white. */
  readonly accentText: string;
}

export interface LabelledText {
  readonly label: string | null;
  readonly value: string;
}

export interface SheetAside {
  readonly title: string;
  readonly rows: readonly LabelledText[];
  readonly code?: SheetCode | null;
  readonly link?: SheetLink | null;
}

/** A QR code with a caption next to it. */
export interface SheetCode {
  readonly svg: string;
  /** The description for screen readers. */
  readonly description: string;
  readonly caption: string;
}

export interface SheetLink {
  readonly label: string;
  readonly address: string;
  /** The address with allowed line breaks. */
  readonly shown: string;
  readonly small: string;
}

export interface SheetParty {
  readonly label: string;
  readonly name: string;
  readonly lines: readonly string[];
}

export interface TitledTable {
  readonly title: string | null;
  readonly table: SheetTable;
}

export interface SheetAppendix {
  readonly title: string;
  readonly tables: readonly TitledTable[];
  /** Narrow tables use two columns per page. */
  readonly columns: 1 | 2;
}

/** The first column takes the remaining width. Headings and section titles repeat on each page. */
export interface SheetTable {
  readonly columns: readonly string[];
  /** The index of the column with the unit of the quantities before it, if there is one. */
  readonly unitColumn?: number | null;
  readonly sections: readonly SheetSection[];
}

export interface SheetSection {
  readonly title: string | null;
  /** At least one, because the compiler crashes if a section title follows another. */
  readonly rows: readonly SheetRow[];
}

export interface SheetRow {
  readonly description: string;
  /** Small print under the description. */
  readonly small: string | null;
  /** For the columns after the first. */
  readonly cells: readonly string[];
  readonly quiet: boolean;
  /** Part of the row before it: a tier of a price. */
  readonly isStep: boolean;
  /** The sum of the rows before it. */
  readonly isSum?: boolean;
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

/** The fields for a signature, or the existing signature. */
export interface SheetSignature {
  readonly title: string;
  /** With values: who signed and when. Without values: lines to write on. */
  readonly fields: readonly { readonly label: string; readonly value: string | null }[];
  readonly small: string | null;
}
