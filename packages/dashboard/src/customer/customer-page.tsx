/** Which page of the customer's an address is: a quote, an invoice, or the portal. */
export function CustomerPage({ path }: { readonly path: string }) {
  return <main className="p-8">{path}</main>;
}
