import { createPreview, type DatedPreviewItem, type Rule, type RuleDefinition } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import { checkChannels, checkPeople, getRule, listRules } from '../../rules/rules.ts'
import { listChannelStates } from './preview-rule.ts'
import { readOccasions } from './read-occasions.ts'
import { ruleFrom } from './rule-from.ts'

/** A rule that is not stored, or a change of one that is. */
export type RuleDraft = {
  orgId: string
  /** The rule that it changes; a new one without it. */
  ruleId?: string | undefined
  definition: RuleDefinition
  /** Its place in the order, from 1. Without it, that of the stored rule, or the last. */
  position?: number | undefined
}

export type DraftPreview = {
  items: DatedPreviewItem[]
  /** What the stored rule would have done with the same signals; absent for a new rule. */
  stored?: DatedPreviewItem[]
  /** How many signals were examined. */
  signals: number
  /** Signals since the time that are too many to examine, all older than `before`; absent where none is left out. */
  leftOut?: { signals: number; before: Date }
  /** The titles of the signals in `items`. */
  titles: Map<string, string>
}

type Bounds = { since: Date; signalsAtMost: number }

const draftId = 'draft'
const countedAtMost = 100_000

/**
 * Returns what a draft would do with the signals first stored since a time, at most the last `signalsAtMost` of them.
 * Quiet hours and throttles hold back as they do in earnest. Throws RejectedError `not_found` for a rule or a channel
 * that the workspace does not have.
 */
export async function previewDraft(
  database: Database,
  { orgId, ruleId, definition, position }: RuleDraft,
  { since, signalsAtMost }: Bounds,
): Promise<DraftPreview> {
  const stored = ruleId === undefined ? undefined : ruleFrom(await getRule(database, { ruleId, orgId }))
  await checkChannels(database, orgId, definition)
  await checkPeople(database, orgId, definition.assign?.roundRobin ?? [])
  const rules = (await listRules(database, orgId)).map(ruleFrom)
  const channels = await listChannelStates(database, orgId)
  const draft = placeDraft({ definition, position }, stored, rules)
  const previewOf = (rule: Rule, among: readonly Rule[]) =>
    createPreview({ rule, rules: among, channels, holdsBack: true })
  const examineDraft = previewOf(draft.rule, draft.among)
  // A disabled rule does nothing.
  const examineStored = stored?.enabled === true ? previewOf(stored, rules) : () => []
  const found: DraftPreview = { items: [], signals: 0, titles: new Map(), ...(stored && { stored: [] }) }
  const selection = { orgId, ruleId, since, atMost: signalsAtMost }
  for await (const occasion of readOccasions(database, selection)) {
    const { signal, atMs } = occasion
    const items = examineDraft(occasion).map((item) => ({ ...item, atMs }))
    const before = examineStored(occasion).map((item) => ({ ...item, atMs }))
    found.signals += 1
    found.items.push(...items)
    found.stored?.push(...before)
    if (items.length + before.length > 0) found.titles.set(signal.id, signal.title)
  }
  const leftOut = found.signals < signalsAtMost ? undefined : await findLeftOut(database, selection)
  return { ...found, ...(leftOut && { leftOut }) }
}

/** The draft at its place, and the rules around it, which have places from 1 without it. */
function placeDraft(
  { definition, position }: Pick<RuleDraft, 'definition' | 'position'>,
  stored: Rule | undefined,
  rules: readonly Rule[],
): { rule: Rule; among: Rule[] } {
  const among = rules
    .filter(({ id }) => id !== stored?.id)
    .map((rule, index) => ({ ...rule, position: index + 1 }))
  const place = position ?? stored?.position ?? Number.POSITIVE_INFINITY
  const rule = {
    ...definition,
    ...{ id: stored?.id ?? draftId, name: stored?.name ?? '', enabled: true },
    // Before the rule that has this place without it.
    position: Math.min(place, among.length + 1) - 0.5,
  }
  return { rule, among }
}

async function findLeftOut(
  database: Database,
  { orgId, since, atMost }: { orgId: string; since: Date; atMost: number },
): Promise<DraftPreview['leftOut']> {
  const { rows } = await sql<{ signals: number; before: Date | null }>`
    select count(*)::integer as signals, max(stored_at) as before from (
      select stored_at from signals
      where org_id = ${orgId} and stored_at >= ${since} and relevance_score is not null
      order by stored_at desc, signal_id desc offset ${atMost} limit ${countedAtMost}
    ) rest`.execute(database)
  const { signals = 0, before = null } = rows[0] ?? {}
  return before === null ? undefined : { signals, before }
}
