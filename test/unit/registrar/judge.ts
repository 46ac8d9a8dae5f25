import { join } from "node:path";
import { getHttpOperationsFromSpec } from "@stoplight/prism-http";
import { createServer } from "@stoplight/prism-http-server";

const FILE = join(import.meta.dirname, "namecom.api.yaml");

type PrismOptions = Parameters<typeof createServer>[1];

/** Prism as a proxy to a registrar. Prism checks each request and response against name.com's own OpenAPI file. */
export interface Judge {
  url: string;
  /** The deviations from the file that Prism reports. */
  violations: string[];
  close(): Promise<void>;
}

/**
 * Starts the proxy.
 * @param upstream the origin of the registrar
 */
export async function openJudge(upstream: string): Promise<Judge> {
  const violations: string[] = [];
  const collect = (_about: object, message: string) => void violations.push(message);
  const silent = () => undefined;
  const logger = { ...{ info: silent, debug: silent, trace: silent, success: silent }, warn: collect, error: collect };
  const components = { logger: { ...logger, child: () => logger } } as unknown as PrismOptions["components"];
  const config = {
    ...{ isProxy: true, upstream: new URL(upstream), upstreamProxy: undefined, mock: { dynamic: false } },
    ...{ checkSecurity: true, validateRequest: true, validateResponse: true, errors: false },
  } as const;
  const prism = createServer(await operations(), { components, config, cors: false });
  const url = await prism.listen(0, "127.0.0.1");
  return { url, violations, close: () => prism.close() };
}

/**
 * Adds responses that name.com has documented since version 1.7.0 of the file: 401 for a transfer (1.18.1) and 404 for
 * a domain (1.23.2).
 */
async function operations() {
  const found = await getHttpOperationsFromSpec(FILE);
  const responsesOf = (id: string) => found.find(({ iid }) => iid === id)?.responses ?? [];
  const copy = (code: string, from: string, to: string) =>
    responsesOf(to).push(...responsesOf(from).filter((response) => response.code === code));
  copy("401", "GetDomain", "GetTransfer");
  copy("404", "SetContacts", "GetDomain");
  return found;
}
