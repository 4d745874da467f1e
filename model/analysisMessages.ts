/** What is said about an analysis that the list has outrun. */
export const analysisMessages = {
  proposalOutdated: (description: string) =>
    `Failed to apply: someone has changed “${description}” since the analysis. Analyze again.`,
  listChangedSince: (n: number) =>
    `${n.toLocaleString('en-US')} mapping${n === 1 ? ' has' : 's have'} changed since the analysis. What that affects cannot be approved before another one.`,
  storedListChanged:
    'The stored list has changed since the analysis: conflicts and effects may be others now.',
} as const;
