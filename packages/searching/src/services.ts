import type { Database, SecretBox } from '@signalpost/database'
import type { JudgeInput, Judgement, ListenerWeights } from '@signalpost/judge'
import type { Outgoing } from '@signalpost/outgoing'

/** What a run of a listener works with. */
export type SearchingServices = {
  database: Database
  /** Opens the secrets of connections. */
  secretBox: SecretBox
  /** Asks platforms, behind the guard. */
  outgoing: Outgoing
  /** Scores and labels an item, or says why it is nothing for the listener. */
  judge: (input: JudgeInput) => Judgement
  /** What a listener weighs before it learned anything. */
  priorWeights: ListenerWeights
  nowMs: () => number
}
