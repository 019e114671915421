import { expect, test } from "vitest";
import { readMailConfiguration } from "../../src/configuration/mail-configuration.ts";

function read(environment: Record<string, string>) {
  const faults: string[] = [];
  return { mail: readMailConfiguration(environment, (fault) => faults.push(fault)), faults };
}

test("Nothing said, no mail is sent", () => {
  expect(read({ SMTP_URL: "" })).toEqual({ mail: { smtp: null, publicUrl: null }, faults: [] });
});

test("A server elsewhere has to encrypt unless told otherwise; on this machine it may (R-MAIL-1)", () => {
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

test("User and password are read as addresses write them", () => {
  const { mail } = read({ SMTP_URL: "smtp://a%40example.com:p%3A%2Fss@mail.example.com", MAIL_FROM: "b@example.com" });
  expect(mail.smtp?.address).toMatchObject({ user: "a@example.com", password: "p:/ss" });
});

test("Every fault is told at once, and none repeats a password (R-OPS-4)", () => {
  const { faults } = read({
    SMTP_URL: "smtp://:hush@mail.example.com/inbox?tls=maybe&pool=1",
    MAIL_FROM: "a@example.com, b@example.com",
    COUNTERFOIL_PUBLIC_URL: "billing.example.com",
  });
  expect(faults).toHaveLength(6);
  expect(faults.join("\n")).not.toContain("hush");
  expect(read({ SMTP_URL: "http://user:hush@mail", MAIL_FROM: "a@example.com" }).faults).toEqual([
    expect.stringContaining("SMTP_URL is no address of an SMTP server"),
  ]);
  expect(read({ SMTP_URL: "smtp://localhost" }).faults).toEqual([expect.stringContaining("MAIL_FROM is needed")]);
});

test("Links in mail lead to the public address, which has no slash at its end", () => {
  expect(read({ COUNTERFOIL_PUBLIC_URL: "https://billing.example.com/" }).mail.publicUrl).toBe(
    "https://billing.example.com",
  );
});
