import type { ListenerCost, ModelKind } from '@signalpost/database/searching'
import type { Platform } from '@signalpost/domain'
import type { PlatformRequest } from '@signalpost/platforms'
import type { Asked } from './ask-platform.ts'

export type RunCosts = ReturnType<typeof createRunCosts>

/** Adds up what a run asks of platforms and of models, until it is recorded at its end. */
export function createRunCosts() {
  const sums = new Map<string, ListenerCost>()
  const add = (cost: ListenerCost): void => {
    const key = JSON.stringify([cost.kind, cost.name, cost.unit])
    const { times = 0, units = 0, pages = 0 } = sums.get(key) ?? {}
    sums.set(key, {
      ...{ ...cost, times: times + cost.times },
      ...{ units: units + cost.units, pages: pages + cost.pages },
    })
  }
  add({ kind: 'run', name: '', unit: '', times: 1, units: 0, pages: 0 })
  return {
    countAsked: (name: Platform, { unit }: PlatformRequest, { spent, result }: Asked): void =>
      add({
        ...{ kind: 'platform', name, unit, times: spent === undefined ? 0 : 1, units: spent ?? 0 },
        pages: 'fault' in result ? 0 : 1,
      }),
    countModelCall: (name: ModelKind): void =>
      add({ kind: 'model', name, unit: '', times: 1, units: 0, pages: 0 }),
    list: (): ListenerCost[] => [...sums.values()].filter(({ times, pages }) => times + pages > 0),
  }
}
