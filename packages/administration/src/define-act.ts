import type { Caller, Demand } from '@signalpost/authorization'
import type { Database, DatabaseTransaction, SecretBox } from '@signalpost/database'
import type { AuditActor, AuditedState } from '@signalpost/database/acts'
import type { z } from 'zod'

/** What acts work with. Each is opened at its first use by the apps that do not need all of them. */
export type ActServices = {
  readonly database: Database
  readonly secretBox: SecretBox
  readonly nowMs: () => number
}

/** What an act changed, for the audit log: no secret, no body, no text of a signal. */
export type Change = {
  /** Null for what concerns the whole installation. */
  orgId: string | null
  target: { type: string; id: string }
  /** Null where the act created the target. */
  before: AuditedState | null
  /** Null where the act removed the target. */
  after: AuditedState | null
  /** Who it turned out to be, where the caller was a visitor who logged in. */
  actor?: AuditActor
}

/** Each change leaves an audit row. It is absent where the act changed nothing: then nothing is logged. */
export type Done<Result> = { result: Result; change?: Change | readonly Change[] | undefined }

/** An act that a caller may do, with an input that is valid. */
export type ActCall<Input, Services = ActServices> = { services: Services; caller: Caller; input: Input }

export type ActWork<Input, Services = ActServices> = ActCall<Input, Services> & {
  transaction: DatabaseTransaction
}

/** Runs a part of an act in a transaction, and commits what it writes together with its audit row. */
export type Commit = <Result>(
  run: (transaction: DatabaseTransaction) => Promise<Done<Result>>,
) => Promise<Result>

type ActHead<Schema extends z.ZodType> = {
  /** `noun.verb`. Stable: the audit log keeps it. */
  name: string
  /** The least that the caller needs. */
  demands: Demand
  /** For acts that show a secret, erase, or change people. */
  needsRecentLogin?: true
  input: Schema
}

/** Something that people, the command line, API keys and assistants do on purpose. */
export type Act<Schema extends z.ZodType, Result, Services = ActServices> = ActHead<Schema> &
  (
    | {
        /** Does the act and says what changed. What it writes and its audit row are committed together. */
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

/** An act as the list of all acts holds it. */
export type AnyAct = ActHead<z.ZodType>

export function defineAct<
  Schema extends z.ZodType,
  Result,
  Services extends Pick<ActServices, 'database' | 'nowMs'> = ActServices,
>(act: Act<Schema, Result, Services>): Act<Schema, Result, Services> {
  return act
}
