import { describe, expect, test } from "vitest";
import { pathParameters, takesBody } from "../../../shared/api/definition/operation.ts";
import { CALLS, type Call, type Input, OPERATIONS, ownMembers, send } from "./calls.ts";
import { type Cell, type Expected, expectOneAnswer } from "./cells.ts";
import { KINDS, kindOf } from "./id-kinds.ts";
import { type MatrixSystem, OWN, SIBLING, STRANGER } from "./matrix-system.ts";
import { exampleOf } from "./probes.ts";

const NOT_FOUND: Expected = { status: 404, code: "not_found" };

/** Members beside the path that name something: each has its cells below. */
const REFERENCES = ["domain", "confirm_domain", "cursor", "confirm", "revision"];
/** Members that name nothing of anybody: values, and what everybody is sold. */
const VALUES = [
  ...["status", "limit", "type", "years", "billing_cycle", "when", "reason", "auto_renew", "locked", "nameservers"],
  ...["fields", "accept_terms", "expected_price", "auth_code", "plan", "promotion", "add", "remove"],
];

const named = CALLS.filter(({ operation }) => ownMembers(operation).length > 0);

/** The members of a path, each in turn with these; the others as in the example. */
function varied(call: Call, idsOf: (member: string) => readonly unknown[]): Input[] {
  return ownMembers(call.operation).flatMap((member) =>
    idsOf(member).map((id) => ({ ...exampleOf(call), [member]: id })),
  );
}

/** The same with what else in it names the domain or the zone, so that nothing but the id itself is wrong. */
function consistent(call: Call, input: Input): Input {
  const { domain, zone } = exampleOf(call);
  const named: Input = { ...input, ...("confirm_domain" in input && { confirm_domain: input.domain }) };
  if (!Array.isArray(named.add) || typeof zone !== "string") return named;
  expect(domain).toBeUndefined();
  return { ...named, add: JSON.parse(JSON.stringify(named.add).replaceAll(zone, String(input.zone))) };
}

/** The ids and names in an input, as text. */
function idsIn({ operation }: Call, input: Input): string[] {
  return [...ownMembers(operation), ...REFERENCES].map((member) => String(input[member] ?? "\0"));
}

/** Ids and names that are not the account's: answered as those that nobody has, byte for byte, and nothing is done. */
export function foreignIds(system: MatrixSystem): void {
  const { cells } = system;
  const cellsOf = (call: Call, inputs: readonly Input[], token: string, expected: Expected): Cell[] =>
    inputs.map((input) => ({
      ...{ call, token, input, expected },
      name: ownMembers(call.operation)
        .map((member) => JSON.stringify(input[member]))
        .join(" "),
    }));

  test("every member of every input names something that is known here, or a value", () => {
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

  test("they are of whom they are said to be", async () => {
    const rowsOf = async (column: string, table: string, where?: string) =>
      Promise.all(
        [[OWN], [SIBLING, STRANGER]].map(async (accounts) =>
          (await Promise.all(accounts.map((account) => system.namesOf(account, column, table, where)))).flat(),
        ),
      ) as Promise<[unknown[], unknown[]]>;
    const tables = { domain: ["name", "domains"], service: ["id", "services"], order: ["id", "orders"] } as const;
    for (const [kind, [column, table]] of Object.entries(tables)) {
      const { own, foreign, unknown, otherKind } = KINDS[kind as keyof typeof tables];
      const [ours, theirs] = await rowsOf(column, table);
      expect(ours, kind).toEqual(expect.arrayContaining([...own]));
      expect(theirs, kind).toEqual(expect.arrayContaining([...foreign]));
      for (const id of [...unknown, ...otherKind]) expect([...ours, ...theirs], kind).not.toContain(id);
    }
  });

  const unchanged = system.watch();
  describe("in the path", () => {
    test.each(named)("$name", async (call) => {
      const notOwn = varied(call, (member) => {
        const { foreign, unknown, otherKind } = kindOf(call.operation, member);
        return [...foreign, ...unknown, ...otherKind];
      }).map((input) => consistent(call, input));
      const nobodys = varied(call, (member) => {
        const { malformed, malformedArguments } = kindOf(call.operation, member);
        return call.transport === "http" ? malformed : malformedArguments;
      });
      const refused = takesBody(call.operation) ? "invalid_body" : "invalid_parameter";
      const misformed: Expected = call.transport === "http" ? NOT_FOUND : { status: 400, code: refused };
      const token = await system.tokenFor({}, notOwn.length + nobodys.length);
      const answered = await cells.expectAll("foreign id", cellsOf(call, notOwn, token, NOT_FOUND));
      expectOneAnswer(answered, ({ input }) => idsIn(call, input));
      await cells.expectAll("malformed id", cellsOf(call, nobodys, token, misformed));
    });
  });

  describe("beside the path", () => {
    const domainFilters = CALLS.filter(
      ({ access, operation }) => access.limit === "filtered" && "domain" in operation.input.shape,
    );
    test.each(domainFilters)(
      "$name: a filter by another account's name gives what one by nobody's gives",
      async (call) => {
        const token = await system.tokenFor({}, 10);
        const { foreign, unknown } = KINDS.domain;
        const names = [...foreign, ...unknown];
        const inputs = names.map((domain) => ({ status: "all", domain }));
        const expected: Expected = {
          status: 200,
          code: null,
          also: ({ body }) => (isEmptyList(body) ? null : "a list with items"),
        };
        const answered = await cells.expectAll(
          "foreign id",
          inputs.map((input) => ({ call, token, input, expected, name: input.domain as string })),
        );
        expectOneAnswer(answered, () => names as string[]);
      },
    );

    const confirmed = CALLS.filter(({ operation }) => "confirm_domain" in operation.input.shape);
    test.each(confirmed)("$name: one name is not confirmed with another", async (call) => {
      const token = await system.tokenFor({}, 10);
      const [, other] = KINDS.domain.own;
      const inputs = [other, ...KINDS.domain.foreign, KINDS.domain.unknown[0]].map((confirm_domain) => ({
        ...exampleOf(call),
        confirm_domain,
      }));
      const expected: Expected = { status: 400, code: "invalid_body" };
      await cells.expectAll(
        "foreign id",
        inputs.map((input) => ({ call, token, input, expected, name: String(input.confirm_domain) })),
      );
    });

    const paged = CALLS.filter(({ operation }) => "cursor" in operation.input.shape);
    test.each(paged)("$name: a cursor of another connection is as good as an altered one", async (call) => {
      const [one, other, elsewhere] = await Promise.all([
        system.connect(),
        system.connect(),
        system.connect({ login: "big", account: STRANGER }),
      ]);
      const all = "status" in call.operation.input.shape ? { status: "all" } : {};
      const list = { ...all, limit: 1 };
      // So that there is a second page of the log.
      for (const { access_token: token } of [one, elsewhere]) {
        for (const _ of [1, 2]) await send(system.world.origin, call, { input: all, token });
      }
      const cursorOf = async (token: string) => {
        const cursor = async () => (await send(system.world.origin, call, { input: list, token })).body.next_cursor;
        await expect.poll(cursor).toEqual(expect.any(String));
        return cursor();
      };
      const [own, theirs] = [String(await cursorOf(one.access_token)), String(await cursorOf(elsewhere.access_token))];
      const middle = Math.floor(own.length / 2);
      const altered = own.slice(0, middle) + (own[middle] === "A" ? "B" : "A") + own.slice(middle + 1);
      const refused: Expected = { status: 400, code: "invalid_parameter" };
      const cursors = [
        { cursor: own, token: other.access_token, name: "another connection's" },
        { cursor: theirs, token: one.access_token, name: "another account's" },
        { cursor: altered, token: one.access_token, name: "altered" },
        { cursor: "made-up", token: one.access_token, name: "made up" },
      ];
      const answered = await cells.expectAll(
        "foreign id",
        cursors.map(({ cursor, token, name }) => ({
          call,
          token,
          name,
          expected: refused,
          input: { ...list, cursor },
        })),
      );
      expectOneAnswer(answered);
      const again = { call, token: one.access_token, name: "its own", input: { ...list, cursor: own } };
      await cells.expectAll("foreign id", [{ ...again, expected: { status: 200, code: null } }]);
    });

    const quoting = CALLS.find(
      ({ operation, transport }) => operation.id === "quoteCancellation" && transport === "http",
    );
    const confirming = CALLS.filter(({ operation }) => "confirm" in operation.input.shape);
    test.each(confirming)("$name: one service's statement confirms no other", async (call) => {
      if (!quoting) throw new Error("nothing gives a statement");
      const [own, another] = KINDS.service.own;
      const [sibling] = KINDS.service.foreign;
      const confirmOf = async (id: unknown, account: number, when = "end_of_period") => {
        const token = await system.token({ account });
        return (await send(system.world.origin, quoting, { input: { id, when }, token })).body.confirm;
      };
      const confirms = [
        ["another account's", await confirmOf(sibling, SIBLING)],
        ["another service's", await confirmOf(another, OWN)],
        ["of another day", await confirmOf(own, OWN, "immediately")],
      ] as const;
      const token = await system.tokenFor({ account: OWN }, 10);
      const expected: Expected = {
        status: 409,
        code: "refused",
        also: ({ body }) => ("statement" in body ? null : "no statement"),
      };
      await cells.expectAll(
        "foreign id",
        confirms.map(([name, confirm]) => ({
          call,
          token,
          name,
          expected,
          input: { id: own, when: "end_of_period", confirm },
        })),
      );
    });

    const reading = CALLS.find(({ operation, transport }) => operation.id === "readDnsZone" && transport === "http");
    const revised = CALLS.filter(({ operation }) => "revision" in operation.input.shape);
    test.each(revised)("$name: one zone's revision is not another's", async (call) => {
      if (!reading) throw new Error("nothing gives a revision");
      const token = await system.tokenFor({}, 10);
      const [own, other] = KINDS.zone.own;
      const input = exampleOf(call);
      expect(input.zone).toBe(own);
      const { revision } = (await send(system.world.origin, reading, { input: { id: input.id, zone: other }, token }))
        .body;
      const expected: Expected = { status: 409, code: "zone_changed" };
      await cells.expectAll("foreign id", [
        { call, token, name: String(revision), expected, input: { ...input, revision } },
      ]);
    });
  });
  test("no row changes when ids are not the caller's", unchanged);
}

function isEmptyList(body: Input): boolean {
  const lists = Object.values(body).filter(Array.isArray);
  return lists.length === 1 && lists[0]?.length === 0 && body.next_cursor === null;
}
