import type { Contribution, RecordName, RecordStates } from '@signalpost/domain'
import type { RecordKey } from './record-key.ts'

/** A contribution with its workspace, which is always that of its source. */
export type OwnedContribution = Contribution & { orgId: string }

/** The outcome of a merge for one record. `isWritten` is false if it changed nothing. */
export type MergedRecord<Name extends RecordName = RecordName> = RecordKey & {
  before: RecordStates[Name] | undefined
  after: RecordStates[Name]
  isWritten: boolean
}
