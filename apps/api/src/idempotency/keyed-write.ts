import type { DatabaseTransaction } from '@signalpost/database'
import type { KeyedRequest } from './when-free.ts'

/** Makes the effect and returns the JSON document that describes it. */
export type Write = (transaction: DatabaseTransaction) => Promise<string>

/** A write under an Idempotency-Key; with `prepare` first, where a part of the work must be in no transaction. */
export type KeyedWrite = Omit<KeyedRequest, 'waitEndsAtMs'> &
  ({ write: Write } | { prepare: () => Promise<Write> })
