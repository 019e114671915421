import { DocumentError } from "@counterfoil/documents";
import { DomainError } from "../errors/index.ts";

/**
 * Waits for a document. Throws a 503 that says what the server lacks to draw it, or a 422 that names the members with
 * characters that no font has.
 */
export async function drawn(drawing: Promise<Uint8Array>): Promise<Uint8Array> {
  try {
    return await drawing;
  } catch (error) {
    throw error instanceof DocumentError ? asRefusal(error) : error;
  }
}

function asRefusal(error: DocumentError): Error {
  switch (error.code) {
    case "document_undrawable": {
      const faults = error.problems.map(({ pointer, detail }) => ({
        pointer,
        code: "undrawable",
        detail: `${detail}.`,
      }));
      return new DomainError("document_undrawable", undrawable(error), faults, { cause: error });
    }
    case "document_fonts_unusable": {
      const detail =
        `The server cannot render the document: ${error.message}. Ask the operator to reinstall the font files; ` +
        "no restart is needed.";
      return new DomainError("documents_unavailable", detail, [], { cause: error });
    }
    case "document_queue_full": {
      const detail = "Too many documents were requested at once. Try again in a moment.";
      return new DomainError("documents_overloaded", detail, [], { cause: error });
    }
    case "document_renderer_closed":
      return new DomainError("shutting_down", "The server is shutting down. Send the request again.", [], {
        cause: error,
      });
    case "document_too_large": {
      const detail =
        `The document cannot be rendered: ${error.message}. ` +
        "Read its lines through the API, or ask the operator to raise COUNTERFOIL_DRAWING_MEMORY_MB.";
      return new DomainError("document_too_large", detail, [], { cause: error });
    }
    case "document_render_failed": {
      const detail = `Counterfoil could not render this document: ${error.message}. Other documents are not affected.`;
      return new DomainError("document_failed", detail, [], { cause: error });
    }
    default:
      return error;
  }
}

function undrawable({ problems }: DocumentError): string {
  const named = problems.map(({ pointer, detail }) => `${pointer}: ${detail}`).join("; ");
  return (
    `Counterfoil cannot print this document: ${named}. Correct the text. ` +
    "If the document is already issued, void it and issue a new one."
  );
}
