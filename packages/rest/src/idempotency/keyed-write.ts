import type { DatabaseTransaction } from '@signalpost/database'
import type { KeyedRequest } from './when-free.ts'

/** Makes the effect and returns the JSON document that describes it. */
export type Write = (transaction: DatabaseTransaction) => Promise<string>

/** A write with an Idempotency-Key; `prepare` comes first, for work that must not run in a transaction. */
export type KeyedWrite = Omit<KeyedRequest, 'waitEndsAtMs'> &
  ({ write: Write } | { prepare: () => Promise<Write> })
