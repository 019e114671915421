/** A file that is generated from others in the repository. */
export interface GeneratedFile {
  /** The path relative to the repository's root. */
  readonly path: string;
  readonly text: string;
}
