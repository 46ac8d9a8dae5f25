import { domainToUnicode } from "node:url";
import type { DasDialect, DasSource } from "../../durable-objects/registry/source-types.ts";

/** What an availability service can say. `failed` is its own trouble. */
export type DasStatus = "available" | "taken" | "redemption" | "reserved" | "throttled" | "failed";

/** The answer of a registry's availability service (its dialects are described in `classify-das.ts`). */
export function dasAnswer(dialect: DasSource["dialect"], name: string, status: DasStatus): string {
  return DIALECTS[dialect === "phrases" ? "be" : dialect](name, status);
}

const DIALECTS: Readonly<Record<DasDialect, (name: string, status: DasStatus) => string>> = {
  eu: euAnswer,
  be: beAnswer,
  ch: chAnswer,
};

const RETURN_CODES: Partial<Record<DasStatus, number>> = { failed: -1, throttled: -2 };

/** .eu is asked for a label and answers with one. */
function euAnswer(name: string, status: DasStatus): string {
  const statuses: Partial<Record<DasStatus, string>> = {
    available: "AVAILABLE",
    taken: "NOT AVAILABLE",
    redemption: "QUARANTINE",
    reserved: "RESERVED",
  };
  const head = `% .eu Domain Availability Server 1.0 (sandbox)\n%\n%% RC = ${RETURN_CODES[status] ?? 0}\n`;
  const said = statuses[status];
  return said === undefined ? head : `${head}Domain: ${name.slice(0, name.indexOf("."))}\nStatus: ${said}\n`;
}

/** .be has no word for the redemption period. */
function beAnswer(name: string, status: DasStatus): string {
  const code = RETURN_CODES[status];
  if (code !== undefined) return `RC: ${code}\n`;
  const unicode = domainToUnicode(name);
  const aLabel = unicode === name ? "" : `A-label: ${name}\n`;
  const said = status === "available" ? "AVAILABLE" : status === "reserved" ? "RESERVED" : "NOT AVAILABLE";
  return `RC: 0\nDomain: ${unicode}\n${aLabel}Status: ${said}\n`;
}

/** .ch and .li: a code, and a text that may change. The name is not repeated. */
function chAnswer(_name: string, status: DasStatus): string {
  const cannot = "0: This domain name can not be registered.\n";
  switch (status) {
    case "available":
      return "1: This domain name can be registered.\n";
    case "taken":
    case "redemption":
      return `${cannot}Reason: This domain name is already registered.\n`;
    case "reserved":
      return `${cannot}Reason: This domain name is reserved.\n`;
    case "throttled":
      return "-95: Access is limited: too many requests.\n";
    case "failed":
      return "-99: Temporary server error.\n";
  }
}
