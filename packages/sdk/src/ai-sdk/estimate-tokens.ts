import type { TokenCounts } from "./token-counts.ts";

/** What is known about a call before it is made. */
export interface CallSize {
  /** Messages, instructions and tools: everything that the model reads. */
  readonly prompt: unknown;
  readonly maxOutputTokens: number | null | undefined;
  /** How many answers the call asks for. */
  readonly answers?: number | null | undefined;
}

/** English has about four bytes of UTF-8 per token, most other scripts three. A hold assumes more tokens, a charge fewer. */
const HELD_BYTES_PER_TOKEN = 3;
const CHARGED_BYTES_PER_TOKEN = 4;
/** About what an image costs at its largest. */
const ATTACHMENT_TOKENS = 1_600;
const ASSUMED_OUTPUT_TOKENS = 4_096;

/** What a call may need: its whole prompt, none of it cached, and all the output that it allows. */
export function expectedTokens({ prompt, maxOutputTokens, answers }: CallSize): TokenCounts {
  const { bytes, attachments } = sizeOf(prompt);
  return {
    input: Math.ceil(bytes / HELD_BYTES_PER_TOKEN) + attachments * ATTACHMENT_TOKENS,
    cachedInput: 0,
    cacheWrite: 0,
    output: (maxOutputTokens ?? ASSUMED_OUTPUT_TOKENS) * (answers ?? 1),
    reasoning: 0,
  };
}

/** Input that no provider has reported. */
export function chargedInputTokens(prompt: unknown): number {
  const { bytes, attachments } = sizeOf(prompt);
  return Math.ceil(bytes / CHARGED_BYTES_PER_TOKEN) + attachments * ATTACHMENT_TOKENS;
}

/** Output that no provider has reported. */
export function chargedOutputTokens(bytes: number): number {
  return Math.ceil(bytes / CHARGED_BYTES_PER_TOKEN);
}

export function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).length;
}

interface Size {
  readonly bytes: number;
  readonly attachments: number;
}

const ATTACHMENT = /^(?:input_)?(?:image|image_url|file|audio|document)$/;
/** Encoded files, which are counted as attachments. No text is that long without a space. */
const ENCODED = /^(?:data:[^,]*,)?[\w+/=-]{1000,}$/;

/** The texts in a prompt, with the names in its objects, because tools are described by schemas. */
export function sizeOf(value: unknown): Size {
  if (typeof value === "string") return { bytes: ENCODED.test(value) ? 0 : utf8Bytes(value), attachments: 0 };
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return { bytes: 0, attachments: 0 };
  let bytes = 0;
  let attachments = 0;
  for (const [name, part] of Object.entries(value)) {
    if (name === "providerOptions") continue;
    const inner = sizeOf(part);
    bytes += inner.bytes + (Array.isArray(value) ? 0 : name.length);
    attachments += inner.attachments;
  }
  const { type } = value as { readonly type?: unknown };
  return { bytes, attachments: attachments + (typeof type === "string" && ATTACHMENT.test(type) ? 1 : 0) };
}

/** What the model writes, in the answers of all providers. */
const WRITTEN = new Set([
  "text",
  "content",
  "refusal",
  "reasoning",
  "reasoning_content",
  "thinking",
  "arguments",
  "input",
]);

/** The bytes of what a model has written: text, reasoning and arguments of tools. */
export function writtenBytes(answer: unknown): number {
  if (typeof answer !== "object" || answer === null) return 0;
  return Object.entries(answer).reduce((sum, [name, part]) => sum + writtenIn(name, part), 0);
}

function writtenIn(name: string, part: unknown): number {
  if (typeof part === "string") return WRITTEN.has(name) ? utf8Bytes(part) : 0;
  // Anthropic sends the arguments of a tool as an object.
  return name === "input" ? utf8Bytes(JSON.stringify(part) ?? "") : writtenBytes(part);
}
