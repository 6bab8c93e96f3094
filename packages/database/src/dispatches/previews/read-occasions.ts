import {
  type Occasion,
  type SignalRegisters,
  type SignalState,
  signalFrom,
  withRegistersUntil,
} from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database } from '../../database.ts'
import { isAlertedElsewhere } from '../is-alerted-elsewhere.ts'

type Key = { signalId: string; evaluatedAt: Date }
type Row = { id: string; state: SignalState; registers: SignalRegisters | null; storedAt: Date }

/** Which signals: those of a workspace first stored since a time. */
type Selection = {
  orgId: string
  /** The moments of this rule's decisions count as the moments of evaluation. */
  ruleId?: string | undefined
  since: Date
  /** Only the last that were stored. */
  atMost?: number | undefined
}

const readAtOnce = 1_000

/** Yields the signals of a selection as a rule met them, in the order in which they were sent or stored. */
export async function* readOccasions(database: Database, selection: Selection): AsyncGenerator<Occasion> {
  const { orgId } = selection
  const keys = await readKeys(database, selection)
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
async function readKeys(database: Database, { orgId, ruleId, since, atMost }: Selection): Promise<Key[]> {
  const { rows: stored } = await sql<{ signalId: string; storedAt: Date }>`
    select signal_id as "signalId", stored_at as "storedAt" from signals
    where org_id = ${orgId} and stored_at >= ${since} and relevance_score is not null
    order by stored_at desc, signal_id desc limit ${atMost ?? null}::bigint`.execute(database)
  const decisions = await readDecisions(database, {
    ...{ orgId, ruleId },
    signalIds: atMost === undefined ? undefined : stored.map(({ signalId }) => signalId),
  })
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

type Decision = { at: Date; number: string }

async function readDecisions(
  database: Database,
  {
    orgId,
    ruleId,
    signalIds,
  }: { orgId: string; ruleId: string | undefined; signalIds: string[] | undefined },
): Promise<Map<string, Decision>> {
  if (ruleId === undefined) return new Map()
  const { rows } = await sql<Decision & { signalId: string }>`
    select signal_id as "signalId", min(decided_at) as at, min(decision_number) as number from dispatches
    where org_id = ${orgId} and rule_id = ${ruleId}
      and ${signalIds === undefined ? sql`true` : sql`signal_id = any(${signalIds})`}
    group by signal_id`.execute(database)
  return new Map(rows.map((row) => [row.signalId, row]))
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
