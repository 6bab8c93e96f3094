import { Gauge, type Registry } from 'prom-client'
import { raceDeadline } from '../race-deadline.ts'

const limitMs = 500

/**
 * Shows the number of the newest migration that ran. While the database is away, the last one that was read; metrics
 * must come then most of all.
 */
export function watchSchemaVersion(registry: Registry, read: () => Promise<number>): void {
  new Gauge({
    name: 'signalpost_schema_version',
    help: 'The number of the newest migration that ran on the database.',
    aggregator: 'max',
    registers: [registry],
    async collect() {
      const reading = raceDeadline(read(), { limitMs, late: () => new Error('the database is slow') })
      const version = await reading.catch(() => undefined)
      if (version !== undefined) this.set(version)
    },
  })
}
