import type { Outgoing } from '@signalpost/outgoing'
import { createOpinions, type ModelSettings, type SearchingServices } from '@signalpost/searching'
import type { ActServices } from '../define-act.ts'

/** What asking platforms needs. */
export type SearchingActServices = ActServices & {
  /** Opens the way to platforms, behind the guard. Its user closes it. */
  readonly openOutgoing: () => Outgoing
  /** The language model that is asked about finds, if configured. */
  readonly languageModel?: ModelSettings | undefined
}

/** Calls `use` with what a run of a listener works with, and closes the way to platforms afterwards. */
export async function withSearching<Result>(
  { database, secretBox, nowMs, openOutgoing, languageModel: model }: Omit<SearchingActServices, 'cell'>,
  use: (services: SearchingServices) => Promise<Result>,
): Promise<Result> {
  const outgoing = openOutgoing()
  try {
    const askOpinion = model && createOpinions({ database, model, nowMs })
    return await use({ database, secretBox, nowMs, outgoing, askOpinion })
  } finally {
    await outgoing.close()
  }
}
