import {
  createPreview,
  type Occasion,
  type PreviewItem,
  type Rule,
  ruleDefinitionSchema,
  type SignalRegisters,
  type SignalState,
  signalFrom,
  withRegistersUntil,
} from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../database.ts'
import { listChannels } from '../rules/channels.ts'
import { getRule, listRules, type StoredRule } from '../rules/rules.ts'
import { isAlertedElsewhere } from './is-alerted-elsewhere.ts'

type Key = { signalId: string; evaluatedAt: Date }
type Row = { id: string; state: SignalState; registers: SignalRegisters | null; storedAt: Date }

const readAtOnce = 1_000

/**
 * Returns what a rule would do with the signals first stored since a time, in the order in which they were sent or
 * stored. Ignores what people did with a signal later. Throws RejectedError `not_found`.
 */
export async function previewRule(
  database: Database,
  { ruleId, orgId: knownOrgId, since }: { ruleId: string; orgId?: string | undefined; since: Date },
): Promise<PreviewItem[]> {
  const stored = await getRule(database, { ruleId, orgId: knownOrgId })
  const { orgId } = stored
  const rules = (await listRules(database, orgId)).map(ruleFrom)
  const channels = (await listChannels(database, orgId)).map(({ channelId, state }) => ({
    channelId,
    isDisabled: state === 'disabled',
  }))
  const preview = createPreview({ rule: ruleFrom(stored), rules, channels })
  const items: PreviewItem[] = []
  for await (const occasion of readOccasions(database, { orgId, ruleId, since })) {
    items.push(...preview(occasion))
  }
  return items
}

async function* readOccasions(
  database: Database,
  { orgId, ruleId, since }: { orgId: string; ruleId: string; since: Date },
): AsyncGenerator<Occasion> {
  const keys = await readKeys(database, { orgId, ruleId, since })
  for (let from = 0; from < keys.length; from += readAtOnce) {
    const chunk = keys.slice(from, from + readAtOnce)
    const { rows } = await sql<Row>`
      select s.signal_id as id, s.state, r.state as registers, stored_at as "storedAt"
      from signals s left join signal_registers r on r.org_id = s.org_id and r.signal_id = s.signal_id
      where s.org_id = ${orgId} and s.signal_id = any(${chunk.map(({ signalId }) => signalId)})`.execute(
      database,
    )
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const { signalId, evaluatedAt } of chunk) {
      const row = byId.get(signalId)
      const occasion = row === undefined ? undefined : findOccasion(orgId, row, evaluatedAt)
      if (occasion !== undefined) yield occasion
    }
  }
}

/**
 * In the order of sending. The two lists are merged here, because the speed of a join depends on statistics about new
 * rows.
 */
async function readKeys(
  database: Database,
  { orgId, ruleId, since }: { orgId: string; ruleId: string; since: Date },
): Promise<Key[]> {
  const { rows: stored } = await sql<{ signalId: string; storedAt: Date }>`
    select signal_id as "signalId", stored_at as "storedAt" from signals
    where org_id = ${orgId} and stored_at >= ${since} and relevance_score is not null`.execute(database)
  const { rows: decided } = await sql<{ signalId: string; at: Date; number: string }>`
    select signal_id as "signalId", min(decided_at) as at, min(decision_number) as number from dispatches
    where org_id = ${orgId} and rule_id = ${ruleId} group by signal_id`.execute(database)
  const decisions = new Map(decided.map((row) => [row.signalId, row]))
  return stored
    .map(({ signalId, storedAt }) => ({
      signalId,
      evaluatedAt: decisions.get(signalId)?.at ?? storedAt,
      number: Number(decisions.get(signalId)?.number ?? Number.POSITIVE_INFINITY),
    }))
    .sort(
      (a, b) =>
        compare(a.evaluatedAt.getTime(), b.evaluatedAt.getTime()) ||
        compare(a.number, b.number) ||
        compare(a.signalId, b.signalId),
    )
}

function compare<Value extends number | string>(a: Value, b: Value): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}

function findOccasion(
  orgId: string,
  { id, state, registers, storedAt }: Row,
  evaluatedAt: Date,
): Occasion | undefined {
  const signal = signalFrom({ orgId, id, state }, registers ?? undefined)
  if (signal === undefined) return undefined
  const moment = evaluatedAt.toISOString()
  return {
    signal: withRegistersUntil(signal, moment),
    storedAtMs: storedAt.getTime(),
    atMs: evaluatedAt.getTime(),
    isAlertedElsewhere:
      registers !== null && (signal.alertedAt ?? moment) < moment && isAlertedElsewhere(registers),
  }
}

function ruleFrom({ ruleId, name, position, enabled, definition }: StoredRule): Rule {
  // A rule stored by an older version lacks members that have defaults today.
  return { ...ruleDefinitionSchema.parse(definition), id: ruleId, name, position, enabled }
}
