import { createHash } from "node:crypto";
import { checkLogo, type ImageFormat } from "@counterfoil/documents";
import {
  findLogo,
  getOrganization,
  insertLogo,
  type LogoRow,
  type OrganizationRow,
  type Tx,
} from "@counterfoil/storage";
import { type Context, read, type Work } from "../context.ts";
import { type Fault, invalid, notFound } from "../errors/index.ts";

/** Where a logo is read; it stands for the logo in everything that carries one. */
const ADDRESS = "/organization/logos/";

const MEDIA_TYPES: Record<ImageFormat, string> = { png: "image/png", jpg: "image/jpeg", svg: "image/svg+xml" };

/** Keeps a picture among the organization's logos and answers its address; refuses what cannot be printed with it. */
export async function keepLogo(work: Work, sent: Uint8Array): Promise<string> {
  const checked = checkLogo(sent);
  if (!checked.ok) throw invalid([{ pointer: "", code: checked.code, detail: checked.detail }]);
  const { bytes, format } = checked;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const mediaType = MEDIA_TYPES[format];
  await insertLogo(work.tx, { sha256, mediaType, bytes: Buffer.from(bytes), createdAt: work.clock.now() });
  return ADDRESS + sha256;
}

/** The address of a logo that was written as a picture of its own or as the address that was shown; `logoFaults` has judged it. */
export function logoAddress(work: Work, written: string): Promise<string> {
  return isPicture(written) ? keepLogo(work, pictureOf(written)) : Promise.resolve(written);
}

/** What is wrong with a logo as it is written: a `data:` address with the picture, or the address of one that is there. */
export async function logoFaults(tx: Tx, written: string | null | undefined, pointer = "/logoUrl"): Promise<Fault[]> {
  if (typeof written !== "string") return [];
  if (isPicture(written)) {
    const checked = checkLogo(pictureOf(written));
    return checked.ok ? [] : [{ pointer, code: checked.code, detail: checked.detail }];
  }
  if ((await findLogo(tx, sha256Of(written))) !== undefined) return [];
  return [{ pointer, code: "not_found", detail: "The organization has no such logo." }];
}

/** The picture that is written, or stands at the address that is; null where there is none. */
export async function findLogoBytes(tx: Tx, written: string | null): Promise<Uint8Array | null> {
  if (written === null) return null;
  if (isPicture(written)) return pictureOf(written);
  return (await findLogo(tx, sha256Of(written)))?.bytes ?? null;
}

function isPicture(written: string): boolean {
  return written.startsWith("data:");
}

function pictureOf(dataAddress: string): Buffer {
  return Buffer.from(dataAddress.slice(dataAddress.indexOf(",") + 1), "base64");
}

/** The organization with its logo as a picture in the address itself, for mails and pages that can follow no address of ours. */
export async function organizationWithPicture(tx: Tx): Promise<OrganizationRow> {
  const organization = await getOrganization(tx);
  return { ...organization, logoUrl: await pictureAddress(tx, organization.logoUrl) };
}

/** A logo as a picture in the address itself. */
export async function pictureAddress(tx: Tx, written: string | null): Promise<string | null> {
  if (written === null || isPicture(written)) return written;
  const logo = await findLogo(tx, sha256Of(written));
  if (logo === undefined) throw new Error(`the logo ${written} is not there`);
  return `data:${logo.mediaType};base64,${logo.bytes.toString("base64")}`;
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
