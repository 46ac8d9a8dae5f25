import { beforeAll, expect, test } from "vitest";
import { TABLE_SCOPES } from "../../support/account-table.ts";
import { createToken, signIn } from "../../support/assistants-page.ts";
import { PageVisitor } from "../../support/page-visitor.ts";
import { ACTING, CALLS, type Call } from "./calls.ts";
import type { Cell, Expected } from "./cells.ts";
import type { MatrixSystem } from "./matrix-system.ts";
import { exampleOf, stopsAtInput } from "./probes.ts";

const BASE = "account:read";
const CHANGES = TABLE_SCOPES.filter((scope) => scope !== BASE);
const LACKS: Expected = { status: 403, code: "insufficient_scope" };

/** None, each alone, all but each, all. */
const SETS = [
  ...new Map(
    [
      [],
      ...CHANGES.map((one) => [one]),
      ...CHANGES.map((one) => CHANGES.filter((other) => other !== one)),
      CHANGES,
    ].map((set) => [set.join(" "), set]),
  ).values(),
];
/** The ids of the operations that a token can be given alone. */
const SINGLE = [...new Set(ACTING.map(({ operation }) => operation.id))];

/** A way in, and which calls it opens. */
interface Way {
  name: string;
  token: string;
  opens: (call: Call) => boolean;
}

/** Who may call what: scopes of the connection, of the access token, of an API token, and its single operations. */
export function scopes(system: MatrixSystem): void {
  const ways: Way[] = [];
  const opens = (set: readonly string[]) => (call: Call) =>
    call.access.scope === BASE || set.includes(call.access.scope);

  beforeAll(async () => {
    const { origin } = system.world;
    const application = await system.application();
    const ofSet = async (set: string[]): Promise<Way[]> => {
      const connected = await application.directTokens({ scopes: set });
      const whole = await application.directTokens({ scopes: CHANGES });
      const scope = [BASE, ...set].join(" ");
      const fields = { grant_type: "refresh_token", refresh_token: whole.refresh_token, scope };
      const narrowed = (await (await application.token(fields)).json()) as { access_token: string; scope: string };
      expect(narrowed.scope.split(" ").toSorted()).toEqual([BASE, ...set].toSorted());
      const given = { opens: opens(set) };
      return [
        { name: `a connection with ${scope}`, token: connected.access_token, ...given },
        { name: `an access token narrowed to ${scope}`, token: narrowed.access_token, ...given },
      ];
    };
    for (const made of await Promise.all(SETS.map(ofSet))) ways.push(...made);

    const visitor = new PageVisitor(origin);
    await signIn(visitor, "owner");
    for (const scope of [[], ...CHANGES.map((one) => [one])]) {
      ways.push({
        name: `an API token with ${scope}`,
        token: await createToken(visitor, { scope }),
        opens: opens(scope),
      });
    }
    for (const id of SINGLE) {
      const token = await createToken(visitor, { operation: [id] });
      ways.push({
        name: `an API token with ${id} alone`,
        token,
        opens: (call) => call.access.scope === BASE || call.opensWith === id,
      });
    }
  });

  const cellOf = (call: Call, { name, token, opens: isOpen }: Way): Cell =>
    isOpen(call)
      ? { call, name, token, ...stopsAtInput(call) }
      : { call, name, token, input: exampleOf(call), expected: LACKS };

  const unchanged = system.watch();
  test.each(CALLS)("$name: with each of its scopes or operations, and without", async (call) => {
    await system.cells.expectAll(
      "scope",
      ways.map((way) => cellOf(call, way)),
    );
  });
  test("no row changes when calls lack a scope", unchanged);
}
