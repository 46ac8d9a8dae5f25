/** Planted secrets of an installation. None of them may appear outside the installation. */
export const SECRETS = {
  passwordHash: "planted-password-hash",
  securityAnswer: "planted-security-answer",
  adminNotes: "planted-admin-notes",
  servicePassword: "planted-service-password",
  ticketKey: "planted-ticket-key",
  remoteToken: "planted-remote-token",
  transferSecret: "planted-transfer-secret",
  authCode: "planted-auth-code",
} as const;
