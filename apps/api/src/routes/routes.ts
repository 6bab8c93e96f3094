import type { Route } from '../face/define-routes.ts'
import { analyseWebsite } from './analyse-website.ts'
import { assignResult } from './assign-result.ts'
import { createCollection } from './create-collection.ts'
import { createDeals } from './create-deals.ts'
import { createNote } from './create-note.ts'
import { exportPipeline } from './export-pipeline.ts'
import { getListener } from './get-listener.ts'
import { getResult } from './get-result.ts'
import { listAccounts } from './list-accounts.ts'
import { listDeals } from './list-deals.ts'
import { listListeners } from './list-listeners.ts'
import { listResults } from './list-results.ts'
import { acknowledgeSignal } from './signals/acknowledge-signal.ts'
import { getTimeline } from './signals/get-timeline.ts'
import { saveSignal } from './signals/save-signal.ts'
import { updateDeal } from './update-deal.ts'

/** Every endpoint under /v1. */
export const routes: readonly Route[] = [
  listResults,
  getResult,
  getTimeline,
  listAccounts,
  listListeners,
  getListener,
  listDeals,
  exportPipeline,
  assignResult,
  updateDeal,
  createDeals,
  acknowledgeSignal,
  saveSignal,
  createCollection,
  createNote,
  analyseWebsite,
]
