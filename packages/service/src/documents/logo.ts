import { createHash } from "node:crypto";
import { checkLogo, type ImageFormat } from "@counterfoil/documents";
import { findLogo, insertLogo, type LogoRow, type Tx } from "@counterfoil/storage";
import { type Context, read, type Work } from "../context.ts";
import { invalid, notFound, refuseFaults } from "../errors/domain-error.ts";
import type { Fault } from "../errors/fault.ts";

/** Where a logo is read; it stands for the logo in everything that carries one. */
const ADDRESS = "/organization/logos/";

const MEDIA_TYPES: Record<ImageFormat, string> = { png: "image/png", jpg: "image/jpeg", svg: "image/svg+xml" };

/** Keeps a picture among the organization's logos and answers its address; refuses what cannot be printed with it. */
export async function keepLogo(work: Work, sent: Uint8Array, pointer: string): Promise<string> {
  const checked = checkLogo(sent);
  if (!checked.ok) throw invalid([{ pointer, code: checked.code, detail: checked.detail }]);
  const { bytes, format } = checked;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const mediaType = MEDIA_TYPES[format];
  await insertLogo(work.tx, { sha256, mediaType, bytes: Buffer.from(bytes), createdAt: work.clock.now() });
  return ADDRESS + sha256;
}

/** The address of the logo that somebody wrote as a `data:` address, or as the address that they were shown. */
export async function logoAddress(work: Work, written: string): Promise<string> {
  if (written.startsWith("data:")) {
    return keepLogo(work, Buffer.from(written.slice(written.indexOf(",") + 1), "base64"), "/logoUrl");
  }
  refuseFaults(await unknownLogo(work.tx, written));
  return written;
}

/** What is wrong with an address that leads to no logo of the organization. */
export async function unknownLogo(tx: Tx, address: string): Promise<Fault[]> {
  if ((await findLogo(tx, sha256Of(address))) !== undefined) return [];
  return [{ pointer: "/logoUrl", code: "not_found", detail: "The organization has no such logo." }];
}

/** The picture at an address; null where there is none. */
export async function findLogoBytes(tx: Tx, address: string | null): Promise<Uint8Array | null> {
  if (address === null) return null;
  const logo = await findLogo(tx, sha256Of(address));
  return logo?.bytes ?? null;
}

/** A logo that the organization has or had. */
export function getLogo(context: Context, sha256: string): Promise<LogoRow> {
  return read(context, async (tx) => {
    const logo = await findLogo(tx, sha256);
    if (logo === undefined) throw notFound("logo", sha256);
    return logo;
  });
}

function sha256Of(address: string): string {
  return address.slice(ADDRESS.length);
}
