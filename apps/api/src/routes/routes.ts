import type { Route } from '../face/define-routes.ts'
import { getAccount } from './accounts/get-account.ts'
import { listAccounts } from './accounts/list-accounts.ts'
import { createCollection } from './collections/create-collection.ts'
import { getCollection } from './collections/get-collection.ts'
import { listCollections } from './collections/list-collections.ts'
import { analyseWebsite } from './listeners/analyse-website.ts'
import { getListener } from './listeners/get-listener.ts'
import { listListeners } from './listeners/list-listeners.ts'
import { createNote } from './notes/create-note.ts'
import { listNotes } from './notes/list-notes.ts'
import { createDeals } from './pipeline/create-deals.ts'
import { exportPipeline } from './pipeline/export-pipeline.ts'
import { getDeal } from './pipeline/get-deal.ts'
import { listDeals } from './pipeline/list-deals.ts'
import { updateDeal } from './pipeline/update-deal.ts'
import { acknowledgeSignal } from './signals/acknowledge-signal.ts'
import { assignResult } from './signals/assign-result.ts'
import { getResult } from './signals/get-result.ts'
import { getTimeline } from './signals/get-timeline.ts'
import { judgeResult } from './signals/judge-result.ts'
import { listResultAlerts } from './signals/list-result-alerts.ts'
import { listResults } from './signals/list-results.ts'
import { markResultRead } from './signals/mark-result-read.ts'
import { saveSignal } from './signals/save-signal.ts'

/** Every endpoint under /v1. */
export const routes: readonly Route[] = [
  ...[listResults, getResult, getTimeline, listResultAlerts],
  ...[assignResult, judgeResult, markResultRead, acknowledgeSignal, saveSignal],
  ...[listAccounts, getAccount],
  ...[listListeners, getListener, analyseWebsite],
  ...[listDeals, getDeal, exportPipeline, updateDeal, createDeals],
  ...[listCollections, getCollection, createCollection],
  ...[listNotes, createNote],
]
