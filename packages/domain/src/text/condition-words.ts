import type { RuleConditions } from '../alerts/rule.ts'

/** The conditions of rules as people say them. */
const words: Readonly<Record<keyof RuleConditions, string>> = {
  platforms: 'platform',
  listeners: 'listener',
  classifications: 'classification',
  signalCategories: 'category',
  minUrgency: 'urgency at least',
  minPurchaseIntent: 'purchase intent at least',
  minScore: 'score at least',
  scoreVersion: 'score version',
  accountKeys: 'account',
  keywords: 'one of the words',
  assigned: 'assigned',
}

/** Returns a condition in words; of one that is not known, its name. */
export function nameCondition(name: string): string {
  return isKnown(name) ? words[name] : name
}

function isKnown(name: string): name is keyof RuleConditions {
  return Object.hasOwn(words, name)
}
