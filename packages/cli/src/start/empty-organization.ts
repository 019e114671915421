import { type Context, createOrganization } from "@counterfoil/service";

/** Creates an empty sandbox and its first API key. */
export async function makeEmptyOrganization(context: Context): Promise<{ name: string; apiKey: string; said: string }> {
  const { organization, key } = await createOrganization(context, { name: "My organization", sandbox: true });
  return { name: organization.name, apiKey: key.token, said: "an empty sandbox" };
}
