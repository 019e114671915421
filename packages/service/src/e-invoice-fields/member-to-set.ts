/** Where to set a member that XML lacks: in the organization's settings, or on the account. */
const MEMBERS: readonly (readonly [path: RegExp, member: string])[] = [
  [/^\/seller\/name$/, "organization.legalName"],
  [/^\/seller\/address\/country$/, "organization.country"],
  [/^\/seller\/address(\/(?<rest>\w+))?$/, "organization.address"],
  [/^\/seller\/(vatIdentifier|taxRegistration)$/, "organization.taxId"],
  [/^\/seller\/registration\/scheme$/, "organization.registrationScheme"],
  [/^\/seller\/registration$/, "organization.registrationNumber"],
  [/^\/seller\/electronicAddress(\/scheme)?$/, "organization.electronicAddress"],
  [/^\/seller\/contact\/name$/, "organization.invoiceContact.name"],
  [/^\/seller\/contact\/telephone$/, "organization.invoiceContact.phone"],
  [/^\/seller\/contact\/email$/, "organization.invoiceContact.email"],
  [/^\/payment\/transfers/, "organization.bankDetails"],
  [/^\/buyer\/name$/, "account.name"],
  [/^\/(buyer|delivery)\/address\/country$/, "account.taxCountry"],
  [/^\/buyer\/address(\/(?<rest>\w+))?$/, "account.billingAddress"],
  [/^\/buyer\/vatIdentifier$/, "account.taxId"],
  [/^\/buyer\/registration\/scheme$/, "account.registrationScheme"],
  [/^\/buyer\/registration$/, "account.registrationNumber"],
  [/^\/buyer\/electronicAddress(\/scheme)?$/, "account.electronicAddress"],
  [/^\/buyerReference$/, "account.buyerReference"],
];

/** `account.buyerReference` for `/buyerReference`. Null if no member of the API fixes it: for example, a sum. */
export function memberToSet(path: string): string | null {
  for (const [pattern, member] of MEMBERS) {
    const match = pattern.exec(path);
    if (match === null) continue;
    const rest = match.groups?.["rest"];
    return rest === undefined ? member : `${member}.${rest}`;
  }
  return null;
}

/** `Set buyerReference of the account.` */
export function howToSet(path: string): string | null {
  const [resource, ...member] = memberToSet(path)?.split(".") ?? [];
  return resource === undefined ? null : `Set ${member.join(".")} of the ${resource}.`;
}
