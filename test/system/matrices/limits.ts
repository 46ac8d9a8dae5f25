import { beforeAll, expect, test } from "vitest";
import type { Target } from "../../../shared/api/definition/operation.ts";
import { CALLS, type Call, type Input, ownMembers, send } from "./calls.ts";
import { type Cell, type Expected, expectOneAnswer } from "./cells.ts";
import { kindOf } from "./id-kinds.ts";
import { type MatrixSystem, OWN } from "./matrix-system.ts";
import { exampleOf, stopsAtInput } from "./probes.ts";

const OUTSIDE: Expected = { status: 403, code: "outside_limit" };

/** Each kind of limit that a customer can set, of things of the account that differ in what hangs on them. */
export const LIMITS = ["service:2101", "service:2102", "service:2105", "domain:studio-ana.ca", "domain:ana.dev"];

interface OwnService {
  id: number;
  domain: string | null;
}

/** What a limit leaves of each operation, as the contract has it; nothing outside is told apart from what nobody has. */
export function limits(system: MatrixSystem): void {
  let services: OwnService[] = [];
  beforeAll(async () => {
    const statement = "SELECT id, domain FROM services WHERE account_id = ?";
    services = (await system.world.billing.prepare(statement).bind(OWN).all<OwnService>()).results;
  });

  const unchanged = system.watch();
  test.each(CALLS)("$name: within and outside of each limit", async (call) => {
    const cells: Cell[] = [];
    for (const limit of LIMITS) {
      const inputs = targetsOf(call);
      const token = await system.tokenFor({ limit }, inputs.length);
      for (const input of inputs) {
        const name = `limited to ${limit}, ${JSON.stringify(input)}`;
        const isWithin = isAllowed(call, limit, input, services);
        cells.push({ call, name, token, ...(isWithin ? stopsAtInput(call, input) : { input, expected: OUTSIDE }) });
      }
    }
    const answered = await system.cells.expectAll("limit", cells);
    const refused = answered.filter(({ cell }) => cell.expected === OUTSIDE);
    if (refused.length > 0) expectOneAnswer(refused);
  });
  test("no row changes when calls are outside of a limit", unchanged);

  const filtered = CALLS.filter(({ access }) => access.limit === "filtered");
  test.each(filtered.flatMap((call) => LIMITS.map((limit) => ({ call, name: call.name, limit }))))(
    "$name limited to $limit lists what is within, and nothing else",
    async ({ call, limit }) => {
      const [kind, value] = limit.split(":") as [string, string];
      const isOn = (name: string | null) => name === value || name?.endsWith(`.${value}`) === true;
      const key = call.operation.id === "listDomains" ? "domains" : "services";
      const { results } = await system.world.billing
        .prepare(
          `SELECT id, ${key === "domains" ? "name" : "domain"} AS name FROM ${key} WHERE account_id = ? ORDER BY id`,
        )
        .bind(OWN)
        .all<{ id: number; name: string | null }>();
      const within = results.filter(({ id, name }) => {
        if (key === "domains") return kind === "domain" && name === value;
        return kind === "service" ? String(id) === value : isOn(name);
      });
      const token = await system.tokenFor({ limit }, 1);
      const { body } = await send(system.world.origin, call, { input: { status: "all", limit: 100 }, token });
      const listed = (body[key] as { id: number }[]).map(({ id }) => id).toSorted((a, b) => a - b);
      expect(listed).toEqual(within.map(({ id }) => id));
      expect(body.next_cursor).toBeNull();
    },
  );
}

/** The example with each of its own, foreign and unknown targets; once where its path names none. */
function targetsOf(call: Call): Input[] {
  const input = exampleOf(call);
  const members = ownMembers(call.operation);
  if (members.length === 0) return [input];
  return members.reduce<Input[]>(
    (inputs, member) => {
      const { own, foreign, unknown, otherKind } = kindOf(call.operation, member);
      const ids = [...own, foreign[0], unknown[0], otherKind[0]];
      return inputs.flatMap((one) =>
        ids.map((id) => ({ ...one, ...("confirm_domain" in one && { confirm_domain: id }), [member]: id })),
      );
    },
    [input],
  );
}

/** The contract's section on a connection that is limited, by the table's word for the operation. */
function isAllowed({ access, operation }: Call, limit: string, input: Input, services: readonly OwnService[]): boolean {
  if (access.limit === "whole" || access.limit === "filtered") return true;
  if (access.limit === "outside") return false;
  const [limitKind, value] = limit.split(":") as [string, string];
  const isServiceWithin = (id: unknown) => {
    const service = services.find((one) => one.id === id);
    if (limitKind === "service") return String(id) === value;
    return service !== undefined && (service.domain === value || service.domain?.endsWith(`.${value}`) === true);
  };
  const kind: Target["kind"] | undefined = operation.target?.kind;
  switch (kind) {
    case "domain":
      return limitKind === "domain" && input.domain === value;
    case "service":
      return isServiceWithin(input.id);
    case "zone":
      return isServiceWithin(input.id) && (limitKind === "service" || input.zone === value);
    default:
      throw new Error(`${operation.id}: what does a limit make of ${kind}?`);
  }
}
