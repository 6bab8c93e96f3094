import type { DatabaseTransaction } from '../../database.ts'
import { rollUpAccounts } from '../accounts/roll-up-accounts.ts'
import { countListenerSignals } from './count-listener-signals.ts'
import { mergeRecords } from './merge-records.ts'
import type { OwnedContribution } from './merged-record.ts'
import { recordTables } from './record-tables.ts'
import { writeOutbox } from './write-outbox.ts'
import { writePendingChanges } from './write-pending-changes.ts'
import { writeSignalEvents } from './write-signal-events.ts'

/**
 * Merges what events said into the stored records, rolls up what follows from signals, and writes down each visible
 * change, and its pending changes. The merge itself is the domain's, made once for the batch and once with
 * what is stored.
 *
 * Once in a transaction: rows are locked in one global order, which a second call would begin anew.
 */
export async function mergeContributions(
  transaction: DatabaseTransaction,
  contributions: OwnedContribution[],
  { nowMs }: { nowMs: number },
): Promise<void> {
  const said = { contributions, nowMs }
  const listeners = await mergeRecords(transaction, recordTables.listeners, said)
  // Whoever changes a signal's registers holds the signal too: what is rolled up from both must see both.
  const held = contributions.filter(({ record }) => record === recordTables.registers.record)
  const signals = await mergeRecords(transaction, recordTables.signals, { ...said, held })
  const registers = await mergeRecords(transaction, recordTables.registers, said)
  await rollUpAccounts(transaction, { signals, registers })
  const deals = await mergeRecords(transaction, recordTables.deals, said)
  await countListenerSignals(transaction, signals)
  const merged = { listener: listeners, signal: signals, registers, deal: deals }
  await writeOutbox(transaction, merged)
  await writeSignalEvents(transaction, registers, { nowMs })
  await writePendingChanges(transaction, merged, { nowMs })
}
