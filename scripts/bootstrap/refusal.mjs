/** Why the start cannot go on, with the way out, for a person to read. */
export class Refusal extends Error {}
