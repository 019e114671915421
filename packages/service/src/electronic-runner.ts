/** A computation of electronic invoices, by its name. */
export interface ElectronicWork {
  /** Organizations take turns. */
  readonly organizationId: string;
  /** How long the document is. */
  readonly lines: number;
  readonly task: string;
  readonly args: readonly unknown[];
}

/** Where the process computes long electronic invoices, so that requests do not wait for their rules. */
export interface ElectronicRunner {
  run(work: ElectronicWork): Promise<unknown>;
}
