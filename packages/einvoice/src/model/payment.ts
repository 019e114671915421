/** BG-16: how to pay the invoice. */
export interface Payment {
  /** BT-81, UNTDID 4461: 58 SEPA credit transfer, 30 credit transfer, 59 SEPA direct debit, 48 card. */
  readonly meansCode: string;
  /** BT-82 */
  readonly meansText: string | null;
  /** BT-83: the reference that the payer must give with the payment. */
  readonly remittance: string | null;
  /** BG-17 */
  readonly transfers: readonly CreditTransfer[];
  /** BG-18 */
  readonly card: PaymentCard | null;
  /** BG-19 */
  readonly directDebit: DirectDebit | null;
}

export interface CreditTransfer {
  /** BT-84: an IBAN or another account number. */
  readonly account: string;
  /** BT-85 */
  readonly name: string | null;
  /** BT-86: a BIC. */
  readonly provider: string | null;
}

export interface PaymentCard {
  /** BT-87: at most the first six and the last four digits. */
  readonly account: string;
  /** BT-88 */
  readonly holder: string | null;
}

export interface DirectDebit {
  /** BT-89 */
  readonly mandate: string | null;
  /** BT-90 */
  readonly creditor: string | null;
  /** BT-91 */
  readonly debitedAccount: string | null;
}
