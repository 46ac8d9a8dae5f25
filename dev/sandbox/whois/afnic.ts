import type { DomainRecord } from "../registrations.ts";
import { ABUSE_EMAIL, fields, instant, REGISTRANT, REGISTRAR_URL, type WhoisDialect } from "./dialect.ts";

const WIDTH = 31;

/** `source` is what AFNIC adds for each of its zones: FRNIC, also for .re. */
const SOURCE: readonly [string, string] = ["source", "FRNIC"];

function header(name: string, limit: string): string {
  const lines = [
    "",
    "This is the AFNIC Whois server (sandbox).",
    "",
    "complete date format: YYYY-MM-DDThh:mm:ssZ",
    "",
    "Rights restricted by copyright.",
    "See https://www.afnic.fr/en/domain-names-and-support/",
    "",
    `[127.0.0.1 REQUEST] >> ${name}`,
    "",
    `RL Net [##########] - RL IP [${limit}]`,
    "",
  ];
  return lines.map((line) => `%% ${line}`.trimEnd()).join("\n");
}

function record({
  name,
  registrar,
  statuses,
  inRedemption,
  created,
  expires,
  updated,
  nameServers,
}: DomainRecord): string {
  const domain = fields(
    [
      ["domain", name],
      ["status", inRedemption ? "REDEMPTION" : "ACTIVE"],
      ...(inRedemption ? [["pending", "DELETE"] as const] : []),
      ...statuses.map((status) => ["eppstatus", status === "ok" ? "active" : status] as const),
      ["hold", inRedemption ? "YES" : "NO"],
      ["holder-c", "ER1-FRNIC"],
      ["admin-c", "ER1-FRNIC"],
      ["registrar", registrar],
      ["Expiry Date", instant(expires)],
      ["created", instant(created)],
      ["last-update", instant(updated)],
      SOURCE,
    ],
    WIDTH,
  );
  const servers = fields([...nameServers.map((host) => ["nserver", host] as const), SOURCE], WIDTH);
  const sponsor = fields(
    [
      ["registrar", registrar],
      ["country", "CA"],
      ["e-mail", ABUSE_EMAIL],
      ["website", REGISTRAR_URL],
      ["anonymous", "No"],
      SOURCE,
    ],
    WIDTH,
  );
  const holder = fields(
    [
      ["nic-hdl", "ER1-FRNIC"],
      ["type", "ORGANIZATION"],
      ["contact", REGISTRANT],
      ["anonymous", "NO"],
      ["eligstatus", "ok"],
      SOURCE,
    ],
    WIDTH,
  );
  return [domain, ...(nameServers.length === 0 ? [] : [servers]), sponsor, holder].join("\n\n");
}

/** .fr, .re, .alsace, .bzh, .corsica and .paris. Its refusal comes with a "no entries found", which it does not mean. */
export const AFNIC: WhoisDialect = {
  registered: (domain) => `${header(domain.name, "#########.")}\n\n${record(domain)}\n\n`,
  available: (name) => `${header(name, "#########.")}\n\n%% No entries found in the AFNIC Database.\n\n`,
  reserved: (name) =>
    `${header(name, "#########.")}\n\n%% The domain name ${name} is reserved: it cannot be registered without the prior review of the registry.\n\n`,
  throttled: (name) =>
    `${header(name, "..........")}\n%% Too many requests...\n%%\n\n%% No entries found in the AFNIC Database.\n\n`,
};
