import type { Signal } from '../documents/signal.ts'
import { purchaseIntents, urgencies } from '../documents/vocabulary.ts'
import { canonicalJson } from '../input/canonical-json.ts'
import {
  addKeyword,
  createKeywordIndex,
  findByKeywords,
  foldText,
  type KeywordIndex,
} from './keyword-index.ts'
import type { Rule, RuleConditions } from './rule.ts'

/** Rules with equal conditions, each with its place in the order of all rules. */
type Group = { conditions: RuleConditions; places: number[] }

/**
 * Indexes the enabled rules of a workspace. Each group of rules with equal conditions is found by one of its conditions,
 * so that thousands of rules that do not match cost hardly anything.
 */
export type RuleIndex = {
  rules: Rule[]
  selectors: Map<Selector, Map<string, Group[]>>
  keywords: KeywordIndex<Group>
  others: Group[]
}

type Selector = {
  values: (conditions: RuleConditions) => readonly string[] | undefined
  value: (signal: Signal) => string | undefined
}

/** The most selective first. */
const selectors: Selector[] = [
  { values: (conditions) => conditions.accountKeys, value: (signal) => signal.accountKey },
  { values: (conditions) => conditions.listeners, value: (signal) => signal.listenerId },
  { values: (conditions) => conditions.classifications, value: (signal) => signal.classification },
  { values: (conditions) => conditions.signalCategories, value: (signal) => signal.signalCategory },
  { values: (conditions) => conditions.platforms, value: (signal) => signal.source },
]

export function indexRules(rules: readonly Rule[]): RuleIndex {
  const ordered = rules
    .filter((rule) => rule.enabled)
    .toSorted((a, b) => a.position - b.position || (a.id < b.id ? -1 : 1))
  const index: RuleIndex = {
    rules: ordered,
    selectors: new Map(selectors.map((selector) => [selector, new Map<string, Group[]>()])),
    keywords: createKeywordIndex(),
    others: [],
  }
  for (const group of groupsOf(ordered)) place(index, group)
  return index
}

/** Returns the rules that a signal matches, in their order, up to the first that does not continue. */
export function matchRules(signal: Signal, index: RuleIndex): Rule[] {
  const subject = subjectOf(signal)
  const places = candidates(subject, index)
    .filter(({ conditions }) => holds(conditions, subject))
    .flatMap((group) => group.places)
    .sort((a, b) => a - b)
  const matched: Rule[] = []
  for (const at of places) {
    const rule = index.rules[at]
    if (rule === undefined) continue
    matched.push(rule)
    if (!rule.continue) break
  }
  return matched
}

/** Returns the names of the conditions that a signal does not meet; empty if it matches all of them. */
export function unmetConditions(signal: Signal, conditions: RuleConditions): string[] {
  const subject = subjectOf(signal)
  return Object.entries(conditions)
    .filter(([name, value]) => value !== undefined && !holds({ [name]: value }, subject))
    .map(([name]) => name)
}

function groupsOf(rules: Rule[]): Group[] {
  const groups = new Map<string, Group>()
  for (const [at, { conditions }] of rules.entries()) {
    const key = canonicalJson(conditions)
    const group = groups.get(key) ?? { conditions, places: [] }
    groups.set(key, group)
    group.places.push(at)
  }
  return [...groups.values()]
}

function place(index: RuleIndex, group: Group): void {
  for (const [selector, byValue] of index.selectors) {
    const values = selector.values(group.conditions)
    if (values === undefined) continue
    for (const value of new Set(values)) {
      const groups = byValue.get(value)
      if (groups === undefined) byValue.set(value, [group])
      else groups.push(group)
    }
    return
  }
  if (group.conditions.keywords === undefined) index.others.push(group)
  else for (const keyword of group.conditions.keywords) addKeyword(index.keywords, keyword, group)
}

function candidates({ signal, text }: Subject, index: RuleIndex): Group[] {
  const found = [...index.others]
  for (const [selector, byValue] of index.selectors) {
    const value = selector.value(signal)
    if (value !== undefined) found.push(...(byValue.get(value) ?? []))
  }
  if (index.keywords.prefixes.size > 0) found.push(...findByKeywords(index.keywords, text()))
  return found
}

/** Whether all conditions hold. A field that the signal lacks matches no condition. */
function holds(conditions: RuleConditions, { signal, text }: Subject): boolean {
  const { minUrgency, minPurchaseIntent, minScore, scoreVersion, keywords, assigned } = conditions
  return (
    (minUrgency === undefined || isAtLeast(urgencies, signal.urgency, minUrgency)) &&
    (minPurchaseIntent === undefined ||
      isAtLeast(purchaseIntents, signal.purchaseIntent, minPurchaseIntent)) &&
    (minScore === undefined || signal.relevanceScore >= minScore) &&
    (scoreVersion === undefined || (signal.scoreVersion ?? 1) === scoreVersion) &&
    (assigned === undefined || (signal.assignedTo !== undefined) === assigned) &&
    selectors.every(({ values, value }) => isAmong(values(conditions), value(signal))) &&
    (keywords === undefined || hasKeyword(keywords, text()))
  )
}

function isAtLeast<Level extends string>(
  levels: readonly Level[],
  level: Level | undefined,
  least: Level,
): boolean {
  return level !== undefined && levels.indexOf(level) >= levels.indexOf(least)
}

function isAmong(values: readonly string[] | undefined, value: string | undefined): boolean {
  return values === undefined || (value !== undefined && values.includes(value))
}

function hasKeyword(keywords: readonly string[], text: string): boolean {
  return keywords.some((keyword) => text.includes(foldText(keyword)))
}

/** A signal and its folded text, which is made at most once for all rules. */
type Subject = { signal: Signal; text: () => string }

function subjectOf(signal: Signal): Subject {
  let folded: string | undefined
  const text = (): string => {
    // Neither texts nor keywords contain U+0000, so no match spans the two.
    folded ??= foldText(`${signal.title}\u0000${signal.excerpt}`)
    return folded
  }
  return { signal, text }
}
