export interface MailAttachment {
  fileName: string;
  contentType: string;
}
