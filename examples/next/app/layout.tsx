import type { ReactNode } from "react";
import "@counterfoil/sdk/react.css";
import "./page.css";

export const metadata = { title: "Billing – Next.js example", icons: { icon: "data:," } };

export default function Layout({ children }: { readonly children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
