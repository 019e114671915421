import { expect, test } from "vitest";
import { readMailConfiguration } from "../../src/configuration/mail-configuration.ts";

function read(environment: Record<string, string>) {
  const faults: string[] = [];
  return { mail: readMailConfiguration(environment, (fault) => faults.push(fault)), faults };
}

test("sends no mail by default", () => {
  expect(read({ SMTP_URL: "" })).toEqual({ mail: { smtp: null, publicUrl: null }, faults: [] });
});

test("requires encryption by a remote server by default, but not by a local one (R-MAIL-1)", () => {
  const encryption = (url: string) => {
    const { mail, faults } = read({ SMTP_URL: url, MAIL_FROM: "Example <billing@example.com>" });
    expect(faults).toEqual([]);
    return [mail.smtp?.address.encryption, mail.smtp?.address.port, mail.smtp?.sender];
  };
  expect(encryption("smtp://mail.example.com")).toEqual(["required", 587, "billing@example.com"]);
  expect(encryption("smtps://mail.example.com")).toEqual(["implicit", 465, "billing@example.com"]);
  expect(encryption("smtp://127.0.0.1:2525")).toEqual(["opportunistic", 2525, "billing@example.com"]);
  expect(encryption("smtp://[::1]:2525")).toEqual(["opportunistic", 2525, "billing@example.com"]);
  expect(encryption("smtp://relay:25?tls=off")).toEqual(["off", 25, "billing@example.com"]);
});

test("decodes the user and password of the URL", () => {
  const { mail } = read({ SMTP_URL: "smtp://a%40example.com:p%3A%2Fss@mail.example.com", MAIL_FROM: "b@example.com" });
  expect(mail.smtp?.address).toMatchObject({ user: "a@example.com", password: "p:/ss" });
});

test("lists all faults at once, and never repeats a password (R-OPS-4)", () => {
  const { faults } = read({
    SMTP_URL: "smtp://:hush@mail.example.com/inbox?tls=maybe&pool=1",
    MAIL_FROM: "a@example.com, b@example.com",
    COUNTERFOIL_PUBLIC_URL: "billing.example.com",
  });
  expect(faults).toHaveLength(6);
  expect(faults.join("\n")).not.toContain("hush");
  expect(read({ SMTP_URL: "http://user:hush@mail", MAIL_FROM: "a@example.com" }).faults).toEqual([
    expect.stringContaining("SMTP_URL is not an SMTP URL"),
  ]);
  expect(read({ SMTP_URL: "smtp://localhost" }).faults).toEqual([expect.stringContaining("MAIL_FROM is required")]);
});

test("links in mail use the public URL without a trailing slash", () => {
  expect(read({ COUNTERFOIL_PUBLIC_URL: "https://billing.example.com/" }).mail.publicUrl).toBe(
    "https://billing.example.com",
  );
});
