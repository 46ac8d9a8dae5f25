import fc from "fast-check";

/** Whether a mutant is found out is no matter of luck. */
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed: 20_261_123 });
