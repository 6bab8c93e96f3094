import { purchaseIntents, urgencies } from '../documents/vocabulary.ts'
import { foldText } from './keyword-index.ts'
import type { Rule, RuleConditions } from './rule.ts'

/** An earlier rule that ends the search, so that a later rule does not see the signals. */
export type EarlierEnd = {
  ruleId: string
  name: string
  /** All signals of the later rule, which then never alerts, or some of them. */
  takes: 'all' | 'some'
}

type Placed = Pick<Rule, 'id' | 'position' | 'conditions'>

/**
 * Returns the enabled rules before a rule that end the search for signals that it matches too, in their order. One that
 * takes all of them is the last: what comes after it changes nothing.
 */
export function findEarlierEnds(rule: Placed, rules: readonly Rule[]): EarlierEnd[] {
  const ends: EarlierEnd[] = []
  for (const earlier of rules.filter((one) => isBefore(one, rule)).toSorted(compareRules)) {
    if (!earlier.enabled || earlier.continue) continue
    const takes = judge(earlier.conditions, rule.conditions)
    if (takes === 'none') continue
    ends.push({ ruleId: earlier.id, name: earlier.name, takes })
    if (takes === 'all') break
  }
  return ends
}

/** Says what an earlier rule keeps from a later one, and what to do. */
export function wordsOfEarlierEnd({ name, takes }: Pick<EarlierEnd, 'name' | 'takes'>): string {
  return takes === 'all'
    ? `The earlier rule “${name}” ends the search for every signal that this one matches, so it never alerts. Move this one up, or let the earlier one continue.`
    : `The earlier rule “${name}” ends the search for some signals that this one matches. Move this one up, or let the earlier one continue, if it should alert on them too.`
}

function isBefore(one: Placed, other: Placed): boolean {
  return one.id !== other.id && compareRules(one, other) < 0
}

function compareRules(one: Placed, other: Placed): number {
  return one.position - other.position || (one.id < other.id ? -1 : 1)
}

const listed = ['platforms', 'listeners', 'classifications', 'signalCategories', 'accountKeys'] as const
const exact = ['scoreVersion', 'assigned'] as const

/** How many of the signals that meet `later` also meet `earlier`, as far as the conditions alone say. */
function judge(earlier: RuleConditions, later: RuleConditions): 'all' | 'some' | 'none' {
  const isApart =
    listed.some((name) => isDisjoint(earlier[name], later[name])) ||
    exact.some(
      (name) => earlier[name] !== undefined && later[name] !== undefined && earlier[name] !== later[name],
    )
  if (isApart) return 'none'
  const isImplied =
    listed.every((name) => isWithin(later[name], earlier[name])) &&
    exact.every((name) => earlier[name] === undefined || earlier[name] === later[name]) &&
    isAsHigh(urgencies, later.minUrgency, earlier.minUrgency) &&
    isAsHigh(purchaseIntents, later.minPurchaseIntent, earlier.minPurchaseIntent) &&
    (earlier.minScore ?? 0) <= (later.minScore ?? 0) &&
    areKeywordsWithin(later.keywords, earlier.keywords)
  return isImplied ? 'all' : 'some'
}

function isDisjoint(one: readonly string[] | undefined, other: readonly string[] | undefined): boolean {
  return one !== undefined && other !== undefined && !one.some((value) => other.includes(value))
}

function isWithin(inner: readonly string[] | undefined, outer: readonly string[] | undefined): boolean {
  return outer === undefined || (inner?.every((value) => outer.includes(value)) ?? false)
}

function isAsHigh<Level extends string>(
  levels: readonly Level[],
  level: Level | undefined,
  least: Level | undefined,
): boolean {
  return least === undefined || (level !== undefined && levels.indexOf(level) >= levels.indexOf(least))
}

/** A text with a keyword has every part of it. */
function areKeywordsWithin(
  later: readonly string[] | undefined,
  earlier: readonly string[] | undefined,
): boolean {
  if (earlier === undefined) return true
  const parts = earlier.map(foldText)
  return later?.every((keyword) => parts.some((part) => foldText(keyword).includes(part))) ?? false
}
