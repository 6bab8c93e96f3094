import type { Database } from '@signalpost/database'
import { takeModelCall } from '@signalpost/database/searching'
import { type FoundItem, minuteMs } from '@signalpost/domain'
import type { JudgedListener, Judgement, Opinion } from '@signalpost/judge'
import { askModel, type LanguageModel, ModelError } from '@signalpost/language-model'
import { opinionQuestion, readOpinion } from './opinion-question.ts'

/** How an attempt to get an opinion ended. Whatever but `used` leaves the rules' judgement. */
export type OpinionOutcome = 'used' | 'unusable' | 'failed' | 'paused' | 'budget'

/** A language model, and how often each workspace may ask it on a UTC day. */
export type ModelSettings = LanguageModel & { dailyCalls: number }

export type AskOpinion = (asked: {
  orgId: string
  item: FoundItem
  listener: JudgedListener
  judgement: Extract<Judgement, { passed: true }>
  signal: AbortSignal
}) => Promise<Opinion | undefined>

const failuresBeforePause = 5
const pauseMs = 5 * minuteMs

/**
 * Asks a language model about posts, each once. After five failures in a row nothing is asked for five minutes. It never
 * throws: without an opinion, the judgement of the rules stands.
 */
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
  let failures = 0
  let pausedUntilMs = 0
  const ask = async (asked: Parameters<AskOpinion>[0]): Promise<Opinion | OpinionOutcome> => {
    if (nowMs() < pausedUntilMs) return 'paused'
    if (!(await takeModelCall(database, { orgId: asked.orgId, most: dailyCalls }))) return 'budget'
    try {
      const question = { ...opinionQuestion(asked), signal: asked.signal, timeoutMs }
      const answer = await askModel(model, question)
      failures = 0
      return readOpinion(answer, asked) ?? 'unusable'
    } catch (error) {
      if (!(error instanceof ModelError)) throw error
      failures += 1
      if (failures >= failuresBeforePause) {
        failures = 0
        pausedUntilMs = nowMs() + pauseMs
      }
      return 'failed'
    }
  }
  return async (asked) => {
    const answer = await ask(asked)
    const isOpinion = typeof answer === 'object'
    onOutcome?.(isOpinion ? 'used' : answer)
    return isOpinion ? answer : undefined
  }
}
