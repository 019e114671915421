/** A file that is made from others of the repository. */
export interface GeneratedFile {
  /** Below the repository's root. */
  readonly path: string;
  readonly text: string;
}
