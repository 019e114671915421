import Type from "typebox";
import { address } from "./account.ts";
import { nullable, record } from "./schema.ts";

const text = nullable(Type.String());

/** The seller, as pages for customers show it. */
export const brand = record(
  {
    name: Type.String(),
    legalName: text,
    address: nullable(address),
    country: text,
    taxId: text,
    registrationNumber: text,
    email: nullable(Type.String({ description: "The address that customers write to." })),
    locale: Type.String(),
    brandColor: Type.String(),
    logoUrl: nullable(Type.String({ description: "The image itself, as a `data:` URL." })),
  },
  { title: "Brand" },
);
