import {
  type Instant,
  type RegisterFilters,
  registerFilters,
  type Signal,
  type SignalRegisters,
  type SignalState,
  signalFrom,
} from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabasePool } from '../../database.ts'
import { timestampOf } from '../merge/timestamp-of.ts'

/** Conditions that must all hold. */
export type SignalFilters = {
  postedAfter?: Instant | undefined
  postedBefore?: Instant | undefined
  listenerId?: string | undefined
  source?: string | undefined
  classification?: string | undefined
  signalCategory?: string | undefined
  urgency?: string | undefined
  accountKey?: string | undefined
  scoreVersion?: number | undefined
  minScore?: number | undefined
} & RegisterFilters

/** A signal's place in the order of lists. */
export type SignalPosition = Pick<Signal, 'relevanceScore' | 'postedAt' | 'id'>

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

/** Does the same as `findSignal` with a prepared statement: planning it takes longer than running it. */
export async function findSignalPrepared(
  pool: DatabasePool,
  { orgId, signalId }: { orgId: string; signalId: string },
): Promise<Signal | undefined> {
  const { rows } = await pool.query<SignalRow>({
    name: 'read-signal',
    text: `${selectSignalsText} where s.org_id = $1 and s.signal_id = $2`,
    values: [orgId, signalId],
  })
  return signalsOf(orgId, rows)[0]
}

/** Applies to the stored texts. A page has at least one signal, whatever its size. */
const maxPageBytes = 8 * 1024 * 1024

/**
 * Returns signals after `after`, by relevanceScore, postedAt and id, descending. `isCut` means that there are more
 * within the limit: PostgreSQL sends no more than 8 MiB, however long strangers' texts are.
 */
export async function listSignals(
  database: Database,
  {
    orgId,
    filters,
    after,
    limit,
  }: { orgId: string; filters: SignalFilters; after?: SignalPosition | undefined; limit: number },
): Promise<{ signals: Signal[]; isCut: boolean }> {
  const conditions = [sql`s.org_id = ${orgId}`, sql`s.relevance_score is not null`, ...conditionsOf(filters)]
  if (after !== undefined) {
    conditions.push(sql`
      (s.relevance_score, s.posted_at, s.signal_id)
        < (${after.relevanceScore}::smallint, ${timestampOf(after.postedAt)}::timestamptz, ${after.id})`)
  }
  const { rows } = await sql<{ id: string; text: string; registers: SignalRegisters | null; found: number }>`
    select id, text, registers, found
    from (
      select *, sum(octet_length(text)) over before as text_before
      from (
        select id, state::text as text, registers, relevance_score, posted_at, found
        from (
          -- What is stored is compressed: it spares reading what cannot fit anyway.
          select *, count(*) over ()::int as found, sum(pg_column_size(state)) over before as stored_before
          from (
            select s.signal_id as id, s.state, r.state as registers, s.relevance_score, s.posted_at
            ${fromSignals} where ${sql.join(conditions, sql` and `)}
            order by s.relevance_score desc, s.posted_at desc, s.signal_id desc
            limit ${limit}
          ) page
          window before as (${inOrder} rows between unbounded preceding and 1 preceding)
        ) counted
        where coalesce(stored_before, 0) < ${maxPageBytes}
        offset 0 -- each text is made once
      ) texts
      window before as (${inOrder} rows between unbounded preceding and 1 preceding)
    ) measured
    where coalesce(text_before, 0) < ${maxPageBytes}
    ${inOrder}`.execute(database)
  const parsed = rows.map(({ id, text, registers }) => ({ id, registers, state: JSON.parse(text) }))
  return { signals: signalsOf(orgId, parsed), isCut: rows.length < (rows[0]?.found ?? 0) }
}

const inOrder = sql`order by relevance_score desc, posted_at desc, id desc`

const fromSignalsText = `
  from signals s
  left join signal_registers r on r.org_id = s.org_id and r.signal_id = s.signal_id`
const fromSignals = sql.raw(fromSignalsText)
const selectSignalsText = `
  select s.signal_id as id, s.state, r.state as registers ${fromSignalsText}`
const selectSignals = sql.raw(selectSignalsText)

function conditionsOf(filters: SignalFilters): RawBuilder<unknown>[] {
  const { postedAfter, postedBefore, scoreVersion, minScore } = filters
  const conditions: RawBuilder<unknown>[] = []
  const equal = (column: string, value: string | undefined): void => {
    if (value !== undefined) conditions.push(sql`${sql.ref(column)} = ${value}`)
  }
  const present = (column: string, isPresent: boolean): void => {
    conditions.push(sql`${sql.ref(column)} ${sql.raw(isPresent ? 'is not null' : 'is null')}`)
  }
  equal('s.listener_id', filters.listenerId)
  equal('s.source', filters.source)
  equal('s.classification', filters.classification)
  equal('s.signal_category', filters.signalCategory)
  equal('s.urgency', filters.urgency)
  equal('s.account_key', filters.accountKey)
  if (postedAfter !== undefined) conditions.push(sql`s.posted_at >= ${timestampOf(postedAfter)}`)
  if (postedBefore !== undefined) conditions.push(sql`s.posted_at < ${timestampOf(postedBefore)}`)
  if (minScore !== undefined) conditions.push(sql`s.relevance_score >= ${minScore}`)
  if (scoreVersion !== undefined) conditions.push(sql`coalesce(s.score_version, 1) = ${scoreVersion}`)
  for (const { name, column } of registerFilters) {
    const wanted = filters[name]
    if (typeof wanted === 'boolean') present(`r.${column}`, wanted)
    else if (wanted === 'none') present(`r.${column}`, false)
    else equal(`r.${column}`, wanted)
  }
  return conditions
}

function signalsOf(orgId: string, rows: SignalRow[]): Signal[] {
  return rows
    .map(({ id, state, registers }) => signalFrom({ orgId, id, state }, registers ?? undefined))
    .filter((signal) => signal !== undefined)
}
