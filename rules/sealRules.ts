import { all, IS_ADMIN, type RuleTemplate } from './conditions.ts';

/**
 * The newest seal of each log (`SEALS` in model/log/seal.ts), which the embedded backend writes and nobody else. One wildcard
 * for all of them: the condition of a reader is long, and the size of the rules is limited. No other place ends so.
 */
export const sealRules: RuleTemplate = {
  $seal: { '.read': all('$seal.matches(/_seal$/)', IS_ADMIN) },
};
