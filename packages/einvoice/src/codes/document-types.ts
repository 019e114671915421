import { codeSet } from "./code-set.ts";

/** UNTDID 1001: the document types of invoices. */
export const invoiceTypes: ReadonlySet<string> = codeSet(`
  71 80 82 84 102 130 202 203 204 211 218 219 295 325 326 331 380 382 383 384 385 386 387 388 389 390 393 394 395 456
  457 471 472 473 500 501 502 503 527 553 575 623 633 751 780 817 870 875 876 877 935
`);

/** UNTDID 1001: the document types of credit notes. */
export const creditNoteTypes: ReadonlySet<string> = codeSet(`
  81 83 261 262 296 308 381 396 420 458 532
`);
