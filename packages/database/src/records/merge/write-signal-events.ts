import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'
import { createId } from '../../ids.ts'
import type { MergedRecord } from './merged-record.ts'
import { timestampOf } from './timestamp-of.ts'
import { visibleChanges } from './visible-changes.ts'

/** One row for each change of a register's stored value, dated as the event that made it. */
export async function writeSignalEvents(
  transaction: DatabaseTransaction,
  registers: MergedRecord<'registers'>[],
  { nowMs }: { nowMs: number },
): Promise<void> {
  const rows = registers
    .filter(({ isWritten }) => isWritten)
    .flatMap(({ orgId, id, before, after }) =>
      visibleChanges('registers', before, after).map(({ detail, cause, by }) => ({
        org_id: orgId,
        signal_event_id: createId('sev_', nowMs),
        signal_id: id,
        register: detail?.register,
        from_value: detail?.from,
        to_value: detail?.to,
        at: timestampOf(cause.at),
        event_id: cause.eventId,
        source_id: cause.sourceId,
        made_by: by ?? null,
      })),
    )
  if (rows.length === 0) return
  const columns = sql.join(
    ['org_id', 'signal_event_id', 'signal_id', 'register', 'from_value', 'to_value', 'at']
      .concat(['event_id', 'source_id', 'made_by'])
      .map((column) => sql.ref(column)),
  )
  await sql`
    insert into signal_events (${columns})
    select ${columns} from json_populate_recordset(null::signal_events, ${JSON.stringify(rows)})`.execute(
    transaction,
  )
}
