import type { StatementApi } from '#contract/statement.ts';
import { readChart } from './readChart.ts';
import { readStatement } from './readStatement.ts';

/** Reads files of lines and of accounts; the text reaches the page as a blob, which it need not copy. */
export const statementApi: StatementApi = {
  async read(file, choices, onProgress) {
    const outcome = await readStatement(file, choices, onProgress);
    return outcome.kind === 'statement' ? { ...outcome, text: new Blob([outcome.text]) } : outcome;
  },
  readChart,
};
