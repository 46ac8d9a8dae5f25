import { Migrations } from "../../support/migrations.ts";

new Migrations("workers/account/migrations").test();
