import type { Answer } from '../../api/call.ts'

export type Conditions =
  Answer<'GET /console/api/w/{orgId}/rules'>['items'][number]['definition']['conditions']

/** The conditions of a rule or an escalation as the fields of a form hold them: texts, empty where there is none. */
export type ConditionDraft = {
  minUrgency: string
  minPurchaseIntent: string
  minScore: string
  scoreVersion: string
  platforms: string
  listeners: string
  classifications: string
  signalCategories: string
  accountKeys: string
  keywords: string
  assigned: string
}

/** A list of ids is split at commas, a list of texts at lines: texts may contain commas. */
const lists = {
  platforms: ',',
  listeners: ',',
  classifications: ',',
  signalCategories: ',',
  accountKeys: '\n',
  keywords: '\n',
} as const

export type ListName = keyof typeof lists

/** What a list of the draft holds. */
export function entriesOf(draft: ConditionDraft, name: ListName): string[] {
  return split(draft[name], lists[name])
}

/** The same as the draft holds it. */
export function textOfEntries(name: ListName, entries: readonly string[]): string {
  return entries.join(lists[name] === ',' ? ', ' : '\n')
}

export function conditionDraftOf(conditions: Partial<Conditions> = {}): ConditionDraft {
  const listed = (name: ListName): string => textOfEntries(name, conditions[name] ?? [])
  const { assigned } = conditions
  return {
    minUrgency: conditions.minUrgency ?? '',
    minPurchaseIntent: conditions.minPurchaseIntent ?? '',
    minScore: String(conditions.minScore ?? ''),
    scoreVersion: String(conditions.scoreVersion ?? ''),
    platforms: listed('platforms'),
    listeners: listed('listeners'),
    classifications: listed('classifications'),
    signalCategories: listed('signalCategories'),
    accountKeys: listed('accountKeys'),
    keywords: listed('keywords'),
    assigned: assigned === undefined ? '' : String(assigned),
  }
}

/** What the server takes. It judges the values and names the member that is wrong. */
export function conditionsOf(draft: ConditionDraft): Conditions {
  const conditions: Record<string, unknown> = {
    ...given('minUrgency', draft.minUrgency),
    ...given('minPurchaseIntent', draft.minPurchaseIntent),
    ...given('minScore', draft.minScore, Number),
    ...given('scoreVersion', draft.scoreVersion, Number),
    ...given('assigned', draft.assigned, (text) => text === 'true'),
  }
  // The cast: the names are those of the lists.
  for (const name of Object.keys(lists) as ListName[]) {
    const values = entriesOf(draft, name)
    if (values.length > 0) conditions[name] = values
  }
  // The cast: a form holds texts; the server refuses what are not conditions.
  return conditions as Conditions
}

function given(name: string, text: string, read: (text: string) => unknown = (same) => same) {
  return text.trim() === '' ? {} : { [name]: read(text.trim()) }
}

function split(text: string, separator: string): string[] {
  return text
    .split(separator)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}
