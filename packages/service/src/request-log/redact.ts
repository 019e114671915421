/** What a redacted value is replaced by. */
const REDACTED = "[redacted]";

/** Members whose values are secrets or about people, in lower case without separators. */
const HIDDEN = new Set([
  "accesstoken",
  "address",
  "addresses",
  "aliases",
  "apikey",
  "authorization",
  "bic",
  "billingaddress",
  "billingemail",
  "buyerreference",
  "cardnumber",
  "contactemail",
  "contactname",
  "contacts",
  "electronicaddress",
  "email",
  "fingerprint",
  "firstname",
  "iban",
  "last4",
  "lastname",
  "message",
  "note",
  "notes",
  "passphrase",
  "password",
  "phone",
  "phonenumber",
  "properties",
  "recipient",
  "recipients",
  "registrationnumber",
  "sessionurl",
  "shippingaddress",
  "signature",
  "signedby",
  "signer",
  "taxid",
  "text",
]);
/** A member with one of these words in its name is a secret: `secretKey`, `webhook_secret`, `clientToken`. */
const SECRET_WORD = /(?:secret|password|token|private|credential)/;
/** Names of companies and people. In the catalog, the same members name products. */
const NAMES = new Set(["name", "legalname", "displayname", "customer", "customername", "accountname"]);

/** The lengths are bounded (RFC 5321), so that the time for a long text without separators is not quadratic. */
const EMAIL = /[^\s"'<>(),;:@/?&=%]{1,64}(?:@|%40)[^\s"'<>(),;:@/?&=%]{1,255}\.[a-z]{2,}/gi;
/** Keys of Counterfoil and Stripe, signing secrets, and tokens in links. */
const SECRET = /\b(?:cf_(?:live|test|oauth|refresh)|whsec|sk_live|sk_test|rk_live|rk_test|pk_live|pk_test)_[\w+/=-]+/g;
/** The end of a link that works without a key. */
const LINK = /\/(?:portal|quote|invoice|pay|invitation)\/[\w-]{16,}/g;

const QUOTED = /"((?:[^"\\]|\\.)*)"/g;
/** Shorter texts occur in others by chance. */
const SHORTEST_QUOTED = 4;
const MOST_QUOTED = 100;

/** How to redact the bodies of a request. */
export interface Redaction {
  /** Whether `name` is the name of a product, not of a customer. */
  readonly keepsNames: boolean;
  /** What was hidden in the request, so that no error of the response quotes it. */
  readonly quoted: readonly string[];
}

/** JSON without secrets and personal data: the values of telling members, email addresses, keys, and tokens of links. */
export function redact(value: unknown, redaction: Redaction): unknown {
  if (typeof value === "string") return redactText(value);
  if (Array.isArray(value)) return value.map((item) => redact(item, redaction));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([member, inner]) => [member, redactMember(member, inner, redaction)]),
  );
}

function redactMember(member: string, value: unknown, redaction: Redaction): unknown {
  if (isHidden(member, redaction.keepsNames)) return hide(value);
  if (member === "detail" && typeof value === "string") return redactDetail(value, redaction);
  return redact(value, redaction);
}

/** What an error says, without the values of the request that it quotes. IDs, numbers and codes stay. */
function redactDetail(detail: string, { keepsNames, quoted }: Redaction): string {
  const unquoted = keepsNames
    ? detail
    : detail.replace(QUOTED, (whole, inner: string) =>
        /^(?:[a-z]+_[0-9a-z]{26}|[\d.,:+-]+|[A-Z]{2,3})$/.test(inner) ? whole : `"${REDACTED}"`,
      );
  return redactText(quoted.reduce((text, one) => text.replaceAll(one, REDACTED), unquoted));
}

/** The texts that `redact` hides in a request, the longest first. */
export function hiddenTexts(value: unknown, keepsNames: boolean): string[] {
  const texts = new Set<string>();
  collect(value, false);
  return [...texts].toSorted((a, b) => b.length - a.length).slice(0, MOST_QUOTED);

  function collect(part: unknown, isWithin: boolean): void {
    if (typeof part === "string") {
      if (isWithin && part.length >= SHORTEST_QUOTED) texts.add(part);
    } else if (typeof part === "object" && part !== null) {
      for (const [member, inner] of Object.entries(part)) collect(inner, isWithin || isHidden(member, keepsNames));
    }
  }
}

/** A text without email addresses, keys, and tokens of links. */
export function redactText(text: string): string {
  return text
    .replace(EMAIL, REDACTED)
    .replace(SECRET, REDACTED)
    .replace(LINK, (link) => `${link.slice(0, link.lastIndexOf("/"))}/${REDACTED}`);
}

/** A query without the values of a search, of telling parameters, and of filters by telling fields. */
export function redactQuery(query: string): string {
  const parameters = query.split("&").map((sent) => {
    const [name = "", ...value] = sent.split("=");
    const told = decoded(sent);
    const isTelling =
      ["q", "query", "search"].includes(name) || (told.match(/\w+/g) ?? []).some((word) => isHidden(word, false));
    return {
      sent,
      name,
      hasValue: value.length > 0,
      isTelling,
      isFilter: /^filters\b/.test(told),
      isClean: redactText(told) === told,
    };
  });
  const filtersTell = parameters.some(({ isFilter, isTelling }) => isFilter && isTelling);
  return parameters
    .map(({ sent, name, hasValue, isTelling, isFilter, isClean }) =>
      (hasValue && (isTelling || (isFilter && filtersTell))) || !isClean ? `${name}=${REDACTED}` : sent,
    )
    .join("&");
}

/** A path without email addresses and tokens. */
export function redactPath(path: string): string {
  const told = decoded(path);
  const redacted = redactText(told);
  return redacted === told ? path : redacted;
}

function isHidden(member: string, keepsNames: boolean): boolean {
  const name = member.replaceAll(/[^a-z0-9]/gi, "").toLowerCase();
  return HIDDEN.has(name) || SECRET_WORD.test(name) || (!keepsNames && NAMES.has(name));
}

/** What is missing stays visible: null, empty, or absent tells nothing about a person. */
function hide(value: unknown): unknown {
  return value === null || value === "" || (Array.isArray(value) && value.length === 0) ? value : REDACTED;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
