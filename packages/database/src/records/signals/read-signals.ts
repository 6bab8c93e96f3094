import { type Signal, type SignalRegisters, type SignalState, signalFrom } from '@signalpost/domain'
import { sql } from 'kysely'
import type { Database, DatabasePool } from '../../database.ts'
import { type CutRow, cutPage, stateOf } from './cut-page.ts'
import { type Asked, findCandidates, type SignalPosition } from './find-candidates.ts'

type SignalRow = { id: string; state: SignalState; registers: SignalRegisters | null }

/** Finds a signal; undefined when it is missing, deleted, not yet described or of another workspace. */
export async function findSignal(
  database: Database,
  { orgId, signalId }: { orgId: string; signalId: string },
): Promise<Signal | undefined> {
  const { rows } = await sql<SignalRow>`
    ${selectSignals} where s.org_id = ${orgId} and s.signal_id = ${signalId}`.execute(database)
  return signalsOf(orgId, rows)[0]
}

/** Finds signals of a workspace, in the order in which they were asked for; leaves out what it does not know. */
export async function findSignalsOf(
  database: Database,
  { orgId, signalIds }: { orgId: string; signalIds: readonly string[] },
): Promise<Signal[]> {
  const { rows } = await sql<SignalRow>`
    ${selectSignals} where s.org_id = ${orgId} and s.signal_id = any(${[...signalIds]}::text[])`.execute(
    database,
  )
  const found = new Map(signalsOf(orgId, rows).map((signal) => [signal.id, signal]))
  return signalIds.map((id) => found.get(id)).filter((signal) => signal !== undefined)
}

/**
 * Finds several signals by a prepared statement, as planning it takes longer than running it. Returns them in the order in
 * which they were asked for.
 */
export async function findSignals(
  pool: DatabasePool,
  asked: readonly { orgId: string; signalId: string }[],
): Promise<(Signal | undefined)[]> {
  const { rows } = await pool.query<SignalRow & { place: number }>({
    name: 'read-signals',
    text: selectAskedText,
    values: [asked.map(({ orgId }) => orgId), asked.map(({ signalId }) => signalId)],
  })
  const found = new Array<Signal | undefined>(asked.length)
  for (const { place, id, state, registers } of rows) {
    const orgId = asked[place - 1]?.orgId
    if (orgId !== undefined) found[place - 1] = signalFrom({ orgId, id, state }, registers ?? undefined)
  }
  return found
}

export type SignalPage = {
  signals: Signal[]
  /** There are more within the limit: PostgreSQL sends no more than 8 MiB, however long strangers' texts are. */
  isCut: boolean
  /** The last signal that was looked at, where fewer than the limit were found and there are more. */
  reached?: SignalPosition
}

/**
 * Returns signals after `after`, by relevanceScore, postedAt and id, descending. With filters by registers, a page looks
 * at no more than 5,000 signals, and with words at 2,000, so that it may have fewer than there are, or none.
 */
export async function listSignals(
  database: Database,
  { orgId, filters, after, limit }: Asked,
): Promise<SignalPage> {
  const { sql: candidates, reached } = await findCandidates(database, { orgId, filters, after, limit })
  const page = sql`
    select s.signal_id as id, s.state, r.state as registers, s.relevance_score, s.posted_at
    from (${candidates} limit ${limit}) found join signals s using (org_id, signal_id)
    left join signal_registers r using (org_id, signal_id)`
  const { rows } = await sql<CutRow>`${cutPage(page, { inOrder })}`.execute(database)
  const found = rows[0]?.found ?? 0
  return {
    signals: signalsOf(
      orgId,
      rows.map((row) => ({ ...row, state: stateOf(row) })),
    ),
    isCut: rows.length < found,
    ...(reached && { reached }),
  }
}

const inOrder = sql`order by relevance_score desc, posted_at desc, id desc`

const fromSignalsText = `
  from signals s
  left join signal_registers r on r.org_id = s.org_id and r.signal_id = s.signal_id`
const selectSignalsText = `
  select s.signal_id as id, s.state, r.state as registers ${fromSignalsText}`
const selectAskedText = `
  select asked.place::int as place, s.signal_id as id, s.state, r.state as registers
  from unnest($1::text[], $2::text[]) with ordinality as asked(org_id, signal_id, place)
  join signals s on s.org_id = asked.org_id and s.signal_id = asked.signal_id
  left join signal_registers r on r.org_id = s.org_id and r.signal_id = s.signal_id`
const selectSignals = sql.raw(selectSignalsText)

function signalsOf(orgId: string, rows: SignalRow[]): Signal[] {
  return rows
    .map(({ id, state, registers }) => signalFrom({ orgId, id, state }, registers ?? undefined))
    .filter((signal) => signal !== undefined)
}
