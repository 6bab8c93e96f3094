import type { RecordName } from '@signalpost/domain'
import { sql } from 'kysely'
import type { DatabaseTransaction } from '../../database.ts'
import type { MergedRecord } from './merged-record.ts'
import { visibleChanges } from './visible-changes.ts'

type DocumentName = Exclude<RecordName, 'registers'>

/** One row for each change of what a reader can see of a document; those of registers are `signal_events`. */
export async function writeOutbox(
  transaction: DatabaseTransaction,
  merged: { [Name in DocumentName]: MergedRecord<Name>[] },
): Promise<void> {
  const rows = [
    ...rowsOf('listener', merged.listener),
    ...rowsOf('signal', merged.signal),
    ...rowsOf('deal', merged.deal),
  ]
  if (rows.length === 0) return
  const columns = sql.join(
    ['org_id', 'record', 'record_id', 'change', 'event_id', 'source_id'].map((column) => sql.ref(column)),
  )
  await sql`
    insert into outbox (${columns})
    select ${columns} from json_populate_recordset(null::outbox, ${JSON.stringify(rows)})`.execute(
    transaction,
  )
}

function rowsOf<Name extends DocumentName>(record: Name, merged: MergedRecord<Name>[]) {
  return merged
    .filter(({ isWritten }) => isWritten)
    .flatMap(({ orgId, id, before, after }) =>
      visibleChanges(record, before, after).map(({ change, cause }) => ({
        org_id: orgId,
        record,
        record_id: id,
        change,
        event_id: cause.eventId,
        source_id: cause.sourceId,
      })),
    )
}
