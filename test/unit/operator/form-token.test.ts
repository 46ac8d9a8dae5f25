import { afterEach, expect, test, vi } from "vitest";
import { openOperator } from "../../../workers/operator/composition.ts";
import { operatorConsole } from "../../../workers/operator/operator-application.ts";
import { demonstrationBindings } from "./support/demonstration-bindings.ts";

const DAY_MS = 86_400_000;

afterEach(() => vi.useRealTimers());

test("a form of the console is taken on its day and the next one, and refused afterwards", async () => {
  vi.useFakeTimers({ toFake: ["Date"] });
  const answer = operatorConsole(openOperator(demonstrationBindings(), () => undefined));
  const page = await (await answer(new Request("http://localhost/unlock"))).text();
  const token = /name="token" value="([0-9a-f]+)"/.exec(page)?.[1] ?? "";
  const send = () =>
    answer(
      new Request("http://localhost/unlock", {
        method: "POST",
        headers: { Origin: "http://localhost", "Sec-Fetch-Site": "same-origin" },
        body: new URLSearchParams({ token }),
      }),
    );
  const statuses: number[] = [];
  for (let day = 0; day < 3; day++) {
    statuses.push((await send()).status);
    vi.setSystemTime(Date.now() + DAY_MS);
  }
  // Without its fields the form itself is refused.
  expect(statuses).toEqual([400, 400, 403]);
});
