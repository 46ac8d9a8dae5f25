import type { SeedLogin } from "./customer-types.ts";

/** The scrypt parameters of the hashes below. */
export const SCRYPT = { cost: 2 ** 14, blockSize: 8, parallelism: 5 };

/** The logins of the demonstration. */
export const logins: SeedLogin[] = [
  {
    id: 11,
    email: "owner@maple.example",
    language: "en",
    password: "maple-owner",
    passwordSalt: "2d29e0942dbb78c9df87a61ee8c4b76f",
    passwordHash: "8c044e3130b09453e8c2783a0260dc0e6f1239bd56c341799a105a25d984776a",
    accounts: [
      { id: 1001, permissions: "owner" },
      { id: 1002, permissions: "owner" },
    ],
  },
  {
    id: 12,
    email: "contact@maple.example",
    language: "fr",
    password: "maple-contact",
    passwordSalt: "c56a0cb046c353245f098397e23cd75c",
    passwordHash: "160faf400044af5bf41fc63d4459de8ff558ecebc2c7540644ec702bad235ada",
    accounts: [{ id: 1001, permissions: ["domains", "tickets"] }],
  },
  {
    id: 13,
    email: "totp@maple.example",
    language: "en",
    password: "maple-totp",
    passwordSalt: "026e2c31ea60bdab16222afa109880ce",
    passwordHash: "7f2d98e1e98f9f9e8d3879e909553b878073926ea7fa9eddb0d46a5af74832c6",
    totpSecret: "JBSWY3DPEHPK3PXP",
    accounts: [{ id: 1003, permissions: "owner" }],
  },
  {
    id: 14,
    email: "nocard@maple.example",
    language: "en",
    password: "maple-nocard",
    passwordSalt: "e6c80b01b80e2cbeb8ecbb7d1118a950",
    passwordHash: "11aa9a5006baef60569c084d9864948904b027d9bb94bc75ebf76ae5379624d1",
    accounts: [{ id: 1004, permissions: "owner" }],
  },
  {
    id: 15,
    email: "big@maple.example",
    language: "en",
    password: "maple-big",
    passwordSalt: "fec1d2b7a768396f31a85a85bfbb6e88",
    passwordHash: "1343b5096ec6255ed436ab46b3e0839ba0621e6257e6c41f6607a7dc5d59d02c",
    accounts: [{ id: 1005, permissions: "owner" }],
  },
];
