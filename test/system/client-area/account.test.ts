import { describe } from "vitest";
import { accountPage } from "./account-page.ts";
import { closing } from "./closing.ts";
import { signUp } from "./sign-up.ts";
import { useArea } from "./support/area.ts";

/** One system for accounts and logins. The last part changes the demonstration's logins. */
const area = useArea();

describe("opening an account", () => signUp(area));
describe("closing an account", () => closing(area));
describe("the account's page", () => accountPage(area));
