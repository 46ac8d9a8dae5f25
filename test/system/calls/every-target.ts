import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { pathParameters, type Target, takesBody } from "../../../shared/api/definition/operation.ts";
import type { Caller } from "./access.ts";
import { type Cell, type Cells, type Expected, expectOneAnswer, type Probe } from "./cells.ts";
import type { Input } from "./known-account.ts";
import { stopsAtInput } from "./probes.ts";
import { type By, type CallSystem, OWN, SIBLING, STRANGER } from "./system.ts";
import { KINDS, kindOf } from "./targets.ts";
import { CALLS, exampleOf, OPERATIONS, ownMembers, type Way } from "./ways.ts";

const NOT_FOUND: Expected = { status: 404, code: "not_found" };
const DONE: Expected = { status: 200, code: null };

/** One limit to a service and two limits to domains. Each limit allows different services, domains and zones. */
const LIMITS = ["service:2101", "domain:studio-ana.ca", "domain:ana.dev"];
/** The members outside the path that name a target. The tests below cover each of them. */
const REFERENCES = ["domain", "confirm_domain", "cursor", "after", "confirm", "revision"];
/** The members that name no target. They hold values or products that everyone can buy. */
const VALUES = [
  ...["status", "limit", "type", "years", "billing_cycle", "when", "reason", "auto_renew", "locked", "nameservers"],
  ...["fields", "accept_terms", "expected_price", "auth_code", "plan", "promotion", "add", "remove"],
];

const named = CALLS.filter(({ operation }) => ownMembers(operation).length > 0);
const withMember = (member: string) => CALLS.filter(({ operation }) => member in operation.input.shape);
const idsIn = ({ way: { operation }, input }: Cell) =>
  [...ownMembers(operation), ...REFERENCES].map((member) => String(input[member] ?? "\0"));

/** Replaces the value of a path member and of the other members that name the same target. */
function withTarget(input: Input, member: string, value: unknown): Input {
  const { [member]: before, add } = input;
  const changed = { ...input, [member]: value, ...("confirm_domain" in input && { confirm_domain: value }) };
  if (member !== "zone" || add === undefined) return changed;
  return { ...changed, add: JSON.parse(JSON.stringify(add).replaceAll(String(before), String(value))) };
}

/**
 * Tests every operation with the account's own targets, foreign targets and unknown targets. Foreign and unknown
 * targets must get the same response, also for a connection with a limit.
 */
export function everyTarget(system: CallSystem, cells: Cells): void {
  const asked = (way: Way, caller: Caller, probes: readonly (Probe & { name?: string })[]) =>
    probes.map((probe): Cell => ({ name: "", ...probe, way, caller }));

  test("every member of every input holds a known kind of target or a value", () => {
    for (const operation of OPERATIONS) {
      const own = pathParameters(operation.http.path);
      for (const member of own) expect(() => kindOf(operation, member)).not.toThrow();
      const others = Object.keys(operation.input.shape).filter((member) => !own.includes(member));
      expect(
        others.filter((member) => ![...REFERENCES, ...VALUES].includes(member)),
        operation.id,
      ).toEqual([]);
    }
  });

  test("each domain, service and order belongs to the account that targets.ts declares", async () => {
    const tables = { domain: ["name", "domains"], service: ["id", "services"], order: ["id", "orders"] } as const;
    for (const [kind, [column, table]] of Object.entries(tables)) {
      const { own, foreign, unknown, otherKind } = KINDS[kind as keyof typeof tables];
      const of = (accounts: number[]) => Promise.all(accounts.map((one) => system.namesOf(one, column, table)));
      const [ours, theirs] = [(await of([OWN])).flat(), (await of([SIBLING, STRANGER])).flat()];
      expect(ours, kind).toEqual(expect.arrayContaining([...own]));
      expect(theirs, kind).toEqual(expect.arrayContaining([...foreign]));
      for (const id of [...unknown, ...otherKind]) expect([...ours, ...theirs], kind).not.toContain(id);
    }
  });

  test.each(named)("$name gives foreign and unknown targets in its path the same response", async (way) => {
    const varied = (idsOf: (member: string) => readonly unknown[], expected: Expected, change = withTarget) =>
      ownMembers(way.operation).flatMap((member) =>
        idsOf(member).map((id) => ({ input: change(exampleOf(way), member, id), expected })),
      );
    const notOwn = varied((member) => {
      const { foreign, unknown, otherKind } = kindOf(way.operation, member);
      return [...foreign, ...unknown, ...otherKind];
    }, NOT_FOUND);
    const code = takesBody(way.operation) ? "invalid_body" : "invalid_parameter";
    const malformed = varied(
      (member) => kindOf(way.operation, member)[way.transport === "http" ? "malformed" : "malformedArguments"],
      way.transport === "http" ? NOT_FOUND : { status: 400, code },
      (input, member, id) => ({ ...input, [member]: id }),
    );
    const caller = await system.newCaller();
    expectOneAnswer(await cells.expectAll("target", asked(way, caller, notOwn)), idsIn);
    await cells.expectAll("malformed target", asked(way, caller, malformed));
  });

  describe("a connection with a limit", () => {
    let services: OwnService[] = [];
    beforeAll(async () => {
      const statement = "SELECT id, domain FROM services WHERE account_id = ?";
      services = (await system.world.billing.prepare(statement).bind(OWN).all<OwnService>()).results;
    });

    test.each(CALLS)("$name accepts targets inside each limit and refuses others", async (way) => {
      const asked: Cell[] = [];
      for (const limit of LIMITS) {
        for (const input of targetsOf(way)) {
          const caller = await system.caller({ limit });
          const isWithin = isInLimit(way, limit, input, services);
          asked.push({ way, caller, name: limit, isWithin, ...stopsAtInput(way, input) });
        }
      }
      const answered = await cells.expectAll("limit", asked);
      const outside = answered.filter(({ seen }) => seen.code === "outside_limit");
      if (outside.length > 0) expectOneAnswer(outside);
    });

    const filtered = CALLS.filter(({ needed }) => needed?.limit === "filtered");
    test.each(filtered.filter(({ operation }) => "after" in operation.input.shape))(
      "$name lists no events, because all events concern invoices",
      async (way) => {
        const eventsWith = async (limit: string) =>
          (await cells.send({ way, caller: await system.caller({ limit }), input: {} })).value.events as {
            type: string;
          }[];
        expect((await eventsWith("all")).map(({ type }) => type)).toContain("invoice.issued");
        for (const limit of LIMITS) expect(await eventsWith(limit), limit).toEqual([]);
      },
    );

    test.each(filtered.filter(({ operation }) => !("after" in operation.input.shape)))(
      "$name lists only what is inside the limit",
      async (way) => {
        const [key, column] = way.operation.id === "listDomains" ? ["domains", "name"] : ["services", "domain"];
        const statement = `SELECT id, ${column} AS domain FROM ${key} WHERE account_id = ? ORDER BY id`;
        const { results } = await system.world.billing.prepare(statement).bind(OWN).all<OwnService>();
        for (const limit of LIMITS) {
          const [kind, value] = limit.split(":");
          const within = results.filter((one) =>
            key === "domains" ? kind === "domain" && one.domain === value : isServiceIn(limit, one),
          );
          const caller = await system.caller({ limit });
          const seen = await cells.send({ way, caller, input: { status: "all", limit: 100 } });
          const listed = (seen.value[key as string] as { id: number }[]).map(({ id }) => id);
          expect(
            listed.toSorted((a, b) => a - b),
            limit,
          ).toEqual(within.map(({ id }) => id));
          expect(seen.value.next_cursor).toBeNull();
        }
      },
    );
  });

  describe("members outside the path that name a target", () => {
    const filters = withMember("domain").filter(({ needed }) => needed?.limit === "filtered");
    test.each(filters)(
      "$name returns the same empty list for another account's domain as for an unknown domain",
      async (way) => {
        const names = [...KINDS.domain.foreign, ...KINDS.domain.unknown];
        const also: Expected["also"] = ({ value }) => (isEmptyList(value) ? null : "a list with items");
        const probes = names.map((domain) => ({ input: { status: "all", domain }, expected: { ...DONE, also } }));
        expectOneAnswer(
          await cells.expectAll("target", asked(way, await system.caller({}, probes.length), probes)),
          () => names as string[],
        );
      },
    );

    test.each(withMember("confirm_domain"))("$name refuses the confirmation of another domain", async (way) => {
      const names = [KINDS.domain.own[1], ...KINDS.domain.foreign, KINDS.domain.unknown[0]];
      const probes = names.map((confirm_domain) => ({
        input: { ...exampleOf(way), confirm_domain },
        expected: { status: 400, code: "invalid_body" },
      }));
      await cells.expectAll("target", asked(way, await system.caller({}, probes.length), probes));
    });

    // The list of orders needs a second page in both accounts.
    const ADDED = 990_000;
    beforeAll(async () => {
      const add = `INSERT INTO orders (id, account_id, kind, status, placed_at, service_id)
        SELECT ?1 + id, account_id, 'plan', 'done', '2026-11-01T09:00:00Z', id FROM services WHERE account_id IN (?2, ?3)`;
      await system.world.billing.prepare(add).bind(ADDED, OWN, STRANGER).run();
    });
    afterAll(() => system.world.billing.prepare("DELETE FROM orders WHERE id > ?").bind(ADDED).run());

    test.each([...withMember("cursor"), ...withMember("after")])(
      "$name refuses another connection's cursor like an altered cursor",
      async (way) => {
        const away: By = { login: "big", account: STRANGER };
        const [one, other, elsewhere] = [
          await system.newCaller(),
          await system.newCaller(),
          await system.newCaller(away),
        ];
        const parameter = "after" in way.operation.input.shape ? "after" : "cursor";
        const all = "status" in way.operation.input.shape ? { status: "all" } : {};
        const list = { ...all, limit: 1 };
        const cursorOf = async (caller: Caller) => {
          // The audit log needs enough entries for a second page.
          for (const _ of [1, 2]) await cells.send({ way, caller, input: all });
          const next = async () => {
            const { value } = await cells.send({ way, caller, input: list });
            return value.next_cursor ?? value.cursor;
          };
          await expect.poll(next).toEqual(expect.any(String));
          return String(await next());
        };
        const [own, theirs] = [await cursorOf(one), await cursorOf(elsewhere)];
        const middle = Math.floor(own.length / 2);
        const altered = own.slice(0, middle) + (own[middle] === "A" ? "B" : "A") + own.slice(middle + 1);
        const of = (caller: Caller, cursor: string, expected: Expected = { status: 400, code: "invalid_parameter" }) =>
          asked(way, caller, [{ input: { ...list, [parameter]: cursor }, expected }]);
        const refused = [...of(other, own), ...of(one, theirs), ...of(one, altered), ...of(one, "made-up")];
        expectOneAnswer(await cells.expectAll("target", refused));
        await cells.expectAll("target", of(one, own, DONE));
      },
    );

    const overHttp = (id: string) =>
      CALLS.find(({ operation, transport }) => operation.id === id && transport === "http") as Way;

    test.each(withMember("confirm"))("$name refuses another service's confirmation", async (way) => {
      const [id, another] = KINDS.service.own;
      const confirmOf = async (service: unknown, account: number, when = "end_of_period") => {
        const caller = await system.caller({ account });
        return (await cells.send({ way: overHttp("quoteCancellation"), caller, input: { id: service, when } })).value
          .confirm;
      };
      const confirms = [
        await confirmOf(KINDS.service.foreign[0], SIBLING),
        await confirmOf(another, OWN),
        await confirmOf(id, OWN, "immediately"),
      ];
      const also: Expected["also"] = ({ value }) => ("statement" in value ? null : "no statement");
      const expected = { status: 409, code: "refused", also };
      const probes = confirms.map((confirm) => ({ input: { id, when: "end_of_period", confirm }, expected }));
      await cells.expectAll("target", asked(way, await system.caller({}, probes.length), probes));
    });

    test.each(withMember("revision"))("$name refuses another zone's revision", async (way) => {
      const caller = await system.caller({}, 2);
      const { id } = exampleOf(way);
      const input = { id, zone: KINDS.zone.own[1] };
      const { revision } = (await cells.send({ way: overHttp("readDnsZone"), caller, input })).value;
      const expected = { status: 409, code: "zone_changed" };
      await cells.expectAll("target", asked(way, caller, [{ input: { ...exampleOf(way), revision }, expected }]));
    });
  });
}

/**
 * Returns the example once for each own target and for one foreign target, one unknown target and one target of another
 * kind. Returns only the example if the path has no member.
 */
function targetsOf(way: Way): Input[] {
  const own = ownMembers(way.operation).reduce<Input[]>(
    (inputs, member) =>
      inputs.flatMap((input) => kindOf(way.operation, member).own.map((id) => withTarget(input, member, id))),
    [exampleOf(way)],
  );
  const others = ownMembers(way.operation).flatMap((member) => {
    const { foreign, unknown, otherKind } = kindOf(way.operation, member);
    return [foreign[0], unknown[0], otherKind[0]].map((id) => withTarget(exampleOf(way), member, id));
  });
  return [...own, ...others];
}

interface OwnService {
  id: number;
  domain: string | null;
}

function isServiceIn(limit: string, { id, domain }: OwnService): boolean {
  const [kind, value] = limit.split(":");
  return kind === "service" ? String(id) === value : domain === value || domain?.endsWith(`.${value}`) === true;
}

/** Returns whether an operation's target is within a limit, as the API contract defines it for limited connections. */
function isInLimit({ operation }: Way, limit: string, input: Input, services: readonly OwnService[]): boolean {
  const kind: Target["kind"] | undefined = operation.target?.kind;
  const [limitKind, value] = limit.split(":");
  const service = services.find(({ id }) => id === input.id);
  const isOfService = service !== undefined && isServiceIn(limit, service);
  if (kind === "domain") return limitKind === "domain" && input.domain === value;
  return isOfService && (kind !== "zone" || limitKind === "service" || input.zone === value);
}

function isEmptyList(value: Input): boolean {
  const lists = Object.values(value).filter(Array.isArray);
  return lists.length === 1 && lists[0]?.length === 0 && value.next_cursor === null;
}
