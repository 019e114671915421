/**
 * The part of a line's amount that one of the periods holds over which it is spread: what the periods through this one hold,
 * less what those before it do, each rounded. So the parts of all periods sum to the line to the cent (R-SUB-8).
 */
export interface CountedShare {
  readonly before: number;
  readonly through: number;
  readonly of: number;
}
