export { demoEventPrefix } from '@signalpost/administration/demo'

/** An event that the demo sends. Each run sends the same ones. */
export type DemoEvent = { id: string; type: string; occurredAt: string; orgId: string; data: object }

/** When the events end, and who did what they say. */
export type DemoRun = {
  orgId: string
  endMs: number
  personIds: readonly string[]
  /** 1, and one more after each removal: removed ids stay removed. */
  round: number
}

export function idInRound(id: string, { round }: Pick<DemoRun, 'round'>): string {
  return round === 1 ? id : `${id}_${round}`
}

/** The same number for the same id in each round: ids are random enough to choose by. */
export function numberOf(id: string): number {
  return Number.parseInt(id.split('_')[1]?.slice(0, 6) ?? '', 16)
}

export function personOf(id: string, { personIds }: Pick<DemoRun, 'personIds'>): string {
  return personIds[numberOf(id) % personIds.length] ?? 'usr_demo'
}
