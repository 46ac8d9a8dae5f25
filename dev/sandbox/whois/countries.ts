import { domainToUnicode } from "node:url";
import { day } from "../registrations.ts";
import { fields, instant, type LineDialect, sections, terms } from "./dialect.ts";

/** Formats a date as `20/11/2026`. */
const slashed = (date: Date) => day(date).split("-").reverse().join("/");

/** Formats a date as `20-Nov-2026`. */
function dayMonthYear(date: Date): string {
  const month = date.toLocaleString("en", { month: "short", timeZone: "UTC" });
  return `${String(date.getUTCDate()).padStart(2, "0")}-${month}-${date.getUTCFullYear()}`;
}

function afnicAnswer(name: string, body: string, limit = "#########."): string {
  const header = `%%\n%% This is the AFNIC Whois server (sandbox).\n%%\n%% Rights restricted by copyright.\n%%`;
  return `${header}\n%% [127.0.0.1 REQUEST] >> ${name}\n%%\n%% RL Net [##########] - RL IP [${limit}]\n%%\n${body}\n\n`;
}

/** Replies for .fr, .re, .alsace, .bzh, .corsica and .paris. The refusal contains a misleading "no entries found". */
export const AFNIC: LineDialect = {
  registered({ name, registrar, statuses, inRedemption, created, expires, updated, nameServers }) {
    const status = { status: inRedemption ? "REDEMPTION" : "ACTIVE", pending: inRedemption ? ["DELETE"] : [] };
    const eppstatus = statuses.map((status) => (status === "ok" ? "active" : status));
    const dates = { "Expiry Date": instant(expires), created: instant(created), "last-update": instant(updated) };
    const domain = { domain: name, ...status, eppstatus, registrar, ...dates, nserver: nameServers, source: "FRNIC" };
    return afnicAnswer(name, `\n${fields(domain, 31)}`);
  },
  available: (name) => afnicAnswer(name, "\n%% No entries found in the AFNIC Database."),
  reserved: (name) =>
    afnicAnswer(name, `\n%% The domain name ${name} is reserved: it cannot be registered without the prior review.`),
  throttled: (name) =>
    afnicAnswer(name, "%% Too many requests...\n%%\n\n%% No entries found in the AFNIC Database.", ".........."),
};

/**
 * Returns the forms of a domain. For a query with `-T dn,ace`, .de prints both forms of an internationalised domain.
 */
function denicName(name: string): string {
  const unicode = domainToUnicode(name);
  return fields(unicode === name ? { Domain: name } : { Domain: unicode, "Domain-Ace": name });
}

/** Replies for .de: a status, the nameservers and the date of the last change, without contacts. */
export const DENIC: LineDialect = {
  encoding: "utf8",
  registered({ name, inRedemption, nameServers, updated }) {
    const Status = inRedemption ? "redemptionPeriod" : "connect";
    const record = fields({ Nserver: nameServers, Status, Changed: instant(updated).replace("Z", "+00:00") });
    return `${terms("% ")}\n%\n\n${denicName(name)}\n${record}\n`;
  },
  available: (name) => `${denicName(name)}\nStatus: free\n`,
  reserved: (name) => `${denicName(name)}\nStatus: prohibited\n`,
  throttled: () => "% Error: 55000000002 Connection refused; access control limit exceeded.\n",
};

const belgianAnswer = (body: string) => `% .be Whois Server 6.1 (sandbox)\n%\n${terms("% ")}\n%\n\n${body}\n\n`;
const belgianName = (name: string, status: string) => `Domain:\t${name}\nStatus:\t${status}`;

/** Replies for .be, with tabs between names and values. */
export const DNS_BELGIUM: LineDialect = {
  registered({ name, registrar, inRedemption, created, nameServers }) {
    const status = belgianName(name, inRedemption ? "QUARANTINE" : "NOT AVAILABLE");
    const values = { Registrar: `Name:\t${registrar}`, Nameservers: nameServers, Flags: "clientTransferProhibited" };
    const more = inRedemption ? "" : `\n\n${sections(values, "\t")}`;
    return belgianAnswer(`${status}\nRegistered:\t${created.toDateString()}${more}`);
  },
  available: (name) => belgianAnswer(belgianName(name, "AVAILABLE")),
  reserved: (name) => belgianAnswer(belgianName(name, "RESERVED")),
  throttled: (name) => belgianAnswer(`% WHOIS ${name}\n% Excessive querying, grace period of 42 seconds`),
};

const luxembourgAnswer = (body: string) => `${terms("% ")}\n%\n${body}\n%\n`;

/** Replies for .lu, in which the status is the field `domaintype`. */
export const DNS_LU: LineDialect = {
  registered({ name, registrar, inRedemption, created, nameServers }) {
    const domain = { domainname: name, domaintype: inRedemption ? "REDEMPTION" : "ACTIVE", nserver: nameServers };
    return luxembourgAnswer(fields({ ...domain, registered: slashed(created), "registrar-name": registrar }, 16));
  },
  available: () => luxembourgAnswer("% No such domain"),
  reserved: (name) => luxembourgAnswer(fields({ domainname: name, domaintype: "RESERVED" }, 16)),
  throttled: () => luxembourgAnswer("% Query limit exceeded, please try again later"),
};

/** Replies for .pt. Its server is the only one in the sandbox that sends Latin-1. */
export const DNS_PT: LineDialect = {
  encoding: "latin1",
  registered({ name, inRedemption, created, expires, nameServers }) {
    const domain = { Domain: name, "Domain Status": inRedemption ? "Redemption Period" : "Registered" };
    const dates = {
      "Creation Date": `${slashed(created)} 00:00:00`,
      "Expiration Date": `${slashed(expires)} 23:59:00`,
    };
    const servers = nameServers.map((host) => `${host} | IPv4: and IPv6:`);
    return `${fields({ ...domain, ...dates, "Owner Locality": "Évora", "Name Server": servers })}\n`;
  },
  available: (name) => `${name} - No Match\n`,
  reserved: (name) => `${fields({ Domain: name, "Domain Status": "Reserved" })}\n`,
  throttled: () => "Número máximo de pedidos excedido / Too many requests, please try again later\n",
};

const euAnswer = (body: string) => `${terms("% ")}\n%\n${body}\n`;
const euStatus = (name: string, status: string) =>
  euAnswer(`${fields({ Domain: name, Script: "LATIN", Status: status })}\n`);

/** Replies for .eu. */
export const EURID: LineDialect = {
  registered({ name, registrar, inRedemption, nameServers }) {
    if (inRedemption) return euStatus(name, "QUARANTINE");
    const values = { Registrant: "NOT DISCLOSED!", Registrar: `Name: ${registrar}`, "Name servers": nameServers };
    return euAnswer(`${fields({ Domain: name, Script: "LATIN" })}\n\n${sections(values, "        ")}`);
  },
  available: (name) => euStatus(name, "AVAILABLE"),
  reserved: (name) => euStatus(name, "RESERVED"),
  throttled: (name) => euAnswer(`% WHOIS ${name}\n-1: Still in grace period, wait 42 seconds`),
};

const austrianAnswer = (body: string) => `${terms("% ")}\n%\n${body}\n\n`;

/** Replies for .at, in RIPE's form and without a redemption status. */
export const NIC_AT: LineDialect = {
  registered({ name, registrar, updated, nameServers }) {
    const changed = instant(updated).replaceAll(/[-Z]/g, "").replace("T", " ");
    const domain = { domain: name, registrar, nserver: nameServers, changed, source: "AT-DOM" };
    return austrianAnswer(fields(domain, 16));
  },
  available: () => austrianAnswer("% nothing found"),
  reserved: (name) => austrianAnswer(`% The domain name ${name} is reserved and cannot be registered`),
  throttled: () => austrianAnswer("% Quota exceeded"),
};

const italianStatus = (name: string, status: string) => `${fields({ Domain: name, Status: status }, 20)}\n\n`;

/** Replies for .it: either a bare status, or a boxed notice and a record in sections. */
export const NIC_IT: LineDialect = {
  registered({ name, registrar, inRedemption, statuses, created, updated, expires, nameServers }) {
    const rule = "*".repeat(69);
    const notice = `* Please note that the following result could be a subgroup of      *\n* the data contained in the database (sandbox).                     *`;
    const status = inRedemption ? "pendingDelete / redemptionPeriod" : statuses.join(" / ");
    const timestamp = (date: Date) => instant(date).replace("T", " ").replace("Z", "");
    const dates = { Created: timestamp(created), "Last Update": timestamp(updated), "Expire Date": day(expires) };
    const more = sections({ Registrar: registrar, Nameservers: nameServers }, "  ");
    return `\n${rule}\n${notice}\n${rule}\n\n${fields({ Domain: name, Status: status, ...dates }, 20)}\n\n${more}\n\n`;
  },
  available: (name) => italianStatus(name, "AVAILABLE"),
  reserved: (name) => italianStatus(name, "RESERVED"),
  throttled: () => "Denied: the query limit for this address has been exceeded\n",
};

function britishAnswer(body: string, at: Date): string {
  const indented = body.replace(/^(?=.)/gm, "    ");
  const lookup = `    WHOIS lookup made at ${at.toISOString().slice(11, 19)} ${dayMonthYear(at)}`;
  return `\n${indented}\n\n${lookup}\n\n-- \n${terms("")}\n`;
}

/** Replies for .uk and its second-level domains: headings with their values below them. */
export const NOMINET: LineDialect = {
  registered({ name, registrar, inRedemption, created, expires, updated, nameServers }, at) {
    const dates = { "Registered on": created, "Expiry date": expires, "Last updated": updated };
    const values = {
      "Domain name": name,
      Registrar: `${registrar} [Tag = SANDBOX]`,
      "Relevant dates": Object.entries(dates).map(([event, date]) => `${event}: ${dayMonthYear(date)}`),
      "Registration status": inRedemption ? "Renewal required." : "Registered until expiry date.",
      "Name servers": nameServers.length === 0 ? "No name servers listed." : nameServers,
    };
    return britishAnswer(sections(values, "    "), at);
  },
  available: (name, at) => britishAnswer(`No match for "${name}".\n\nThis domain name has not been registered.`, at),
  reserved: (name, at) =>
    britishAnswer(`Error for "${name}".\n\nThis domain name is reserved and cannot be registered.`, at),
  throttled(name, at) {
    const quota = "The WHOIS query quota for 127.0.0.1 has been exceeded\nand will be replenished in 50 seconds.";
    return britishAnswer(`Error for "${name}".\n\n${quota}`, at);
  },
};
