import { PING_PATH } from '#model/paths.ts';
import { accessRules } from './accessRules.ts';
import { chartRules } from './chartRules.ts';
import type { RuleTemplate } from './conditions.ts';
import { listRules } from './listRules.ts';
import { markRules } from './markRules.ts';
import { proposalRules } from './proposalRules.ts';
import { usageRules } from './usageRules.ts';

/**
 * The rules of the Realtime Database as a template: its rules language has no functions, so the conditions are
 * written once here and put where they are needed. What is not granted is refused; an expression without a
 * value (signed out, no email address) refuses, too.
 */
function databaseRules(): RuleTemplate {
  // Nobody can store anything there: the answer says nothing, and a refusal would be counted as one by the console.
  const ping: RuleTemplate = { [PING_PATH]: { '.read': true } };
  return {
    rules: {
      ...listRules,
      ...proposalRules,
      ...chartRules,
      ...usageRules,
      ...accessRules,
      ...ping,
      ...markRules,
    },
  };
}

/** The text of rules/database.rules.json, without white space but a line for each place of several rules: its size is limited. */
export function databaseRulesJson(): string {
  return `${lines(databaseRules())}\n`;
}

function lines(rules: RuleTemplate): string {
  const members = Object.entries(rules).map(([name, value]) => {
    const text = isPlace(value) ? lines(value) : dense(JSON.stringify(value));
    const isLine = isPlace(value) && Object.keys(value).length > 1;
    return `${isLine ? '\n' : ''}${JSON.stringify(name)}:${text}`;
  });
  return `{${members.join(',')}}`;
}

function isPlace(value: RuleTemplate[string]): value is RuleTemplate {
  return typeof value === 'object' && !Array.isArray(value);
}

/** An expression without the spaces around its operators. No text or pattern in the rules has an operator between spaces. */
function dense(expression: string): string {
  return expression.replace(/ (==|!=|&&|\|\||<=|>=|[?:+*%]) /g, '$1');
}
