import type { DatabaseTransaction } from '../../database.ts'
import { rollUpAccounts } from '../accounts/roll-up-accounts.ts'
import { writeDealEvents } from '../deals/write-deal-events.ts'
import { countListenerSignals } from './count-listener-signals.ts'
import { mergeHeldRecords, mergeRecords } from './merge-records.ts'
import type { OwnedContribution } from './merged-record.ts'
import { recordTables } from './record-tables.ts'
import { type TraceparentOf, writePendingChanges } from './write-pending-changes.ts'
import { writeSignalEvents } from './write-signal-events.ts'

/**
 * Merges contributions into the stored records, rolls up what follows from signals, and records each visible change: in
 * the history of a register, and as a pending change for the rules. The domain merges: once within the batch, and once
 * with the stored states.
 *
 * Call it once in a transaction. It locks rows in one global order, which a second call would break.
 */
export async function mergeContributions(
  transaction: DatabaseTransaction,
  contributions: OwnedContribution[],
  { nowMs, traceparentOf }: { nowMs: number; traceparentOf?: TraceparentOf | undefined },
): Promise<void> {
  const batch = { contributions, nowMs }
  const listeners = await mergeRecords(transaction, recordTables.listeners, batch)
  // Every writer of registers holds their signal: the roll-up reads both, and the registers then need no lock.
  const held = contributions.filter(({ record }) => record === recordTables.registers.record)
  const signals = await mergeRecords(transaction, recordTables.signals, { ...batch, held })
  const registers = await mergeHeldRecords(transaction, recordTables.registers, batch)
  await rollUpAccounts(transaction, { signals, registers })
  const deals = await mergeRecords(transaction, recordTables.deals, batch)
  await countListenerSignals(transaction, signals)
  const merged = { listener: listeners, signal: signals, registers, deal: deals }
  await writeSignalEvents(transaction, registers, { nowMs })
  await writeDealEvents(transaction, deals, { nowMs })
  await writePendingChanges(transaction, merged, { nowMs, traceparentOf })
}
