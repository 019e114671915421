const DARKEST_FOR_BLACK = 0.4;

/** The readable text color on a background: black on light colors, white on dark ones. */
export function readableOn(color: string): "#000000" | "#ffffff" {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255);
  return 0.2126 * red ** 2.2 + 0.7152 * green ** 2.2 + 0.0722 * blue ** 2.2 > DARKEST_FOR_BLACK ? "#000000" : "#ffffff";
}

/** The picture of a `data:` URL if mail programs can show it. They cannot show SVG. */
export function mailLogo(dataUrl: string | null): { contentType: string; bytes: Uint8Array } | null {
  const [, contentType, encoded] = /^data:(image\/(?:png|jpeg));base64,(.+)$/s.exec(dataUrl ?? "") ?? [];
  return contentType === undefined || encoded === undefined
    ? null
    : { contentType, bytes: Buffer.from(encoded, "base64") };
}
