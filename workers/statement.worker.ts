import type { StatementApi } from '#contract/statement.ts';
import { exposeWorker } from './exposeWorker.ts';
import { readStatement } from './statement/readStatement.ts';

exposeWorker({
  async read(file, choices, onProgress) {
    const outcome = await readStatement(file, choices, onProgress);
    return outcome.kind === 'statement' ? { ...outcome, text: new Blob([outcome.text]) } : outcome;
  },
} satisfies StatementApi);
