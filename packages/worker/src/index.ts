export * from "./worker.ts";
export { readSender, readSmtpAddress, type SmtpAddress } from "./mail/smtp-address.ts";
export { createSmtpMailer, type SmtpMailer } from "./mail/smtp-mailer.ts";
