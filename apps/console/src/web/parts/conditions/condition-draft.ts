import type { Answer } from '../../api/call.ts'
import type { FieldDraft } from './added-fields.tsx'

export type Conditions =
  Answer<'GET /console/api/w/{orgId}/rules'>['items'][number]['definition']['conditions']

export type ConditionName = keyof Conditions

/** The conditions that a form has, in its order: texts, also of one that is not filled in. */
export type ConditionDraft = FieldDraft<ConditionName>

/** Reads the one value of a condition that takes no list. */
const readValue: Partial<Record<ConditionName, (text: string) => unknown>> = {
  minUrgency: String,
  minPurchaseIntent: String,
  minScore: Number,
  scoreVersion: Number,
  assigned: (text) => text === 'true',
}

/** A form that stores nothing yet begins with the conditions that most rules have. */
export function conditionDraftOf(stored: Partial<Conditions> | undefined): ConditionDraft {
  if (stored === undefined) return { minUrgency: [], platforms: [] }
  return Object.fromEntries(Object.entries(stored).map(([name, value]) => [name, [value].flat().map(String)]))
}

/** What the server takes. It judges the values and names the member that is wrong. */
export function conditionsOf(draft: ConditionDraft): Conditions {
  const given = Object.entries(draft).flatMap(([name, texts]) => {
    const values = texts.map((text) => text.trim()).filter((text) => text !== '')
    const [first] = values
    if (first === undefined) return []
    // The cast: the names are those of the draft.
    return [[name, readValue[name as ConditionName]?.(first) ?? values]]
  })
  // The cast: a form holds texts; the server refuses what are not conditions.
  return Object.fromEntries(given) as Conditions
}
