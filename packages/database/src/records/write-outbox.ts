import type { RecordName } from '@signalpost/domain'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../database.ts'
import type { MergedRecord } from './merge-records.ts'
import { visibleChanges } from './visible-changes.ts'

/** One row for each change of what a reader can see. */
export async function writeOutbox(
  transaction: DatabaseTransaction,
  merged: { [Name in RecordName]: MergedRecord<Name>[] },
): Promise<void> {
  const rows = [
    ...rowsOf('listener', merged.listener),
    ...rowsOf('signal', merged.signal),
    ...rowsOf('registers', merged.registers),
    ...rowsOf('deal', merged.deal),
  ]
  if (rows.length === 0) return
  const columns = sql.join(
    ['org_id', 'record', 'record_id', 'change', 'detail', 'event_id', 'source_id'].map((column) =>
      sql.ref(column),
    ),
  )
  await sql`
    insert into outbox (${columns})
    select ${columns} from json_populate_recordset(null::outbox, ${JSON.stringify(rows)})`.execute(
    transaction,
  )
}

function rowsOf<Name extends RecordName>(record: Name, merged: MergedRecord<Name>[]) {
  return merged
    .filter(({ isWritten }) => isWritten)
    .flatMap(({ orgId, id, before, after }) =>
      visibleChanges(record, before, after).map(({ change, detail, cause }) => ({
        org_id: orgId,
        record,
        record_id: id,
        change,
        detail,
        event_id: cause.eventId,
        source_id: cause.sourceId,
      })),
    )
}
