/** Why the start cannot continue and what to do, for a person to read. */
export class Refusal extends Error {}
