import { connect, type Socket } from "node:net";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { describeSandboxNames, type Prefix, prefixOf, SANDBOX_NAMES } from "../../../dev/sandbox/names.ts";
import { longestKnownExtension } from "../../../dev/sandbox/read-query.ts";
import { SandboxRegistry } from "../../../dev/sandbox/sandbox-registry.ts";
import { WHOIS_DIALECTS } from "../../../dev/sandbox/whois/dialects.ts";
import type { Source } from "../../../durable-objects/registry/source-types.ts";
import { askOverHttp } from "../../../workers/catalogue/availability/ask/ask-over-http.ts";
import {
  decodeAnswer,
  MAX_ANSWER_BYTES,
  queryFor,
  urlFor,
} from "../../../workers/catalogue/availability/ask/wire-format.ts";
import { classifyDas } from "../../../workers/catalogue/availability/classify/classify-das.ts";
import { classifyWhois } from "../../../workers/catalogue/availability/classify/classify-whois.ts";
import { SOURCES } from "../../../workers/catalogue/availability/sources/bundled-sources.ts";

const TIMING = { silenceMs: 60_000, dripMs: 5_000, floodBytes: 10_000_000 };
/** A deadline that is longer than any response takes, except a silent or dripped one. */
const DEADLINE_MS = 15_000;
/** A deadline that is shorter than a silent or dripped response takes. */
const SHORT_MS = 500;
const NEVER_IN_TIME: readonly Prefix[] = ["slow", "hang", "drip"];

let registry: SandboxRegistry;
beforeAll(async () => {
  registry = await SandboxRegistry.start({}, TIMING);
});
afterAll(() => registry.stop());

/** The bytes received over TCP, and how the connection ended. */
interface Conversation {
  readonly bytes: Buffer;
  readonly end: "closed" | "reset" | "deadline" | "too_long";
}

/** Sends `query` and reads until the server closes, the deadline passes or too many bytes arrive. */
function converse(kind: "whois" | "das", query: string, deadlineMs: number): Promise<Conversation> {
  return new Promise((resolve) => {
    const pieces: Buffer[] = [];
    const socket: Socket = connect(endpointOf(kind).port, "127.0.0.1");
    const finish = (end: Conversation["end"]) => {
      clearTimeout(timer);
      socket.destroy();
      resolve({ bytes: Buffer.concat(pieces), end });
    };
    const timer = setTimeout(() => finish("deadline"), deadlineMs);
    socket.on("error", () => finish("reset")).on("end", () => finish("closed"));
    socket.on("data", (piece) => {
      pieces.push(piece);
      if (pieces.reduce((sum, { length }) => sum + length, 0) > MAX_ANSWER_BYTES) finish("too_long");
    });
    socket.write(query);
  });
}

function endpointOf(kind: "whois" | "das" | "rdap") {
  const [hostname = "", port] = registry.endpoints[kind].split(":");
  return { hostname, port: Number(port) };
}

/** Checks `name` with `source` and returns `status reason`. */
async function check(source: Source, name: string, deadlineMs = DEADLINE_MS): Promise<string> {
  if (source.kind === "page") throw new Error("the table has no pages");
  if (source.kind === "rdap") return checkRdap(source, name, deadlineMs);
  const { bytes, end } = await converse(source.kind, queryFor(source, name), deadlineMs);
  if (end !== "closed") return { deadline: "unknown timeout", reset: "unknown unreachable", too_long: BAD }[end];
  const text = decodeAnswer(bytes);
  if (source.kind === "whois") return words(classifyWhois({ text, name }));
  return words(classifyDas({ text, name, dialect: source.dialect }));
}

const BAD = "unknown bad_answer";
const words = ({ status, reason }: { status: string; reason: string }) => `${status} ${reason}`;

function checkRdap(source: Extract<Source, { kind: "rdap" }>, name: string, deadlineMs: number) {
  const asked = askOverHttp(source, { name, endpointOverride: endpointOf("rdap"), deadlineMs });
  return asked.then(words, (error: Error) => `unknown ${error.name === "TimeoutError" ? "timeout" : "unreachable"}`);
}

/** Registries whose WHOIS shows no redemption period. Their domains appear as taken instead. */
const NO_REDEMPTION = ["whois.nic.uk", "whois.nic.at"];

/**
 * Registries whose 404 has neither a body nor a media type, as on any web server. For their domains, the availability
 * service decides.
 */
const WITHOUT_ANY_WORD = ["rdap.nic.ch", "rdap.nic.li"];

/** The verdict for each prefix, unless a source has an exception. */
const PROMISED: Partial<Record<Prefix, string>> = {
  ...{ free: "available no_registration_found", taken: "taken registered", kept: "taken registered" },
  ...{ reserved: "reserved reserved" },
  ...{ redemption: "taken redemption", refuse: "unknown refused", reset: "unknown unreachable" },
  ...{ throttle: "throttled rate_limited", mixed: "throttled rate_limited" },
  ...{ slow: "unknown timeout", hang: "unknown timeout", drip: "unknown timeout" },
};

function expected(source: Source, prefix: Prefix): string {
  const { kind, host } = source;
  if (["free", "gold", "lost"].includes(prefix)) {
    if (WITHOUT_ANY_WORD.includes(host)) return BAD;
    return `${kind !== "rdap" || source.trusted404 ? "available" : "unknown"} no_registration_found`;
  }
  if (prefix === "redemption") {
    const isShown = kind === "das" ? source.dialect === "eu" : !NO_REDEMPTION.includes(host);
    if (!isShown) return "taken registered";
  }
  // This service responds with codes. Words without a code prove nothing.
  if (prefix === "refuse" && kind === "das" && source.dialect === "ch") return BAD;
  if (["empty", "truncated"].includes(prefix) && kind === "rdap") return "unknown unreachable";
  return PROMISED[prefix] ?? BAD;
}

const SOLD = [...SOURCES].flatMap(([extension, sources]) =>
  sources.map((source) => ({ extension, source, key: `.${extension} ${source.kind}` })),
);

describe("the responses of every source for every extension", () => {
  test.each(SANDBOX_NAMES)("follow the table of names for the prefix $prefix-", async ({ prefix }) => {
    const deadlineMs = NEVER_IN_TIME.includes(prefix) ? SHORT_MS : DEADLINE_MS;
    const said = SOLD.map(({ extension, source }) => check(source, `${prefix}-name.${extension}`, deadlineMs));
    const named = (verdicts: string[]) => SOLD.map(({ key }, at) => `${key}: ${verdicts[at]}`);
    expect(named(await Promise.all(said))).toEqual(named(SOLD.map(({ source }) => expected(source, prefix))));
  });

  test("show a domain without a prefix as available, and read the prefix of an internationalized label in Unicode", async () => {
    expect(prefixOf("xn--taken-caf-j4a.de")).toBe("taken");
    const asked = SOLD.filter(({ source }) => source.kind !== "rdap" || source.trusted404);
    const said = asked.map(({ extension, source }) => check(source, `xn--taken-caf-j4a.${extension}`));
    expect(new Set(await Promise.all(said))).toEqual(new Set(["taken registered"]));
    for (const name of ["ordinary-name.at", "free.at"]) expect(await check(AT, name)).toBe(PROMISED.free);
  });

  test("have a chosen dialect for each WHOIS host and no other host", () => {
    const hosts = SOLD.flatMap(({ source }) => (source.kind === "whois" ? [source.host] : []));
    expect(Object.keys(WHOIS_DIALECTS).sort()).toEqual([...new Set(hosts)].sort());
  });

  test("are described in a printed table with a line per prefix", () => {
    const lines = describeSandboxNames(".co.uk").split("\n");
    expect(lines).toHaveLength(SANDBOX_NAMES.length);
    expect(lines[0]).toMatch(/^free-anything\.co\.uk +available +says /);
  });
});

function sourceOf<K extends Source["kind"]>(extension: string, kind: K): Extract<Source, { kind: K }> {
  const source = SOURCES.get(extension)?.find((each) => each.kind === kind);
  if (source === undefined) throw new Error(`.${extension} has no ${kind}`);
  return source as Extract<Source, { kind: K }>;
}

const AT = sourceOf("at", "whois");

async function rdapOf(name: string) {
  const extension = longestKnownExtension(name, SOURCES) ?? "";
  const { pathname } = new URL(urlFor(sourceOf(extension, "rdap"), name));
  const response = await fetch(`http://${registry.endpoints.rdap}${pathname}`);
  // biome-ignore lint/suspicious/noExplicitAny: the response can have any shape
  return (await response.json()) as any;
}

describe("the registered domains", () => {
  test("include the demonstration's own domains, as in its accounts", async () => {
    const active = await rdapOf("studio-ana.ca");
    expect(active).toMatchObject({ objectClassName: "domain", ldhName: "studio-ana.ca" });
    expect(active.entities[0].vcardArray[1][1][3]).toBe("Name.com, Inc.");
    expect((await rdapOf("ana.dev")).status).toEqual(["active"]);
    expect((await rdapOf("studio-ana.org")).status).toEqual(["server transfer prohibited"]);
    expect((await rdapOf("ana-ceramics.ca")).status).toEqual(["redemption period", "pending delete"]);
    expect((await rdapOf("ana-archive.com")).entities[0].vcardArray[1][1][3]).toBe("Elsewhere Registrar Ltd.");
    expect(await check(sourceOf("fr", "whois"), "studio-ana.fr")).toBe("taken registered");
  });

  test("change with orders and deletions, and a registered domain with the prefix throttle- is still throttled", async () => {
    const name = "free-studio.at";
    registry.register("Free-Studio.AT");
    expect(await check(AT, name)).toBe("taken registered");
    registry.release(name);
    expect(await check(AT, name)).toBe(PROMISED.free);
    registry.register("throttle-studio.at");
    expect(await check(AT, "throttle-studio.at")).toBe("throttled rate_limited");
  });
});
