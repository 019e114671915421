import type { ElectronicFile } from "@counterfoil/service";
import type { FastifyReply } from "fastify";

/** Answers a document as an XML attachment. The file name contains its number. */
export function answerXml({ xml, fileName }: ElectronicFile, reply: FastifyReply): Buffer {
  reply.header("Cache-Control", "private, no-cache");
  reply.type("application/xml; charset=utf-8").header("Content-Disposition", `attachment; filename="${fileName}"`);
  return Buffer.from(xml);
}
