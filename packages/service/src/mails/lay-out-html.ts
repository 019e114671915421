import { isRightToLeft, type Language } from "@counterfoil/documents";

/** The content of the standard layout. All texts are parts of a template and contain no HTML. */
export interface LaidOut {
  readonly language: Language;
  readonly heading: string | null;
  readonly paragraphs: readonly string[];
  readonly rows: readonly { readonly name: string; readonly label: string }[];
  readonly button: MailButton | null;
  /** The text next to the QR code of a bank transfer, if there is one. */
  readonly scanned: string | null;
  readonly closing: readonly string[];
}

/** A link that is shown if its placeholder has a value. */
export interface MailButton {
  readonly label: string;
  readonly placeholder: string;
  readonly small: string | null;
}

/** The start and end sides of lines. Mail programs remove the attributes of the page, so the card has them as well. */
interface Sides {
  readonly direction: "ltr" | "rtl";
  readonly start: "left" | "right";
  readonly end: "left" | "right";
}

const FONT = "font-family:-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,'Noto Sans',sans-serif";
const INK = "#1c2430";
const MUTED = "#5a6675";
const LINE = "#e3e7ec";

/**
 * The standard layout as a template. It uses tables and inline styles, because mail programs support little else. If a
 * program uses the reader's dark mode, the classes in the head set the colors; other programs ignore them.
 */
export function layOutHtml({ language, heading, paragraphs, rows, button, scanned, closing }: LaidOut): string {
  const sides: Sides = isRightToLeft(language)
    ? { direction: "rtl", start: "right", end: "left" }
    : { direction: "ltr", start: "left", end: "right" };
  const body = [
    heading === null
      ? ""
      : `<h1 class="ink" style="margin:0 0 20px;font-size:24px;line-height:30px;color:${INK}">${escapeText(heading)}</h1>`,
    ...paragraphs.map((text) => paragraph(text, "ink", INK)),
    rows.length === 0 ? "" : table(rows, sides),
    button === null ? "" : buttonTable(button),
    scanned === null ? "" : transferTable(scanned, sides),
    ...closing.map((text) => paragraph(text, "muted", MUTED)),
  ];
  return `<!doctype html>
<html lang="${language}" dir="${sides.direction}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="supported-color-schemes" content="light dark">
<title>${heading === null ? "{OrganizationName}" : escapeText(heading)}</title>
<style>${DARK}</style>
</head>
<body class="page" style="margin:0;padding:0;background-color:#f3f5f8;-webkit-text-size-adjust:100%">
<table role="presentation" class="page" width="100%" cellpadding="0" cellspacing="0" border="0" style="background-color:#f3f5f8">
<tr><td align="center" style="padding:32px 12px">
<table role="presentation" class="card" dir="${sides.direction}" align="center" width="560" cellpadding="0" cellspacing="0" border="0" style="width:100%;max-width:560px;background-color:#ffffff;border-radius:8px;text-align:${sides.start};${FONT}">
<tr><td style="height:6px;line-height:6px;font-size:0;background-color:{BrandColor};border-radius:8px 8px 0 0">&nbsp;</td></tr>
<tr><td style="padding:28px 36px 0">${LETTERHEAD}</td></tr>
<tr><td style="padding:28px 36px 12px;font-size:16px;line-height:25px">
${body.filter((part) => part !== "").join("\n")}
</td></tr>
<tr><td class="line" style="padding:18px 36px 28px;border-top:1px solid ${LINE};font-size:13px;line-height:20px"><span class="muted" style="color:${MUTED}">{OrganizationName}{#OrganizationAddress}<br>{OrganizationAddress}{/OrganizationAddress}{#OrganizationEmail}<br>{OrganizationEmail}{/OrganizationEmail}</span></td></tr>
</table>
</td></tr>
</table>
</body>
</html>
`;
}

/** The logo has a white background in every color scheme, because most logos are drawn for one. */
const LETTERHEAD = `{#LogoUrl}<img class="logo" src="{LogoUrl}" alt="{OrganizationName}" height="40" style="display:block;height:40px;max-width:240px;border:0">{/LogoUrl}{^LogoUrl}<span class="ink" style="font-size:18px;line-height:26px;font-weight:700;color:${INK}">{OrganizationName}</span>{/LogoUrl}`;

const DARK = [
  ":root{color-scheme:light dark;supported-color-schemes:light dark}",
  "@media (prefers-color-scheme:dark){",
  ".page{background-color:#10141a !important}",
  ".card{background-color:#1a2029 !important}",
  ".ink{color:#eef1f5 !important}",
  ".muted{color:#a5b0be !important}",
  ".line{border-color:#303947 !important}",
  ".logo{background-color:#ffffff !important;padding:8px !important;border-radius:6px !important}",
  "}",
  "@media (max-width:480px){h1{font-size:21px !important}}",
].join("");

function paragraph(text: string, className: string, color: string): string {
  const lines = escapeText(text.trim()).replaceAll("\n", "<br>");
  return `<p class="${className}" style="margin:0 0 16px;color:${color}">${lines}</p>`;
}

function table(rows: LaidOut["rows"], { end }: Sides): string {
  const cell = `padding:9px 0;border-top:1px solid ${LINE};font-size:15px;line-height:22px;vertical-align:top`;
  const written = rows.map(
    ({ name, label }) =>
      `{#${name}}<tr><td class="muted line" style="${cell};color:${MUTED};padding-${end}:16px">${escapeText(label)}</td>` +
      `<td class="ink line" align="${end}" style="${cell};color:${INK};font-weight:600">{${name}}</td></tr>{/${name}}`,
  );
  return `<table role="presentation" width="100%" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 20px">${written.join("\n")}</table>`;
}

/** Uses a cell with a background instead of a styled link, because Outlook ignores padding on links. */
function buttonTable({ label, placeholder, small }: MailButton): string {
  const table =
    `<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 ${small === null ? 24 : 8}px"><tr>` +
    `<td style="background-color:{BrandColor};border-radius:6px"><a href="{${placeholder}}" style="display:inline-block;padding:12px 24px;` +
    `font-size:16px;line-height:22px;font-weight:600;color:{BrandTextColor};text-decoration:none">${escapeText(label)}</a></td></tr></table>`;
  const below =
    small === null
      ? ""
      : `<p class="muted" style="margin:0 0 24px;font-size:13px;line-height:20px;color:${MUTED}">${escapeText(small)}</p>`;
  return `{#${placeholder}}${table}${below}{/${placeholder}}`;
}

/** The code has a white background in every color scheme, because cameras need it. */
function transferTable(text: string, { end }: Sides): string {
  return (
    `{#TransferCodeUrl}<table role="presentation" cellpadding="0" cellspacing="0" border="0" style="margin:4px 0 24px"><tr>` +
    `<td style="background-color:#ffffff;padding-${end}:16px"><img src="{TransferCodeUrl}" alt="${escapeText(text)}" width="132" height="132" ` +
    `style="display:block;width:132px;height:132px;border:0"></td>` +
    `<td class="muted" style="font-size:13px;line-height:20px;color:${MUTED}">${escapeText(text)}</td></tr></table>{/TransferCodeUrl}`
  );
}

/** Escapes the text of a template for HTML. Braces stay, because placeholders need them. */
function escapeText(text: string): string {
  return text.replaceAll(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
