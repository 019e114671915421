import type { Row } from "../row.ts";

export type CreditNoteRow = Row<"creditNote">;

export type CreditNoteLineRow = Row<"creditNoteLine">;
