import Type from "typebox";
import { address } from "./account.ts";
import { nullable, record } from "./schema.ts";

const text = nullable(Type.String());

/** The seller as a page for customers shows it. */
export const brand = record(
  {
    name: Type.String(),
    legalName: text,
    address: nullable(address),
    country: text,
    taxId: text,
    registrationNumber: text,
    email: nullable(Type.String({ description: "Whom customers write to." })),
    locale: Type.String(),
    brandColor: Type.String(),
    logoUrl: nullable(Type.String({ description: "The picture itself, as a data: address." })),
  },
  { title: "Brand" },
);
