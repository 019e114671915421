import { electronicAddressSchemes, identifierFault, identifierSchemes, noteSubjects } from "@counterfoil/einvoice";
import type { ElectronicAddress, InvoiceNote } from "@counterfoil/storage";
import type { Fault } from "../errors/index.ts";

interface ElectronicParty {
  readonly electronicAddress: ElectronicAddress | null;
  readonly registrationNumber: string | null;
  readonly registrationScheme: string | null;
}

/** What is wrong with the identifiers of a party in XML, each with its member. */
export function electronicPartyFaults(party: ElectronicParty): Fault[] {
  return [...addressFaults(party.electronicAddress), ...registrationFaults(party)];
}

function addressFaults(address: ElectronicAddress | null): Fault[] {
  if (address === null) return [];
  const { scheme, value } = address;
  if (!electronicAddressSchemes.has(scheme)) {
    const detail = `${scheme} is not a code of the EAS list. Examples: 9930 (German VAT number), 0204 (Leitweg-ID) or 0088 (GLN).`;
    return [{ pointer: "/electronicAddress/scheme", code: "unknown_scheme", detail }];
  }
  return formFaults("/electronicAddress/value", value, scheme);
}

function registrationFaults({ registrationNumber, registrationScheme }: ElectronicParty): Fault[] {
  if (registrationScheme === null) return [];
  if (!identifierSchemes.has(registrationScheme)) {
    const detail = `${registrationScheme} is not a code of ISO 6523. Examples: 0002 (SIREN), 0208 (Belgian enterprise number) or 0106 (KVK).`;
    return [{ pointer: "/registrationScheme", code: "unknown_scheme", detail }];
  }
  if (registrationNumber === null) {
    const detail = "registrationScheme is set without registrationNumber. Set both, or neither.";
    return [{ pointer: "/registrationNumber", code: "required", detail }];
  }
  return formFaults("/registrationNumber", registrationNumber, registrationScheme);
}

function formFaults(pointer: string, id: string, scheme: string): Fault[] {
  const written = identifierFault({ id, scheme });
  if (written === null) return [];
  return [
    {
      pointer,
      code: "malformed",
      detail: `${JSON.stringify(id)} is not valid in the scheme ${scheme}. Use ${written}.`,
    },
  ];
}

/** What is wrong with the notes that XML contains. */
export function invoiceNoteFaults(notes: readonly InvoiceNote[]): Fault[] {
  return notes.flatMap(({ subjectCode }, at): Fault[] =>
    noteSubjects.has(subjectCode)
      ? []
      : [
          {
            pointer: `/invoiceNotes/${at}/subjectCode`,
            code: "unknown_subject",
            detail: `${subjectCode} is not a code of UNTDID 4451. Examples: PMD (penalty for late payment), PMT (costs of recovery) or AAB (early payment).`,
          },
        ],
  );
}
