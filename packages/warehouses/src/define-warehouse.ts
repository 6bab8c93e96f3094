import type { CompleteOptions } from '@signalpost/domain'
import type { WarehouseKind } from './target.ts'

/** A kind with an option for every member of its settings and secrets. */
type CompleteKind<Settings, Secrets> = WarehouseKind<Settings, Secrets> & {
  options: CompleteOptions<Settings, Secrets>
}

/** Hides the types of a kind's settings and secrets: it parses stored values with its own schemas. */
export function defineWarehouse<Settings, Secrets>(kind: CompleteKind<Settings, Secrets>): WarehouseKind {
  const read = <Place extends { settings: unknown; secrets: unknown }>(place: Place) => ({
    ...place,
    settings: kind.settings.parse(place.settings),
    secrets: kind.secrets.parse(place.secrets),
  })
  const { recipes, ...rest } = kind
  return {
    ...rest,
    ...(recipes && {
      recipes: { ...recipes, preambleOf: (given) => recipes.preambleOf(kind.settings.parse(given)) },
    }),
    locationOf: (place) => kind.locationOf(read(place)),
    open: (options) => kind.open(read(options)),
  }
}
