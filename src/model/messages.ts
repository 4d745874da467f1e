/** The messages of the specification, §8, word for word; the one place where they are written. */
export const messages = {
  mappingsFailed: 'Failed to load mappings.',
  customMappingsFailed: 'Failed to load custom mappings.',
  classifierReady: 'Classifier is ready and loaded with custom mappings.',
  choiceSaved: 'Mapping updated with your choice.',
  choiceSavedForRow: 'Row updated with your choice.',
  choiceFailed: 'Failed to save your choice.',
  copiedRows: (n: number) => `Copied ${n} rows (description + GL account)!`,
  copiedAccounts: (n: number) => `Copied ${n} GL accounts!`,
  copyFailed: 'Failed to copy data.',
  // Beyond the catalogue:
  usageFailed: 'Failed to update your description count.',
  mappingsLoading: 'Loading mappings…',
  mappingsReady: (n: number) => `${n.toLocaleString('en-US')} mappings`,
  connectionLost: 'Connection lost. Reconnecting…',
} as const;

/** Messages with the word Failed, or beginning with Error or An error, are errors; all others are successes. */
export function isErrorMessage(message: string): boolean {
  return message.includes('Failed') || /^(An )?error\b/i.test(message);
}
