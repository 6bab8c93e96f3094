import { accountsTable } from './tables/accounts.ts'
import { attemptsTable } from './tables/attempts.ts'
import { collectionsTable, savesTable } from './tables/collections.ts'
import { dealEventsTable } from './tables/deal-events.ts'
import { dealsTable } from './tables/deals.ts'
import { dispatchesTable, escalationStepsTable } from './tables/dispatches.ts'
import { ledgerEventsTable } from './tables/ledger-events.ts'
import { listenersTable } from './tables/listeners.ts'
import { notesTable } from './tables/notes.ts'
import { peopleTable } from './tables/people.ts'
import { signalEventsTable } from './tables/signal-events.ts'
import { signalsTable } from './tables/signals.ts'
import type { WarehouseTable } from './warehouse-table.ts'

/** The tables of warehouses. */
export const warehouseTables: readonly WarehouseTable[] = [
  signalsTable,
  signalEventsTable,
  accountsTable,
  dealsTable,
  dealEventsTable,
  notesTable,
  listenersTable,
  dispatchesTable,
  escalationStepsTable,
  collectionsTable,
  savesTable,
  attemptsTable,
  peopleTable,
  ledgerEventsTable,
]

/** Those that a warehouse has by default, and among which it can choose. */
export const choosableTables = warehouseTables.filter(({ isOnRequest }) => !isOnRequest)
