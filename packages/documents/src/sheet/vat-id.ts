/**
 * A tax ID that starts with the prefix of a European VAT register ("DE123456789", "CHE-123.456.789 MWST") is labeled as
 * a VAT ID, others as a tax ID. It affects only the label.
 */
export function isVatId(taxId: string): boolean {
  return prefixed.test(taxId.trim());
}

const prefixed =
  /^(?:AT|BE|BG|CY|CZ|DE|DK|EE|EL|ES|FI|FR|GB|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK|XI|CHE)[ -]?[0-9A-Z]*\d/;
