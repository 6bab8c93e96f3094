import type { Outgoing } from '@signalpost/outgoing'
import { askModels, type Models, type SearchingServices } from '@signalpost/searching'
import type { ActServices } from '../define-act.ts'

/** What asking platforms needs. */
export type SearchingActServices = ActServices & {
  /** Opens the way to platforms, behind the guard. Its user closes it. */
  readonly openOutgoing: () => Promise<Outgoing>
  /** The models that are asked about finds, if configured. */
  readonly models?: Models | undefined
}

/** Calls `use` with what a run of a listener works with, and closes the way to platforms afterwards. */
export async function withSearching<Result>(
  { database, secretBox, nowMs, openOutgoing, models = {} }: Omit<SearchingActServices, 'cell'>,
  use: (services: SearchingServices) => Promise<Result>,
): Promise<Result> {
  const outgoing = await openOutgoing()
  try {
    return await use({ database, secretBox, nowMs, outgoing, ...askModels({ database, nowMs }, models) })
  } finally {
    await outgoing.close()
  }
}
