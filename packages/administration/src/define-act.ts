import type { Caller, Demand } from '@signalpost/authorization'
import type { Database, DatabaseTransaction, SecretBox } from '@signalpost/database'
import type { AuditActor, AuditedState } from '@signalpost/database/acts'
import type { WorkspaceLimits } from '@signalpost/runtime'
import type { z } from 'zod'

/** What acts work with. Apps that do not need all services open each at its first use. */
export type ActServices = {
  readonly database: Database
  readonly secretBox: SecretBox
  /** The cell of this installation, which new ids name. */
  readonly cell: string
  readonly nowMs: () => number
}

/** For acts that create what a workspace may have only so many of. */
export type LimitedActServices = ActServices & {
  readonly workspaceLimits: Omit<WorkspaceLimits, 'requestsPerMinute'>
}

/** What an act changed, for the audit log: no secret, no body, no text of a signal. */
export type Change = {
  /** Null for a change of the whole installation. */
  orgId: string | null
  target: { type: string; id: string }
  /** Null where the act created the target. */
  before: AuditedState | null
  /** Null where the act removed the target. */
  after: AuditedState | null
  /** The person, if the caller was a visitor who logged in. */
  actor?: AuditActor
}

/** Each change leaves an audit row. Absent if the act changed nothing; then nothing is logged. */
export type Done<Result> = { result: Result; change?: Change | readonly Change[] | undefined }

/** An act that the caller may do, with a valid input. */
export type ActCall<Input, Services = ActServices> = { services: Services; caller: Caller; input: Input }

/** What `run` gets: the call, and the transaction that also commits the audit row. */
export type ActWork<Input, Services = ActServices> = ActCall<Input, Services> & {
  transaction: DatabaseTransaction
}

/** Runs a part of an act in a transaction, and commits what it writes together with its audit row. */
export type Commit = <Result>(
  run: (transaction: DatabaseTransaction) => Promise<Done<Result>>,
) => Promise<Result>

export type ActHead<Schema extends z.ZodType> = {
  /** `noun.verb`. Stable: the audit log keeps it. */
  name: string
  /** The minimum that the caller needs. */
  demands: Demand
  /** For acts that show a secret, erase, or change people. */
  needsRecentLogin?: true
  input: Schema
}

/** A deliberate action of people, the command line, API keys and assistants. */
export type Act<Schema extends z.ZodType, Result, Services = ActServices> = ActHead<Schema> &
  (
    | {
        /** Performs the act and returns what changed. Its writes and its audit row are committed together. */
        run: (work: ActWork<z.output<Schema>, Services>) => Promise<Done<Result>>
      }
    | {
        /**
         * For acts that do more than fits into one transaction: a call to another system, or work in chunks. Calls
         * `commit` once, with what has to be logged.
         */
        around: (call: ActCall<z.output<Schema>, Services>, commit: Commit) => Promise<Result>
      }
  )

/** An act in the list of all acts. */
export type AnyAct = ActHead<z.ZodType>

/** Defines an act by `run`, or by `around` if it does more than fits into one transaction. */
export function defineAct<
  Schema extends z.ZodType,
  Result,
  Services extends Pick<ActServices, 'database' | 'nowMs'> = ActServices,
>(act: Act<Schema, Result, Services>): Act<Schema, Result, Services> {
  return act
}
