import type { AssistantCaller } from '@signalpost/authorization'
import type { Database, DatabaseTransaction } from '@signalpost/database'
import type { ShownFact } from '@signalpost/database/assistant-calls'
import type { SignalReader } from '@signalpost/database/records'
import type { Scope } from '@signalpost/domain'
import type { Cursors, WriteOnce } from '@signalpost/rest'
import type { AnalyseWebsite } from '@signalpost/website-analysis'
import type { z } from 'zod'
import type { Answerable } from './answer/answerable.ts'
import type { Share } from './answer/fit-answer.ts'

/** Everything that tools may use; each names its share. */
export type ToolServices = {
  readonly database: Database
  readonly readSignal: SignalReader
  readonly cursors: Cursors
  readonly writeOnce: WriteOnce
  readonly analyseWebsite: AnalyseWebsite
  /** The address of the console for people. */
  readonly consoleUrl: string
  /** How long the ledger keeps deliveries. */
  readonly ledgerDays: number
  readonly nowMs: () => number
}

/** A person's yes. */
export type Yes = {
  /** Under which the write happens once. */
  readonly key: string
  /** Throws RejectedError `conflict` where the write would make another change than the person saw. */
  readonly demandSeen: (transaction: DatabaseTransaction) => Promise<void>
}

export type ToolCall<Input> = {
  readonly caller: AssistantCaller
  readonly input: Input
  readonly yes?: Yes | undefined
  /** Aborts when no one waits for the answer any more. */
  readonly signal: AbortSignal
  /** Asked again for less where the answer was too long. */
  readonly share: Share
}

type DescribeServices = Pick<ToolServices, 'database'>
type DescribedCall<Input> = Pick<ToolCall<Input>, 'caller' | 'input'>

/** What hosts decide by whether they ask a person first. */
export type Hints = {
  readonly readOnly: boolean
  readonly destructive: boolean
  readonly idempotent: boolean
  readonly openWorld: boolean
}

type ToolHead<Input extends z.ZodObject> = {
  readonly name: string
  readonly title: string
  /** What it does and when it helps, then what it does not do. No orders. */
  readonly description: string
  /** One of them is needed; none for a tool that every assistant has. */
  readonly scopes: readonly Scope[]
  readonly hints: Hints
  readonly input: Input
  /** Of a tool that does more than ask the store. */
  readonly timeoutMs?: number
  /** A slim one: answers are made by us, and hosts repeat it in every conversation. */
  readonly output: z.ZodObject
}

export type Tool = ToolHead<z.ZodObject> & {
  /** Returns why this input always needs a person's yes. */
  readonly findNeed?: (input: never) => string | undefined
  /** Says in words what a write changes, for the person who is asked. Throws RejectedError `not_found`. */
  readonly describe?: (
    services: DescribeServices,
    call: DescribedCall<never>,
  ) => Promise<readonly ShownFact[]>
  readonly run: (services: ToolServices, call: ToolCall<never>) => Promise<object>
}

/** A tool whose answers the compiler has checked: text of strangers is quoted, and in its place. */
export function defineTool<Input extends z.ZodObject, Answer extends object>(
  tool: ToolHead<Input> & {
    readonly findNeed?: (input: z.output<Input>) => string | undefined
    readonly describe?: (
      services: DescribeServices,
      call: DescribedCall<z.output<Input>>,
    ) => Promise<readonly ShownFact[]>
    readonly run: (
      services: ToolServices,
      call: ToolCall<z.output<Input>>,
    ) => Promise<Answer & Answerable<Answer>>
  },
): Tool {
  return tool
}

/** Hints of a tool that only reads. */
export function reads({ openWorld }: { openWorld: boolean }): Hints {
  return { readOnly: true, destructive: false, idempotent: true, openWorld }
}
