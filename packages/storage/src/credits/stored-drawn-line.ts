/** What a draw paid of a line, or what was returned of that. Both amounts have the sign of their entry. */
export interface StoredDrawnLine {
  lineId: string;
  /** In the grant's currency or units. */
  amount: string;
  /** In the invoice's currency. */
  amountPaid: string;
}
