import { counted, grouped } from './figures.ts';

/** What the dialogs about accounts say. */
export const accountMessages = {
  sessionsEnded: (email: string) => `Ended all sessions of ${email}`,
  accountDisabled: (email: string) => `Disabled the account of ${email}`,
  accountEnabled: (email: string) => `Enabled the account of ${email}`,
  accountChangeFailed: 'Failed to change the account. Please try again.',
  passwordByLink: (canMail: boolean) =>
    `To change your password, use the link that ${canMail ? 'is mailed to you' : 'is put into the outbox of this server, which cannot send mails: ask the website admin for it'}. It ends your other sessions.`,
  signOutEverywhereFailed: 'Failed to sign out everywhere. Please try again.',
  existingAccountAllowed: (email: string, canMail: boolean) =>
    `Successfully created user. ${email} had an account already: a link to set a password ${canMail ? 'was mailed there' : 'waits in the outbox of this server, which cannot send mails'}. Access begins when the address is proven.`,
  /** The native question before somebody is let in of whom nobody knows that the address is theirs. */
  confirmUnverified: (email: string) =>
    `Approve ${email}, although the address is not verified? Anybody may have registered it. Approve only if you know that this person has applied.`,
  outbox:
    'This server has no mail server (SMTP_URL): links for new passwords and to verify addresses are not sent. They are files in the folder outbox of its data folder (DATA_DIR), for you to pass on.',
  serverFaults: {
    storage:
      'The disk of the server is full or cannot be written: nothing is stored until its operator has made room. Reading goes on.',
    history:
      'The daily check has found that the histories do not hold: somebody has changed the data outside the app, or the disk has. The log of the server says what is wrong; its operator can restore a backup.',
  },
  /** `since`: day and time. */
  replicaBehind: (since: string) =>
    `The second place of the data has received nothing since ${since}: later changes are on the disk of the server alone. Its log says why; its operator has to mend it.`,
  /** The native question before a user is removed. */
  confirmRemoval: (email: string) =>
    `Are you sure you want to remove ${email}? Their access and their description counts are deleted. This action cannot be undone.`,
  userRepaired: (email: string) => `Repaired the access of ${email}`,
  waitingForServer: 'The server does not answer yet. The change is made as soon as it does.',
  approveFailed: (email: string, reason: string) => `Failed to approve ${email}: ${reason}`,
  rejectFailed: (email: string, reason: string) => `Failed to reject ${email}: ${reason}`,
  applicationsWaiting: (count: string, n: number) => `${count} application${n === 1 ? '' : 's'} waiting`,
  accountUnreadable: 'The account cannot be read just now. Close this dialog and open it again.',
  notRegistered: 'Nobody has registered with this address yet.',
  isDisabled: 'This account is disabled: nobody can sign in with it.',
  signedInOn: (devices: number) =>
    devices === 0 ? 'Signed in nowhere.' : `Signed in on ${counted(devices, 'device')}.`,
  endsAllSessions: 'Sign out everywhere ends all your sessions, in this browser and on every other device.',
  currentPasswordWrong: 'The current password is not correct.',
  refused: 'The server refused it.',
  passwordNotChanged: (reason: string | null) => `your password is not changed. ${reason ?? ''}`,
  passwordUnknown:
    'the server did not say whether your password is changed. Try again. If you are signed out meanwhile, sign in with the new password, or else with the old one.',
  nameSaved: 'the new name is saved, but ',
  noUsersFound: 'No users found matching your search.',
  waiting: (n: number) => `${grouped(n)} waiting`,
  noApplications: 'No pending applications.',
  usersLoading: ' so far, more are loading',
  outOfSync: 'Some rights are out of sync',
  /** `more`: as many are not named. */
  notInForce: (emails: readonly string[], more: number) =>
    `What the list below says is not yet in force everywhere for: ${emails.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`,
  ownNotRepaired: 'Your own entry can only be repaired by another admin.',
  panelPaused:
    'You used two other Admin Panels of this browser later, and only these are kept up to date. The users and applications here may be outdated: click here or press a key to update them.',
  loading: (name: string) => `${name} are loading`,
  notLoaded: (name: string) => `${name} cannot be loaded.`,

  emailUnverified: (email: string, canMail: boolean) =>
    canMail
      ? `Your email address is not verified yet: please open the link that was mailed to ${email}.`
      : `Your email address is not verified yet, and this server cannot send mails: ask the website admin for the link to ${email} in its outbox.`,
  linkSentAgain: (canMail: boolean) => (canMail ? 'It was sent again.' : 'There is a new link.'),
  linkNotSent: 'It could not be sent just now.',
  linkBroken: 'This link does not work',
  otherAddress: 'You are signed in with another address',
  linkIsForOther: (wanted: string, signedIn: string) =>
    `This link is for ${wanted}, and you are signed in as ${signedIn}. Choose Logout, then sign in as ${wanted} on this page.`,
  signInToConfirm: (email: string) =>
    `Sign in as ${email} to confirm that this address is yours. If you did not make this account, choose “Forgot your password?”: a new password makes it yours and ends the sessions of whoever made it.`,
  isYours: (email: string) => `Is ${email} your address, and did you make this account?`,
  addressVerified: 'Your email address is verified',
  passwordIsChanged: 'Your password is changed',
  emailVerified: 'Thank you. You can close this page, or go on from here.',
  passwordChanged: 'Sign in with the new password from now on. Sessions on other devices have been ended.',
} as const;
