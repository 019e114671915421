import com.helger.diagnostics.error.IError;
import com.helger.diver.api.coord.DVRCoordinate;
import com.helger.phive.api.execute.ValidationExecutionManager;
import com.helger.phive.api.executorset.ValidationExecutorSetRegistry;
import com.helger.phive.api.result.ValidationResultList;
import com.helger.phive.api.validity.IValidityDeterminator;
import com.helger.phive.en16931.EN16931Validation;
import com.helger.phive.peppol.PeppolValidation;
import com.helger.phive.peppol.PeppolValidation2026_05;
import com.helger.phive.xml.source.IValidationSourceXML;
import com.helger.phive.xml.source.ValidationSourceXML;
import com.helger.phive.xrechnung.XRechnungValidation;
import com.helger.xml.serialize.read.DOMReader;
import java.io.File;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import org.w3c.dom.Document;

/**
 * Holds each file of a folder against the official rules that its name asks for, `peppol.ubl-invoice.a-name.xml`, and prints a line
 * for each fault, `fault TAB file TAB severity TAB rule TAB text`, and one for each file, `judged TAB file TAB rule set`.
 */
public final class Judge {
  private static final Map<String, DVRCoordinate> RULES =
      Map.of(
          "en16931.cii-invoice", EN16931Validation.VID_CII_1316,
          "en16931.ubl-invoice", EN16931Validation.VID_UBL_INVOICE_1316,
          "en16931.ubl-credit-note", EN16931Validation.VID_UBL_CREDIT_NOTE_1316,
          "peppol.ubl-invoice", PeppolValidation2026_05.VID_OPENPEPPOL_INVOICE_UBL_V3,
          "peppol.ubl-credit-note", PeppolValidation2026_05.VID_OPENPEPPOL_CREDIT_NOTE_UBL_V3,
          "xrechnung.cii-invoice", XRechnungValidation.VID_XRECHNUNG_CII_302,
          "xrechnung.ubl-invoice", XRechnungValidation.VID_XRECHNUNG_UBL_INVOICE_302,
          "xrechnung.ubl-credit-note", XRechnungValidation.VID_XRECHNUNG_UBL_CREDITNOTE_302);

  public static void main(final String[] arguments) {
    final PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
    final ValidationExecutorSetRegistry<IValidationSourceXML> registry = new ValidationExecutorSetRegistry<>();
    EN16931Validation.initEN16931(registry);
    PeppolValidation.initStandard(registry);
    XRechnungValidation.initXRechnung(registry);
    final File[] files = new File(arguments[0]).listFiles((folder, name) -> name.endsWith(".xml"));
    Arrays.sort(files);
    for (final File file : files) judge(registry, file, out);
  }

  private static void judge(
      final ValidationExecutorSetRegistry<IValidationSourceXML> registry, final File file, final PrintStream out) {
    final String[] parts = file.getName().split("\\.");
    final DVRCoordinate rules = RULES.get(parts[0] + "." + parts[1]);
    if (rules == null) throw new IllegalArgumentException("no rules for " + file.getName());
    final Document document = DOMReader.readXMLDOM(file);
    final ValidationResultList results =
        ValidationExecutionManager.executeValidation(
            IValidityDeterminator.createDefault(),
            registry.getOfID(rules),
            ValidationSourceXML.create(file.getName(), document),
            Locale.US);
    results.forEachFlattened(fault -> out.println(told(file, fault)));
    out.println(String.join("\t", "judged", file.getName(), rules.getAsSingleID()));
  }

  private static String told(final File file, final IError fault) {
    final String severity = fault.isError() ? "error" : "warning";
    final String text = String.valueOf(fault.getErrorText(Locale.US)).replaceAll("\\s+", " ");
    return String.join("\t", "fault", file.getName(), severity, String.valueOf(fault.getErrorID()), text);
  }
}
