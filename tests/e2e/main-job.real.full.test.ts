import type { Page } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import type { Mapping } from '#model/mapping.ts';
import { naiveAnswers } from '../support/naiveAnswers.ts';
import { storedMappingsOf } from '../support/pairsOfText.ts';
import { descriptionsOf, realListsOfStage } from '../support/realSets.ts';
import { button, paste, says } from '../support/screens.ts';
import { type TestEnvironment, useTestEnvironment } from '../support/testEnvironment.ts';

const lists = realListsOfStage();

describe('real descriptions, pasted and copied back', () => {
  const environment = useTestEnvironment();

  it.each(lists)('have the accounts of the oracle, line by line ($name)', async ({ text, set }) => {
    const mappings = storedMappingsOf(text);
    const lines = descriptionsOf(set);
    storeList(environment, mappings);
    const page = await environment.signedInPage(environment.server.admin);
    await says(page, `${mappings.length.toLocaleString('en-US')} mappings`);
    await paste(page, lines.join('\n'));
    await page.getByRole('radio', { name: `All ${lines.length.toLocaleString('en-US')}` }).waitFor({
      state: 'attached',
    });

    const accounts = naiveAnswers(lines, mappings);
    expect(new Set(accounts).size).toBeGreaterThan(10);
    await button(page, 'Copy Description + GL Account').click();
    await says(page, `Copied ${lines.length.toLocaleString('en-US')} rows (description + GL account)!`);
    await expectCopied(
      page,
      lines.map((line, row) => `${line}\t${accounts[row]}`),
    );
    await button(page, 'Copy GL Account Only').click();
    await says(page, `Copied ${lines.length.toLocaleString('en-US')} GL accounts!`);
    await expectCopied(page, accounts);
  });
});

/** Puts `mappings` in the place of the whole list. */
function storeList({ server }: TestEnvironment, mappings: readonly Mapping[]): void {
  server.services().tree.update({
    gl_mappings: Object.fromEntries(
      mappings.map(({ key, description, glAccount }) => [key, { description, glAccount }]),
    ),
  });
}

/** Compares line by line: of two texts of megabytes only the first differences are worth printing. */
async function expectCopied(page: Page, expected: readonly string[]): Promise<void> {
  const copied = (await page.evaluate(() => navigator.clipboard.readText()))
    .replace(/\r\n/g, '\n')
    .split('\n');
  const differences = expected.flatMap((line, row) =>
    copied[row] === line ? [] : [{ row, expected: line, copied: copied[row] }],
  );
  expect(differences.slice(0, 5)).toEqual([]);
  expect(copied).toHaveLength(expected.length);
}
