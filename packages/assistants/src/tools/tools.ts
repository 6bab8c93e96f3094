import type { Tool } from '../define-tool.ts'
import { countSignals } from './count-signals.ts'
import { exportPipeline } from './export-pipeline.ts'
import { findAccounts } from './find-accounts.ts'
import { findDeals } from './find-deals.ts'
import { findListeners } from './find-listeners.ts'
import { findPeopleAndLists } from './find-people-and-lists.ts'
import { findSignals } from './find-signals.ts'
import { getAccount } from './get-account.ts'
import { getListener } from './get-listener.ts'
import { getSignal } from './get-signal.ts'
import { fetch } from './research/fetch.ts'
import { search } from './research/search.ts'
import { whatNeedsAttention } from './what-needs-attention.ts'
import { whoami } from './whoami.ts'
import { analyseWebsite } from './writes/analyse-website.ts'
import { assignSignal } from './writes/assign-signal.ts'
import { createDeals } from './writes/create-deals.ts'
import { saveSignal } from './writes/save-signal.ts'
import { updateDeal } from './writes/update-deal.ts'
import { writeNote } from './writes/write-note.ts'

/** What clients are offered that do research alone. */
export const researchTools: readonly Tool[] = [search, fetch]

/** Every tool, in the order in which assistants see them. */
export const tools: readonly Tool[] = [
  whoami,
  whatNeedsAttention,
  findSignals,
  getSignal,
  countSignals,
  findAccounts,
  getAccount,
  findListeners,
  getListener,
  findDeals,
  findPeopleAndLists,
  assignSignal,
  saveSignal,
  writeNote,
  createDeals,
  updateDeal,
  analyseWebsite,
  exportPipeline,
]
