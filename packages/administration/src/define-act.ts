import type { AuditedState, Database, DatabaseTransaction, SecretBox } from '@signalpost/database'
import type { z } from 'zod'
import type { Caller, Demand } from './caller.ts'

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
}

/** `change` is absent where the act changed nothing: then nothing is logged. */
export type Done<Result> = { result: Result; change?: Change | undefined }

export type ActWork<Input> = {
  transaction: DatabaseTransaction
  services: ActServices
  caller: Caller
  input: Input
}

/** Something that people, the command line, API keys and assistants do on purpose. */
export type Act<Schema extends z.ZodType, Result> = {
  /** `noun.verb`. Stable: the audit log keeps it. */
  name: string
  /** The least that the caller needs. */
  demands: Demand
  input: Schema
  /** Does the act and says what changed. What it writes and its audit row are committed together. */
  run: (work: ActWork<z.output<Schema>>) => Promise<Done<Result>>
  /** What follows the commit, where it must not share the locks of the act. Something else makes up for a loss. */
  afterCommit?: (services: ActServices) => Promise<void>
}

/** An act as the list of all acts holds it. */
export type AnyAct = Pick<Act<z.ZodType, unknown>, 'name' | 'demands' | 'input'>

export function defineAct<Schema extends z.ZodType, Result>(act: Act<Schema, Result>): Act<Schema, Result> {
  return act
}
