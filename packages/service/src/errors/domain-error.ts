import type { Fault } from "./fault.ts";
import { ERRORS, type ErrorCode } from "./catalogue.ts";

/** A refusal that the caller can understand and act on. `faults` names every wrong member of the input. */
export class DomainError extends Error {
  readonly code: ErrorCode;
  readonly faults: readonly Fault[];

  constructor(code: ErrorCode, detail: string, faults: readonly Fault[] = [], options?: ErrorOptions) {
    super(detail, options);
    this.name = "DomainError";
    this.code = code;
    this.faults = faults;
  }

  get status(): number {
    return ERRORS[this.code].status;
  }
}

/** 404 for a row that this organization does not have, even if another organization has it. */
export function notFound(what: string, id: string): DomainError {
  return new DomainError("not_found", `There is no ${what} ${JSON.stringify(id)}.`);
}

/** 422 that names every fault of the input. One without a pointer is of the whole body. */
export function invalid(faults: readonly Fault[]): DomainError {
  const members = faults.flatMap(({ pointer }) => (pointer === "" ? [] : pointer)).join(", ");
  const ofAll = faults.flatMap(({ pointer, detail }) => (pointer === "" ? detail : []));
  const named = members === "" ? [] : [`Some values are missing or invalid: ${members}. See errors.`];
  return new DomainError("validation_failed", [...ofAll, ...named].join(" "), faults);
}

/** Throws a 400 if parameters of the address have faults. */
export function refuseParameters(faults: readonly Fault[]): void {
  const [first] = faults;
  if (first !== undefined) throw new DomainError("invalid_parameter", first.detail, faults);
}

/** Throws a 422 if there are faults. */
export function refuseFaults(faults: readonly Fault[]): void {
  if (faults.length > 0) throw invalid(faults);
}
