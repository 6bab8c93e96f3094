import type { AccessTables } from './access/access-tables.ts'
import type { ActsTables } from './acts/acts-tables.ts'
import type { AnalysesTables } from './analyses/analyses-tables.ts'
import type { CanaryTables } from './canary/canary-tables.ts'
import type { ChangesTables } from './changes/changes-tables.ts'
import type { DispatchesTables } from './dispatches/dispatches-tables.ts'
import type { LedgerTables } from './ledger/ledger-tables.ts'
import type { RecordsTables } from './records/records-tables.ts'
import type { RulesTables } from './rules/rules-tables.ts'
import type { SearchingTables } from './searching/searching-tables.ts'
import type { WarehousesTables } from './warehouses/warehouses-tables.ts'

/** Every table of the product, as Kysely sees it. Times are Dates, bytes are Buffers. */
export type Tables = AccessTables &
  ActsTables &
  AnalysesTables &
  CanaryTables &
  ChangesTables &
  DispatchesTables &
  LedgerTables &
  RecordsTables &
  RulesTables &
  SearchingTables &
  WarehousesTables
