import { describe } from "vitest";
import { accountPage } from "./account-page.ts";
import { closing } from "./closing.ts";
import { signUp } from "./sign-up.ts";
import { useArea } from "./support/area.ts";

// All parts share one system. The last part changes the logins of the demonstration.
const area = useArea();

describe("opening an account", () => signUp(area));
describe("closing an account", () => closing(area));
describe("the account page", () => accountPage(area));
