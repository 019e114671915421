import { DomainError, LARGEST_LOGO_BYTES } from "@counterfoil/service";
import Type from "typebox";
import type { BodyForm, SentBody } from "./body-forms.ts";

const picture = Type.String({ format: "binary" });

/** The image types that a logo can have. The bytes decide the actual type. */
export const LOGO_FORMS: readonly BodyForm[] = ["image/png", "image/jpeg", "image/svg+xml"].map((mediaType) => {
  return { mediaType, schema: picture, isStreamed: true };
});

/** The whole image. An image that is too large is refused before the rest of it is read. */
export async function readPicture(sent: SentBody): Promise<Uint8Array> {
  if (sent.kind === "text")
    throw new DomainError("malformed_request", "The body is empty. Send the image file as the body.");
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of sent.chunks) {
    length += chunk.length;
    if (length > LARGEST_LOGO_BYTES) {
      throw new DomainError("payload_too_large", `The logo is larger than the limit of ${LARGEST_LOGO_BYTES} bytes.`);
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
