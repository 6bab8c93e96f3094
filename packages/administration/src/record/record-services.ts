import type { ActServices } from '../define-act.ts'

/** What acts on records work with. */
export type RecordServices = Pick<ActServices, 'database' | 'nowMs'>
