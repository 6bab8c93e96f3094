import {
  type EscalationDefinition,
  type Signal,
  type SignalRegisters,
  type SignalState,
  type StepPlace,
  signalFrom,
} from '@signalpost/domain'
import { type RawBuilder, sql } from 'kysely'
import type { Database, DatabaseTransaction } from '../../database.ts'

/** How far an escalation is with a signal. */
export type EscalationRun = {
  escalationId: string
  signalId: string
  storedAt: Date
  /** The next step. */
  place: StepPlace
  dueAt: Date | null
  escalation: { name: string; definition: EscalationDefinition; isEnded: boolean }
  /** As it is now; undefined if it is deleted. */
  signal: Signal | undefined
}

export type NewRun = { escalationId: string; signalId: string; storedAtMs: number; dueMs: number }

/** What comes next for a run: a step, or nothing more. */
export type RunMove = { escalationId: string; signalId: string } & (
  | { place: StepPlace; dueMs: number | undefined }
  | { outcome: 'taken' | 'ended' | 'deleted'; secondsToTaken?: number | undefined }
)

/**
 * Keeps beginnings and ends of a workspace's escalations apart until the transaction ends. An ender waits for the
 * beginners; otherwise a signal that is taken meanwhile would escalate on.
 */
export async function lockEscalating(
  transaction: DatabaseTransaction,
  { orgId, as }: { orgId: string; as: 'beginner' | 'ender' },
): Promise<void> {
  const lock = sql.raw(as === 'ender' ? 'pg_advisory_xact_lock' : 'pg_advisory_xact_lock_shared')
  await sql`select ${lock}(hashtextextended(${`escalations of ${orgId}`}, 0))`.execute(transaction)
}

/** Begins runs. One that began before stays as it is. */
export async function startRuns(
  transaction: DatabaseTransaction,
  orgId: string,
  runs: readonly NewRun[],
): Promise<void> {
  if (runs.length === 0) return
  const rows = runs.map(({ escalationId, signalId, storedAtMs, dueMs }) => ({
    escalation_id: escalationId,
    signal_id: signalId,
    stored_at: new Date(storedAtMs),
    due_at: new Date(dueMs),
  }))
  await sql`
    insert into escalation_runs (org_id, escalation_id, signal_id, stored_at, round, step, due_at)
    select ${orgId}, escalation_id, signal_id, stored_at, 1, 1, due_at
    from json_to_recordset(${JSON.stringify(rows)}) as begun (
      escalation_id text, signal_id text, stored_at timestamptz, due_at timestamptz)
    order by signal_id, escalation_id
    on conflict do nothing`.execute(transaction)
}

/** Returns the workspaces with a run that is due. */
export async function findDueWorkspaces(database: Database, nowMs: number): Promise<string[]> {
  const { rows } = await dueWorkspaces(nowMs).execute(database)
  return rows.map(({ orgId }) => orgId)
}

/** Selects the workspaces with a run that is due. Steps from one workspace to the next, past all runs that wait. */
export function dueWorkspaces(nowMs: number): RawBuilder<{ orgId: string }> {
  return sql<{ orgId: string }>`
    with recursive due as (
      (select org_id from escalation_runs where due_at is not null order by org_id limit 1)
      union all
      select (
        select r.org_id from escalation_runs r
        where due_at is not null and r.org_id > due.org_id order by r.org_id limit 1
      )
      from due where org_id is not null
    )
    select org_id as "orgId" from due
    where exists (
      select from escalation_runs r where r.org_id = due.org_id and due_at <= ${new Date(nowMs)}
    )`
}

/** Locks due runs that no other worker holds, those that are due longest first. */
export async function lockDueRuns(
  transaction: DatabaseTransaction,
  { orgId, nowMs, limit }: { orgId: string; nowMs: number; limit: number },
): Promise<EscalationRun[]> {
  const due = sql`
    select escalation_id, signal_id from escalation_runs
    where org_id = ${orgId} and due_at <= ${new Date(nowMs)}
    order by due_at limit ${limit} for update skip locked`
  return readLocked(transaction, orgId, due)
}

/** Returns when signals in an escalation were first stored, in milliseconds. */
export async function readStoringsMs(
  database: Database,
  { orgId, escalationId, signalIds }: { orgId: string; escalationId: string; signalIds: readonly string[] },
): Promise<number[]> {
  const { rows } = await sql<{ storedAt: Date }>`
    select stored_at as "storedAt" from escalation_runs
    where org_id = ${orgId} and escalation_id = ${escalationId} and signal_id = any(${[...signalIds]})`.execute(
    database,
  )
  return rows.map(({ storedAt }) => storedAt.getTime())
}

/** Locks the runs of signals that have not ended. */
export async function lockStandingRuns(
  transaction: DatabaseTransaction,
  { orgId, signalIds }: { orgId: string; signalIds: readonly string[] },
): Promise<EscalationRun[]> {
  if (signalIds.length === 0) return []
  const standing = sql`
    select escalation_id, signal_id from escalation_runs
    where org_id = ${orgId} and signal_id = any(${[...signalIds]}) and ended_at is null
    order by signal_id, escalation_id for update`
  return readLocked(transaction, orgId, standing)
}

/** Two statements, so that the second sees what was committed while the first waited for locks. */
async function readLocked(
  transaction: DatabaseTransaction,
  orgId: string,
  lock: RawBuilder<unknown>,
): Promise<EscalationRun[]> {
  const { rows: locked } = await sql<{ escalation_id: string; signal_id: string }>`${lock}`.execute(
    transaction,
  )
  if (locked.length === 0) return []
  const { rows } = await sql<Row>`
    select run.escalation_id as "escalationId", run.signal_id as "signalId", run.stored_at as "storedAt", round, step,
           due_at as "dueAt", e.name, definition, e.ended_at is not null as "isEnded", s.state, r.state as registers
    from unnest(${locked.map((one) => one.escalation_id)}::text[], ${locked.map((one) => one.signal_id)}::text[])
      as locked (escalation_id, signal_id)
    join escalation_runs run using (escalation_id, signal_id)
    join escalations e using (escalation_id)
    left join signals s on s.org_id = run.org_id and s.signal_id = run.signal_id
    left join signal_registers r on r.org_id = run.org_id and r.signal_id = run.signal_id
    where run.org_id = ${orgId} and run.ended_at is null
    order by run.due_at, run.signal_id`.execute(transaction)
  return rows.map(({ round, step, name, definition, isEnded, state, registers, ...run }) => ({
    ...run,
    place: { round, step },
    escalation: { name, definition, isEnded },
    signal:
      state === null ? undefined : signalFrom({ orgId, id: run.signalId, state }, registers ?? undefined),
  }))
}

type Row = Pick<EscalationRun, 'escalationId' | 'signalId' | 'storedAt' | 'dueAt'> &
  StepPlace &
  EscalationRun['escalation'] & { state: SignalState | null; registers: SignalRegisters | null }

/** Writes what comes next for runs that the transaction has locked. */
export async function moveRuns(
  transaction: DatabaseTransaction,
  orgId: string,
  { moves, nowMs }: { moves: readonly RunMove[]; nowMs: number },
): Promise<void> {
  if (moves.length === 0) return
  const rows = moves.map((move) => ({
    escalation_id: move.escalationId,
    signal_id: move.signalId,
    ...('outcome' in move
      ? { outcome: move.outcome, ended_at: new Date(nowMs), seconds_to_taken: move.secondsToTaken }
      : { ...move.place, due_at: move.dueMs === undefined ? null : new Date(move.dueMs) }),
  }))
  await sql`
    update escalation_runs run
    set round = coalesce(moved.round, run.round), step = coalesce(moved.step, run.step), due_at = moved.due_at,
        outcome = moved.outcome, ended_at = moved.ended_at, seconds_to_taken = moved.seconds_to_taken
    from json_to_recordset(${JSON.stringify(rows)}) as moved (
      escalation_id text, signal_id text, round smallint, step smallint, due_at timestamptz, outcome text,
      ended_at timestamptz, seconds_to_taken float8)
    where run.org_id = ${orgId} and run.escalation_id = moved.escalation_id and run.signal_id = moved.signal_id`.execute(
    transaction,
  )
}
