/** A computation for an electronic invoice, by its task name. */
export interface ElectronicWork {
  /** Organizations take turns. */
  readonly organizationId: string;
  /** The number of lines of the document. */
  readonly lines: number;
  readonly task: string;
  readonly args: readonly unknown[];
}

/** Computes long electronic invoices outside the request thread, so that other requests do not wait. */
export interface ElectronicRunner {
  run(work: ElectronicWork): Promise<unknown>;
}
