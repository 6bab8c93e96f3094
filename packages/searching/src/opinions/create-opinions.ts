import type { Database } from '@signalpost/database'
import type { FoundItem } from '@signalpost/domain'
import type { JudgedListener, Judgement, Opinion } from '@signalpost/judge'
import { askModel, type LanguageModel } from '@signalpost/language-model'
import { createAskSparingly, type NoAnswer } from '../ask-sparingly.ts'
import { opinionQuestion, readOpinion } from './opinion-question.ts'

/** How an attempt to get an opinion ended. Whatever but `used` leaves the rules' judgement. */
export type OpinionOutcome = 'used' | 'unusable' | NoAnswer

/** A language model, and how often each workspace may ask it on a UTC day. */
export type ModelSettings = LanguageModel & { dailyCalls: number }

export type AskOpinion = (asked: {
  orgId: string
  item: FoundItem
  listener: JudgedListener
  judgement: Extract<Judgement, { passed: true }>
  signal: AbortSignal
  /** Called if the model is asked at all. */
  onCall?: () => void
}) => Promise<Opinion | undefined>

/** Asks a language model about posts, each once. It never throws: without an opinion, the judgement of the rules stands. */
export function createOpinions({
  database,
  model: { dailyCalls, ...model },
  nowMs,
  onOutcome,
  timeoutMs,
}: {
  database: Database
  nowMs: () => number
  model: ModelSettings
  onOutcome?: ((outcome: OpinionOutcome) => void) | undefined
  /** How long an answer may take. 10 s by default. */
  timeoutMs?: number
}): AskOpinion {
  const askSparingly = createAskSparingly({ database, kind: 'opinion', dailyCalls, nowMs })
  return async (asked) => {
    const answer = await askSparingly(asked.orgId, async () => {
      asked.onCall?.()
      const question = { ...opinionQuestion(asked), signal: asked.signal, timeoutMs }
      return readOpinion(await askModel(model, question), asked) ?? ('unusable' as const)
    })
    const isOpinion = typeof answer === 'object'
    onOutcome?.(isOpinion ? 'used' : answer)
    return isOpinion ? answer : undefined
  }
}
