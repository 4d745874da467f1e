import { accessRules } from './accessRules.ts';
import { chartRules } from './chartRules.ts';
import type { RuleTemplate } from './conditions.ts';
import { listRules } from './listRules.ts';
import { proposalRules } from './proposalRules.ts';
import { usageRules } from './usageRules.ts';

/**
 * The rules of the Realtime Database as a template: its rules language has no functions, so the conditions are
 * written once here and put where they are needed. What is not granted is refused; an expression without a
 * value (signed out, no email address) refuses, too.
 */
function databaseRules(): RuleTemplate {
  return { rules: { ...listRules, ...proposalRules, ...chartRules, ...usageRules, ...accessRules } };
}

/** The text of rules/database.rules.json. Lists stand on one line, as the formatter has them. */
export function databaseRulesJson(): string {
  const text = JSON.stringify(databaseRules(), null, 2);
  return `${text.replace(/\[\s+("[^[\]]*")\s+\]/g, (_, items: string) => `[${items.replace(/\s+/g, ' ')}]`)}\n`;
}
