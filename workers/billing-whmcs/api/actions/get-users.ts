import * as z from "zod";
import type { ListAction, ReadAction } from "../action.ts";
import { bool, emailAddress, id } from "../decode.ts";
import { asList } from "../lists.ts";

const client = z.object({ id, isOwner: bool });

// Whatever else is in the field is no address that anybody signs in with.
const email = z.union([emailAddress, z.unknown().transform(() => "")]);

const row = z.object({ id, email, clients: z.unknown() }).transform(({ clients, ...user }, context) => {
  const items = asList({ clients }, "clients", "client", (value) => "isOwner" in value);
  const read = z.array(client).safeParse(items);
  if (read.success) return { ...user, clients: read.data };
  context.addIssue({ code: "custom", path: ["clients"], message: "no list of accounts" });
  return z.NEVER;
});

export type UserRow = z.output<typeof row>;

/** Users by the beginning of their address or name, with the accounts that they manage. There is no search by id. */
export const getUsers: ListAction<UserRow> = {
  name: "GetUsers",
  container: "users",
  item: "user",
  rowMember: "email",
  row,
  ownerOf: null,
  needsEveryRow: true,
  isPaged: true,
};

/** Accounts by the beginning of their contact address or name. */
export const getClients: ListAction<{ id: number; email: string }> = {
  name: "GetClients",
  container: "clients",
  item: "client",
  rowMember: "email",
  row: z.object({ id, email }),
  ownerOf: null,
  needsEveryRow: true,
  isPaged: true,
};

/** What a user may do on an account. The documentation does not show the shape: see `access/permissions.ts`. */
export const getUserPermissions: ReadAction<Record<string, unknown>> = {
  name: "GetUserPermissions",
  refusals: /^(?:user is not associated with client|invalid (?:user|client) id|(?:user|client) (?:id )?not found)\.?$/i,
  answer: z.record(z.string(), z.unknown()),
};
