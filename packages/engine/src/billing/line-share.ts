/**
 * The part of a line's amount that belongs to one of the periods over which the line is spread. It is the amount of all
 * periods through this one, less the amount of the periods before it, each rounded. So the parts of all periods sum
 * exactly to the line (R-SUB-8).
 */
export interface CountedShare {
  readonly before: number;
  readonly through: number;
  readonly of: number;
}
