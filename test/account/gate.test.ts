import { expect, test } from "vitest";
import { type Addresses, addressesFor } from "../../shared/addresses.ts";
import { mintApiToken } from "../../shared/connections/api-token.ts";
import type { ConnectionPort } from "../../shared/connections/connection.ts";
import { ObjectIds } from "../../shared/object-id.ts";
import { Signer } from "../../shared/service-key.ts";
import { ConnectionGate } from "../../workers/account/gate.ts";
import { UNSET_ADDRESSES } from "../support/unset-addresses.ts";

test("while the service's key cannot be read, nothing is said against the credential", async () => {
  const ids = new ObjectIds(new Signer(() => Promise.reject(new Error("no key"))), "connection");
  const untouched = (): ConnectionPort => {
    throw new Error("an object was asked");
  };
  const gate = new ConnectionGate(ids, untouched, Date.now);
  const addresses = addressesFor(new URL("http://localhost/"), UNSET_ADDRESSES) as Addresses;
  const authorization = `Bearer ${mintApiToken("0".repeat(22))}`;
  const refusal = gate.admit({ authorization, addresses }, 1);
  await expect(refusal).rejects.toMatchObject({ code: "server_unavailable" });
});
