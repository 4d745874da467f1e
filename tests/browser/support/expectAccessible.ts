import axe from 'axe-core';
import { expect } from 'vitest';

/** Expects no violation that axe-core knows in `root`; lists each rule with the elements that break it. */
export async function expectAccessible(root: Element = document.body): Promise<void> {
  const { violations } = await axe.run(root, {
    // A test renders one part of a page: whether everything lies in a landmark is the page frame's test.
    rules: { region: { enabled: false } },
  });
  const found = violations.map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.html).join(' | ')}`);
  expect(found).toEqual([]);
}
