/** What the dialogs about accounts say. */
export const accountMessages = {
  sessionsEnded: (email: string) => `Ended all sessions of ${email}`,
  accountDisabled: (email: string) => `Disabled the account of ${email}`,
  accountEnabled: (email: string) => `Enabled the account of ${email}`,
  accountChangeFailed: 'Failed to change the account. Please try again.',
  passwordByLink: 'To change your password, use the link that is mailed to you. It ends your other sessions.',
  signOutEverywhereFailed: 'Failed to sign out everywhere. Please try again.',
  existingAccountAllowed: (email: string) =>
    `Successfully created user. ${email} had an account already: a link to set a password was mailed there. Access begins when the address is proven.`,
  /** The native question before a user is removed. */
  confirmRemoval: (email: string) =>
    `Are you sure you want to remove ${email}? Their access and their description counts are deleted. This action cannot be undone.`,
  userRepaired: (email: string) => `Repaired the access of ${email}`,
  waitingForServer: 'The server does not answer yet. The change is made as soon as it does.',
  approveFailed: (email: string, reason: string) => `Failed to approve ${email}: ${reason}`,
  rejectFailed: (email: string, reason: string) => `Failed to reject ${email}: ${reason}`,
  applicationsWaiting: (count: string, n: number) => `${count} application${n === 1 ? '' : 's'} waiting`,
  accountUnreadable: 'The account cannot be read just now. Close this dialog and open it again.',
} as const;
