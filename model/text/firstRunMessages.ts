/** What an administrator reads while the mapping list is empty. */
export const firstRunMessages = {
  title: 'Start with your mappings',
  explanation:
    'The list has no mappings yet, so every line would get No Match. Import keywords with their GL accounts; everybody with access uses the same list.',
  importList: 'Import a list',
  importChart: 'Import a chart of accounts',
  trySample: 'Try the sample list',
} as const;
