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

/** Where logos are read. This address represents the logo in everything that contains one. */
const ADDRESS = "/organization/logos/";

const MEDIA_TYPES: Record<ImageFormat, string> = { png: "image/png", jpg: "image/jpeg", svg: "image/svg+xml" };

/**
 * Stores a picture among the organization's logos and returns its address. Refuses a picture that cannot be printed.
 */
export async function keepLogo(work: Work, sent: Uint8Array): Promise<string> {
  const checked = checkLogo(sent);
  if (!checked.ok) throw invalid([{ pointer: "", code: checked.code, detail: checked.detail }]);
  const { bytes, format } = checked;
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  const mediaType = MEDIA_TYPES[format];
  await insertLogo(work.tx, { sha256, mediaType, bytes: Buffer.from(bytes), createdAt: work.clock.now() });
  return ADDRESS + sha256;
}

/**
 * The address of a logo that the caller wrote as a picture or as an existing address. `logoFaults` has already checked
 * it.
 */
export function logoAddress(work: Work, written: string): Promise<string> {
  return isPicture(written) ? keepLogo(work, pictureOf(written)) : Promise.resolve(written);
}

/** What is wrong with a logo in a request: a `data:` address with the picture, or the address of an existing logo. */
export async function logoFaults(tx: Tx, written: string | null | undefined, pointer = "/logoUrl"): Promise<Fault[]> {
  if (typeof written !== "string") return [];
  if (isPicture(written)) {
    const checked = checkLogo(pictureOf(written));
    return checked.ok ? [] : [{ pointer, code: checked.code, detail: checked.detail }];
  }
  if ((await findLogo(tx, sha256Of(written))) !== undefined) return [];
  return [
    { pointer, code: "not_found", detail: "The organization has no logo with this hash. Upload the logo first." },
  ];
}

/** The picture itself, or the picture at the address. Null if there is none. */
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

/**
 * The organization with its logo as a `data:` address, for mails and pages that cannot open addresses of this server.
 */
export async function organizationWithPicture(tx: Tx): Promise<OrganizationRow> {
  const organization = await getOrganization(tx);
  return { ...organization, logoUrl: await pictureAddress(tx, organization.logoUrl) };
}

/** A logo as a `data:` address. */
export async function pictureAddress(tx: Tx, written: string | null): Promise<string | null> {
  if (written === null || isPicture(written)) return written;
  const logo = await findLogo(tx, sha256Of(written));
  if (logo === undefined) throw new Error(`the logo ${written} is not there`);
  return `data:${logo.mediaType};base64,${logo.bytes.toString("base64")}`;
}

/** A current or earlier logo of the organization. */
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
