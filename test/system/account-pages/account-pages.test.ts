import { describe } from "vitest";
import { useWorld } from "../../support/world.ts";
import { answers } from "./answers.ts";
import { consent } from "./consent.ts";
import { inBrowser } from "./in-browser.ts";
import { pageTexts } from "./page-texts.ts";
import { providerSignIn } from "./provider-sign-in.ts";
import { signIn } from "./sign-in.ts";
import { ACCOUNT_PAGES } from "./support/account-pages.ts";

// All parts share one system. The last part changes a password of the demonstration.
const world = useWorld(ACCOUNT_PAGES);

describe("page texts", () => pageTexts(world));
describe("the consent page", () => consent(world));
describe("the consent form", () => answers(world));
describe("the sign-in at the provider", () => providerSignIn(world));
describe("the pages in a browser", () => inBrowser(world));
describe("the sign-in with a password", () => signIn(world));
