/** Where documents are sent to over a network: a value in a scheme of the code list EAS (BT-34, BT-49). */
export interface ElectronicAddress {
  scheme: string;
  value: string;
}

/** Whom customers ask about invoices (BG-6). */
export interface InvoiceContact {
  name: string | null;
  phone: string | null;
  email: string | null;
}

/** A note of XML, with what it is about by UNTDID 4451: PMD a penalty, PMT the costs of recovery, AAB an early payment (BG-1). */
export interface InvoiceNote {
  subjectCode: string;
  text: string;
}
