import type { AccountState } from '@signalpost/domain'
import type { RecordKey } from '../merge/record-key.ts'

/** An account before and after a batch. Its `id` is the account's key. */
export type ChangedAccount = RecordKey & { before: AccountState; after: AccountState }
