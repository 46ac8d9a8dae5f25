import { expect, test } from "vitest";
import { openOperator } from "../../../workers/operator/composition.ts";
import { operatorConsole } from "../../../workers/operator/operator-application.ts";
import { demonstrationBindings } from "./support/demonstration-bindings.ts";

test("what the account Worker warns of is confirmed before an object that went back goes on", async () => {
  const accepted: string[] = [];
  const account = {
    held: async () => [{ store: "account:1001", since: "2026-11-23T04:00:00Z" }],
    acceptPreview: async (store: string) => `${store} may order again.`,
    accept: async (store: string) => {
      accepted.push(store);
      return { isDone: true, text: "Accepted." };
    },
  };
  const bindings = { ...demonstrationBindings(), ACCOUNT: account as never };
  const console = operatorConsole(openOperator(bindings, () => undefined));
  const accept = async (confirm?: unknown) => {
    const sent = { store: "account:1001", because: "restored this morning", ...(confirm !== undefined && { confirm }) };
    const headers = { "Content-Type": "application/json" };
    const init = { method: "POST", headers, body: JSON.stringify(sent) };
    return (await console(new Request("http://localhost/api/accept", init))).json() as Promise<Record<string, unknown>>;
  };
  const asked = await accept();
  expect(asked).toMatchObject({ done: false, text: "account:1001 may order again.", confirm: expect.any(String) });
  expect(accepted).toEqual([]);
  expect(await accept(asked.confirm)).toMatchObject({ done: true, text: "Accepted." });
  expect(accepted).toEqual(["account:1001"]);
});
