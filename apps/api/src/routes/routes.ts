import type { Route } from '../define-route.ts'
import { exportPipeline } from './export-pipeline.ts'
import { getResult } from './get-result.ts'
import { listResults } from './list-results.ts'

/** Every endpoint under /v1. */
export const routes: readonly Route[] = [listResults, getResult, exportPipeline]
