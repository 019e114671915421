import { type Context, createOrganization } from "@counterfoil/service";

/** A sandbox without anything in it, and its first key. */
export async function makeEmptyOrganization(context: Context): Promise<{ name: string; apiKey: string; said: string }> {
  const { organization, key } = await createOrganization(context, { name: "My organization", sandbox: true });
  return { name: organization.name, apiKey: key.token, said: "an empty sandbox" };
}
