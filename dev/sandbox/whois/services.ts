import { domainToUnicode } from "node:url";
import type { DasDialect } from "../../../durable-objects/registry/source-types.ts";
import type { LineDialect } from "./dialect.ts";

const euHead = (code: number) => `% .eu Domain Availability Server 1.0 (sandbox)\n%\n%% RC = ${code}\n`;
const euStatus = (name: string, status: string) =>
  `${euHead(0)}Domain: ${name.slice(0, name.indexOf("."))}\nStatus: ${status}\n`;

function beStatus(name: string, status: string): string {
  const unicode = domainToUnicode(name);
  const aLabel = unicode === name ? "" : `A-label: ${name}\n`;
  return `RC: 0\nDomain: ${unicode}\n${aLabel}Status: ${status}\n`;
}

const chRefusal = (reason: string) =>
  `0: This domain name can not be registered.\nReason: This domain name is ${reason}.\n`;

/** The replies of the registries' availability services, as `classify-das.ts` describes them. */
export const DAS_DIALECTS: Readonly<Record<DasDialect, LineDialect>> = {
  /** .eu: a query has only the first label, and the reply is about that label. */
  eu: {
    registered: ({ name, inRedemption }) => euStatus(name, inRedemption ? "QUARANTINE" : "NOT AVAILABLE"),
    available: (name) => euStatus(name, "AVAILABLE"),
    reserved: (name) => euStatus(name, "RESERVED"),
    throttled: () => euHead(-2),
  },
  /** .be: there is no word for the redemption period. */
  be: {
    registered: ({ name }) => beStatus(name, "NOT AVAILABLE"),
    available: (name) => beStatus(name, "AVAILABLE"),
    reserved: (name) => beStatus(name, "RESERVED"),
    throttled: () => "RC: -2\n",
  },
  /** .ch and .li: a reply has a code, and a text that may change. */
  ch: {
    registered: () => chRefusal("already registered"),
    available: () => "1: This domain name can be registered.\n",
    reserved: () => chRefusal("reserved"),
    throttled: () => "-95: Access is limited: too many requests.\n",
    ofAnother: "-99: Temporary server error.\n",
  },
};
