/** What the dialogs say that end sessions and disable accounts. */
export const accountMessages = {
  sessionsEnded: (email: string) => `Ended all sessions of ${email}`,
  accountDisabled: (email: string) => `Disabled the account of ${email}`,
  accountEnabled: (email: string) => `Enabled the account of ${email}`,
  accountChangeFailed: 'Failed to change the account.',
  signOutEverywhereFailed: 'Failed to sign out everywhere.',
} as const;
