import { Counter, type Registry } from 'prom-client'

export function createSearcherMetrics(registry: Registry) {
  const faults = new Counter({
    name: 'signalpost_store_faults_total',
    help: 'Work interrupted by a store, by part of the process.',
    labelNames: ['part'],
    registers: [registry],
  })
  return {
    /** A rate needs the series to be there before its first fault. */
    expectFaults: (part: string) => faults.inc({ part }, 0),
    countFault: (part: string) => faults.inc({ part }),
  }
}
