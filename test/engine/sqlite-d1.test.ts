import { databaseContract } from "./support/database-contract.ts";
import { seededBilling } from "./support/seeded-billing.ts";

databaseContract(async () => (await seededBilling()).db);
