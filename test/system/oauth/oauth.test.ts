import { describe } from "vitest";
import { authorizationRequests } from "./authorization-request.ts";
import { metadata } from "./metadata.ts";
import { metadataDocuments } from "./metadata-document.ts";
import { registration } from "./register.ts";
import { useOAuthDoor } from "./support/oauth-door.ts";
import { tokens } from "./token.ts";

const door = useOAuthDoor();

describe("metadata", () => metadata(door));
describe("requests to authorize", () => authorizationRequests(door));
describe("the token endpoint", () => tokens(door));
describe("metadata documents", () => metadataDocuments(door));
describe("registration", () => registration(door));
