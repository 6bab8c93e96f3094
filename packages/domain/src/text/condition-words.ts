import type { RuleConditions } from '../alerts/rule.ts'
import { nameAccount } from './name-account.ts'
import { namePlatform } from './platform-names.ts'

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

/**
 * The conditions of a rule, an escalation or a view in words, such as `urgency at least high; platform Hacker News or G2`.
 * `nameListener` names one by its id.
 */
export function wordsOfConditions(conditions: object, nameListener: (id: string) => string): string {
  const nameEntry: Record<string, (entry: string) => string> = {
    platforms: namePlatform,
    accountKeys: nameAccount,
    listeners: nameListener,
    keywords: (word) => `“${word}”`,
  }
  const parts = Object.entries(conditions).map(([name, value]) => {
    const words = nameCondition(name)
    if (typeof value === 'boolean') return value ? words : `not ${words}`
    const entries: unknown[] = Array.isArray(value) ? value : [value]
    const entryWords = nameEntry[name] ?? ((entry) => entry.replaceAll('_', ' '))
    return `${words} ${either.format(entries.map((entry) => entryWords(String(entry))))}`
  })
  return parts.length === 0 ? 'every signal' : parts.join('; ')
}

const either = new Intl.ListFormat('en-GB', { type: 'disjunction' })
