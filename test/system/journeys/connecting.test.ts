import { expect, inject, test } from "vitest";
import { PageVisitor, textOf } from "../../support/page-visitor.ts";
import { connecting } from "./reading/connecting.ts";
import { SHARED_SYSTEM } from "./reading/journey-system.ts";

const origin = inject("origin");

connecting(SHARED_SYSTEM);

test.each(["/sign-in/", "/connected-assistants/", "/oauth/authorize/?client_id=nobody"])(
  "%s serves the same page as without the final slash",
  async (path) => {
    const open = (one: string) => new PageVisitor(origin).open(one);
    const [page, plain] = [await open(path), await open(path.replace(/\/(?=\?|$)/, ""))];
    expect(page.headers.get("Content-Type")).toContain("text/html");
    expect([page.url.href, page.status, textOf(page.html)]).toEqual([plain.url.href, plain.status, textOf(plain.html)]);
  },
);
