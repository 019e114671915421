import { isDeepStrictEqual } from "node:util";
import {
  forgetSeries,
  type DocumentTemplate,
  getOrganization,
  insertOrganization,
  lockNumbering,
  type OrganizationRow,
  removeMarginTail,
  restartMarginTail,
  updateOrganization as save,
} from "@counterfoil/storage";
import { type ApiKey, makeApiKey, SCOPES } from "../api-keys/index.ts";
import { electronicPartyFaults, invoiceNoteFaults } from "../e-invoice-fields/index.ts";
import { keepLogo, logoAddress, logoFaults } from "../documents/index.ts";
import { followTimeZone } from "../accounts/index.ts";
import {
  applyMarginAlert,
  applyModelCosts,
  marginAlertFaults,
  type MarginAlertInput,
  modelCostFaults,
  type ModelCostInput,
} from "../costs/index.ts";
import { countryFaults, currencyFaults, timeZoneFaults } from "../codes.ts";
import { type Context, read, transact, type Work } from "../context.ts";
import { type Fault, refuseFaults } from "../errors/index.ts";
import { receiptNumbering, receiptNumberingFaults } from "../payments/index.ts";
import { creditNoteNumbering, creditNoteNumberingFaults } from "../credit-notes/index.ts";
import { isNumberedDifferently, numberingFaults } from "../invoices/index.ts";
import { audit } from "../record.ts";
import { requireUnchanged } from "../precondition.ts";
import { isLocale } from "../locale.ts";

export type Organization = OrganizationRow;
type Settings = Omit<OrganizationRow, "id" | "sandbox" | "createdAt" | "updatedAt">;
export type OrganizationInput = Partial<
  Omit<Settings, "address" | "invoiceContact" | "documentTemplate" | "modelCosts" | "marginAlert">
> & {
  address?: Partial<Settings["address"]>;
  invoiceContact?: Partial<Settings["invoiceContact"]>;
  documentTemplate?: Partial<DocumentTemplate>;
  modelCosts?: ModelCostInput | null;
  marginAlert?: MarginAlertInput | null;
};

/** The settings of a new organization. All of them can be changed. */
const DEFAULTS: Settings = {
  name: "",
  legalName: null,
  address: null,
  country: null,
  taxId: null,
  registrationNumber: null,
  email: null,
  logoUrl: null,
  bankDetails: null,
  timezone: "UTC",
  defaultCurrency: "USD",
  locale: "en-US",
  invoiceNumberPrefix: "INV",
  invoiceNumberFormat: "{PREFIX}-{YYYY}-{SEQ:5}",
  invoiceNumberRestart: "never",
  creditNoteNumberFormat: "CN-{YYYY}-{SEQ:5}",
  receiptNumberFormat: "REC-{YYYY}-{SEQ:5}",
  graceHours: 1,
  defaultPaymentTerms: "net_30",
  zeroAmountInvoices: "issue",
  taxMode: "manual",
  brandColor: "#2f5bd7",
  eInvoicing: false,
  eInvoiceProfile: "en16931",
  electronicAddress: null,
  registrationScheme: null,
  invoiceContact: null,
  invoiceNotes: [],
  documentTemplate: {
    layout: "modern",
    paper: null,
    showUsageDetail: true,
    showUsageByDay: true,
    footer: null,
    customFields: [],
  },
  reportingCurrency: null,
  modelCosts: null,
  marginAlert: null,
};

/**
 * Creates an organization and its first key, which has all scopes. `context.organizationId` is the new organization's
 * ID.
 */
export function createOrganization(
  context: Context,
  input: OrganizationInput & { name: string; sandbox: boolean },
): Promise<{ organization: Organization; key: ApiKey & { token: string } }> {
  return transact(context, async (work) => {
    const now = work.clock.now();
    const { sandbox, ...members } = input;
    const empty = { ...DEFAULTS, id: work.organizationId, sandbox, createdAt: now, updatedAt: now };
    const applied = applyOrganizationInput(empty, members);
    refuseFaults([...organizationFaults(applied), ...(await logoFaults(work.tx, input.logoUrl))]);
    await insertOrganization(work.tx, { ...applied, logoUrl: null });
    const organization = await withLogo(work, applied, input);
    await save(work.tx, organization);
    await followMarginAlert(work, null, organization);
    await audit(work, { action: "organization.created", objectId: organization.id, after: organization });
    const key = await makeApiKey(work, { name: "First key", scopes: SCOPES });
    return { organization, key };
  });
}

export function readOrganization(context: Context): Promise<Organization> {
  return read(context, getOrganization);
}

/** Changes settings. Issued documents keep their snapshots. */
export function updateOrganization(context: Context, input: OrganizationInput): Promise<Organization> {
  return transact(context, async (work) => {
    const before = await getOrganization(work.tx, "for no key update");
    await requireUnchanged(work, () => before);
    const applied = { ...applyOrganizationInput(before, input), updatedAt: work.clock.now() };
    refuseFaults([...organizationFaults(applied, before), ...(await logoFaults(work.tx, input.logoUrl))]);
    const after = await withLogo(work, applied, input);
    await save(work.tx, after);
    await followTimeZone(work, null, before.timezone, after.timezone);
    await followNumbering(work, before, after);
    await followMarginAlert(work, before, after);
    await audit(work, { action: "organization.updated", objectId: after.id, before, after });
    return after;
  });
}

/**
 * Numbers are assigned under the same lock, so no transaction can assign one with the old settings before this one
 * commits.
 */
async function followNumbering(work: Work, before: Organization, after: Organization): Promise<void> {
  const numberings = [(of: Organization) => of, creditNoteNumbering, receiptNumbering];
  if (!numberings.some((numbering) => isNumberedDifferently(numbering(before), numbering(after)))) return;
  await lockNumbering(work.tx, "change");
  await forgetSeries(work.tx);
}

/** Starts or stops checking margins. A changed setting applies to the whole current month. */
async function followMarginAlert(work: Work, before: Organization | null, after: Organization): Promise<void> {
  if (isDeepStrictEqual(before?.marginAlert ?? null, after.marginAlert)) return;
  if (after.marginAlert === null) await removeMarginTail(work.tx);
  else await restartMarginTail(work.tx, work.clock.now());
}

const NO_CONTACT = { name: null, phone: null, email: null };
const NO_ADDRESS = { line1: null, line2: null, city: null, state: null, postalCode: null };

/** The settings with the new logo, which is stored and referred to by its URL. */
async function withLogo(work: Work, organization: Organization, { logoUrl }: OrganizationInput): Promise<Organization> {
  return typeof logoUrl === "string" ? { ...organization, logoUrl: await logoAddress(work, logoUrl) } : organization;
}

/** Sets a picture as the organization's logo. */
export function putLogo(context: Context, picture: Uint8Array): Promise<Organization> {
  return transact(context, async (work) => {
    const before = await getOrganization(work.tx, "for no key update");
    const after = { ...before, logoUrl: await keepLogo(work, picture), updatedAt: work.clock.now() };
    await save(work.tx, after);
    await audit(work, { action: "organization.updated", objectId: after.id, before, after });
    return after;
  });
}

export function applyOrganizationInput(organization: Organization, input: OrganizationInput): Organization {
  const { address, invoiceContact, documentTemplate, modelCosts, marginAlert, ...rest } = input;
  const merged: Organization = {
    ...organization,
    ...rest,
    documentTemplate: { ...organization.documentTemplate, ...documentTemplate },
  };
  if (modelCosts !== undefined) merged.modelCosts = applyModelCosts(organization.modelCosts, modelCosts);
  if (marginAlert !== undefined) merged.marginAlert = applyMarginAlert(organization.marginAlert, marginAlert);
  if (address === null) merged.address = null;
  else if (address !== undefined) merged.address = { ...NO_ADDRESS, ...organization.address, ...address };
  if (invoiceContact === null) merged.invoiceContact = null;
  else if (invoiceContact !== undefined) {
    merged.invoiceContact = { ...NO_CONTACT, ...organization.invoiceContact, ...invoiceContact };
  }
  return merged;
}

/**
 * Everything that is wrong with the settings. Codes are checked only if they change, because an organization may have one
 * from before they were checked.
 */
export function organizationFaults(organization: Organization, before?: Organization): Fault[] {
  const changed = (member: "timezone" | "defaultCurrency" | "reportingCurrency" | "country") =>
    organization[member] === before?.[member] ? null : organization[member];
  const faults: Fault[] = [
    ...timeZoneFaults("/timezone", changed("timezone")),
    ...currencyFaults("/defaultCurrency", changed("defaultCurrency")),
    ...currencyFaults("/reportingCurrency", changed("reportingCurrency")),
    ...countryFaults("/country", changed("country")),
  ];
  const refuse = (member: string, code: string, detail: string) => faults.push({ pointer: `/${member}`, code, detail });
  if (!isLocale(organization.locale)) {
    refuse("locale", "unknown_locale", `${organization.locale} is not a language tag. Use one such as en-US.`);
  }
  if (organization.taxMode === "table" && organization.country === null) {
    refuse("country", "required", "The tax mode table needs the seller's country. Set country.");
  }
  faults.push(...modelCostFaults(organization.modelCosts), ...marginAlertFaults(organization.marginAlert));
  faults.push(...electronicPartyFaults(organization), ...invoiceNoteFaults(organization.invoiceNotes));
  return [
    ...faults,
    ...numberingFaults(organization),
    ...creditNoteNumberingFaults(organization),
    ...receiptNumberingFaults(organization),
  ];
}
