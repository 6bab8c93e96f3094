import type { Database, SecretBox } from '@signalpost/database'
import type { Outgoing } from '@signalpost/outgoing'
import type { Judging } from './judging/create-judging.ts'
import type { AskOpinion } from './opinions/create-opinions.ts'
import type { AskRerank } from './reranking/create-reranking.ts'

/** What a run of a listener works with. */
export type SearchingServices = {
  database: Database
  /** Opens the secrets of connections. */
  secretBox: SecretBox
  /** Asks platforms, behind the guard. */
  outgoing: Outgoing
  nowMs: () => number
  /** Judges posts in threads. Those of the process by default. */
  judging?: Judging | undefined
  /** Asks a language model about finds; undefined without one. */
  askOpinion?: AskOpinion | undefined
  /** Scores posts without a keyword; undefined without a rerank model. */
  askRerank?: AskRerank | undefined
}
