import { describe, expect, it } from 'vitest';
import { findReading, type Reading } from '#engine/read/amounts/findReading.ts';
import { NOTHING_CHOSEN } from '#model/amountReading.ts';
import { byStage } from '../../support/fullRun.ts';
import { type GeneratedStatement, generateStatement } from '../../support/generatedStatements.ts';
import { seededRandom } from '../../support/random.ts';
import { amountsIn, tableOf } from '../../support/readTables.ts';

describe('a generated statement', () => {
  it('is read right or asked about, never wrong; and where it has balances, proven', () => {
    const random = seededRandom(26);
    for (let i = 0; i < byStage({ usual: 300, full: 20_000 }); i++) {
      const statement = generateStatement(random);
      const table = tableOf(statement.text, statement.description);
      const { reading } = findReading(table);
      const said = `${statement.made}\n${statement.text}`;
      expect(isRight(statement, reading), said).toBe(true);
      if (statement.hasProof) expect(reading.question, said).toBeNull();
    }
  });
});

/** Without a question the amounts are right; with one, an answer makes them right. */
function isRight({ text, description, amounts }: GeneratedStatement, { question }: Reading): boolean {
  const table = tableOf(text, description);
  const truth = amounts.map((hundredths) => (hundredths / 100).toFixed(2)).join();
  const answers = question?.isSideOpen ? [true, false] : [null];
  return answers.some(
    (isReversed) =>
      amountsIn(table, { ...NOTHING_CHOSEN, isReversed })
        .map((read) => read.split(' ')[0])
        .join() === truth,
  );
}
