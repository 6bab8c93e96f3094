import type { EventKey, SignalRegisters, SignalState } from '@signalpost/domain'
import { registerKeys } from '@signalpost/domain'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../database.ts'
import type { Subject } from './part.ts'

type Row = {
  state: SignalState | null
  registers: SignalRegisters | null
  storedAt: Date | null
  retentionDays: number | null
  version: string
}

/** Reads what is stored about a signal; all members are empty if nothing is. */
export async function readSubject(
  transaction: DatabaseTransaction,
  asked: Pick<Subject, 'orgId' | 'signalId' | 'ledgerDays' | 'nowMs'>,
): Promise<Subject> {
  const { orgId, signalId } = asked
  const { rows } = await sql<Row>`
    select s.state, r.state as registers, s.stored_at as "storedAt",
           coalesce(s.version, 0) + coalesce(r.version, 0) as version,
           w.retention_days as "retentionDays"
    from (select) asked
    left join workspaces w on w.org_id = ${orgId}
    left join signals s on s.org_id = ${orgId} and s.signal_id = ${signalId}
    left join signal_registers r on r.org_id = ${orgId} and r.signal_id = ${signalId}`.execute(transaction)
  const [row] = rows
  const state = row?.state ?? undefined
  return {
    ...asked,
    ledgerDays: Math.min(asked.ledgerDays, row?.retentionDays ?? asked.ledgerDays),
    state,
    registers: row?.registers ?? undefined,
    storedAt: row?.storedAt ?? null,
    version: row?.version ?? '0',
    isErased: state !== undefined && state.last.document === null,
  }
}

/** The events that count in the signal now. */
export function standingKeys({ state, registers }: Subject): EventKey[] {
  const keys = registers === undefined ? [] : registerKeys(registers)
  if (state !== undefined) keys.push(state.last.key)
  if (state?.first) keys.push(state.first.key)
  return keys.slice(0, 100)
}
