import { alertLatency } from './alerting/alert-latency.ts'
import { slowChannel } from './alerting/slow-channel.ts'
import { unmatchedRules } from './alerting/unmatched-rules.ts'
import { applyBacklog } from './applying/apply-backlog.ts'
import { applyRegisters } from './applying/apply-registers.ts'
import { profile } from './applying/profile.ts'
import { steady } from './applying/steady.ts'
import { visible } from './applying/visible.ts'
import { assistantsFigure } from './assisting/assistants.ts'
import { exportDeals } from './reading/export-deals.ts'
import { pageDepth } from './reading/page-depth.ts'
import { pages } from './reading/pages.ts'
import { rareFilter } from './reading/rare-filter.ts'
import { readOne } from './reading/read-one.ts'
import { ackLatency } from './receiving/ack-latency.ts'
import { intake } from './receiving/intake.ts'
import { ledgerGrowth } from './receiving/ledger-growth.ts'
import { memory } from './receiving/memory.ts'
import { refusalLatency } from './receiving/refusal-latency.ts'
import { sustained } from './receiving/sustained.ts'
import { searchingRestart } from './searching/restart.ts'
import { consolePages } from './showing/console.ts'
import { inboxFigure } from './showing/inbox.ts'
import { consoleTabs } from './showing/tabs.ts'
import { starting } from './starting/starting.ts'
import { backfillParquet } from './syncing/backfill-parquet.ts'
import { backfillPostgres } from './syncing/backfill-postgres.ts'
import { changeCapture } from './syncing/change-capture.ts'
import { freshness } from './syncing/freshness.ts'
import { verify } from './syncing/verify.ts'
import { traces } from './tracing/traces.ts'

/** Every figure, in the order of running. */
export const figures = [
  starting,
  readOne,
  pageDepth,
  exportDeals,
  intake,
  ackLatency,
  refusalLatency,
  applyBacklog,
  applyRegisters,
  changeCapture,
  sustained,
  visible,
  steady,
  profile,
  alertLatency,
  slowChannel,
  unmatchedRules,
  backfillPostgres,
  backfillParquet,
  verify,
  freshness,
  traces,
  consolePages,
  consoleTabs,
  inboxFigure,
  memory,
  ledgerGrowth,
  searchingRestart,
  pages,
  rareFilter,
  assistantsFigure,
] as const
