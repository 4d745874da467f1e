import { Tabs } from '@mantine/core';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { cdp, page } from 'vitest/browser';
import { pages } from '#src/app/pages.ts';
import { TopBar } from '#src/app/TopBar.tsx';
import { setupClassifier } from './support/classifierSetup.tsx';
import { renderInApp } from './support/renderInApp.tsx';
import { TestRouter } from './support/TestRouter.tsx';

const emulate = (value: 'active' | 'none') =>
  cdp().send('Emulation.setEmulatedMedia', { features: [{ name: 'forced-colors', value }] });

beforeEach(async () => {
  await emulate('active');
  // What an earlier test has left the pointer over would look like something else again.
  document.documentElement.style.pointerEvents = 'none';
});
afterEach(async () => {
  document.documentElement.style.pointerEvents = '';
  await emulate('none');
});

/** What tells an element from its neighbours where the system chooses the colours. */
function look(element: Element): string {
  const { backgroundColor, borderBlockEndColor, color, outlineStyle } = getComputedStyle(element);
  return [backgroundColor, borderBlockEndColor, color, outlineStyle].join(' / ');
}

describe('where the system chooses the colours', () => {
  it('the current page looks unlike the others, which look alike', async () => {
    const screen = await renderInApp(
      <TestRouter>
        <TopBar
          brand="Our Ledger"
          pages={pages}
          access="admin"
          account={{ name: 'Ann Lee', email: 'ann.lee@example.com', open: () => {} }}
          onLogout={() => {}}
        />
      </TestRouter>,
    );
    expect(matchMedia('(forced-colors: active)').matches).toBe(true);
    const [current, ...others] = screen.getByRole('navigation').getByRole('link').elements().map(look);
    expect(others).not.toContain(current);
    expect(new Set(others).size).toBe(1);
  });

  it('so does the chosen kind of rows', async () => {
    const { type } = await setupClassifier();
    await type('PREMIER INN\n\nunknown');
    const kinds = page.getByRole('radiogroup', { name: 'Rows shown' });
    await expect.element(kinds.getByText('No Match 1')).toBeVisible();
    const [chosen, ...others] = [...kinds.element().querySelectorAll('label')].map(look);
    expect(others).not.toContain(chosen);
    expect(new Set(others).size).toBe(1);
  });

  it('so does the selected tab', async () => {
    const screen = await renderInApp(
      <Tabs value="a">
        <Tabs.List>
          {['a', 'b', 'c'].map((value) => (
            <Tabs.Tab key={value} value={value}>
              {value}
            </Tabs.Tab>
          ))}
        </Tabs.List>
      </Tabs>,
    );
    const [chosen, ...others] = screen.getByRole('tab').elements().map(look);
    expect(others).not.toContain(chosen);
    expect(new Set(others).size).toBe(1);
  });
});
