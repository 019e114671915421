/** Where documents are sent over a network: a value in a scheme of the code list EAS (BT-34, BT-49). */
export interface ElectronicAddress {
  scheme: string;
  value: string;
}

/** The contact for questions about invoices (BG-6). */
export interface InvoiceContact {
  name: string | null;
  phone: string | null;
  email: string | null;
}

/**
 * A note in the XML with its subject code from UNTDID 4451: PMD for penalties, PMT for recovery costs, AAB for early
 * payment (BG-1).
 */
export interface InvoiceNote {
  subjectCode: string;
  text: string;
}
