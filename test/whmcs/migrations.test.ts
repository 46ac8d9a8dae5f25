import { Migrations } from "../support/migrations.ts";

new Migrations("workers/billing-whmcs/migrations").test();
