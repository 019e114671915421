import { NextResponse, type NextRequest } from "next/server";
import { sessionValue } from "../../lib/session";

/** Your application asks for a password here. */
export function GET(request: NextRequest) {
  const account = request.nextUrl.searchParams.get("account") ?? "acme";
  const response = new NextResponse(null, { status: 303, headers: { Location: "/" } });
  response.cookies.set("session", sessionValue(account), { httpOnly: true, sameSite: "lax", path: "/" });
  return response;
}
