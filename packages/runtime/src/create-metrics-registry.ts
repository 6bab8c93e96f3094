import { collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import manifest from '../../../package.json' with { type: 'json' }

// Measured every 10 ms, as by default, it is the most that a process does at rest.
const eventLoopMonitoringPrecision = 50

/** Gauges that are named like counters. Those without the ending show the same by type. */
const misnamed = ['handles', 'requests', 'resources'].map((what) => `nodejs_active_${what}_total`)

/** Fills a registry for one process with Node's own metrics and the version that runs. Each series has the process as label. */
export function createMetricsRegistry(name: string, registry: Registry = new Registry()): Registry {
  registry.setDefaultLabels({ process: name })
  collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision })
  for (const name of misnamed) registry.removeSingleMetric(name)
  new Gauge({
    name: 'signalpost_build_info',
    help: 'Always 1; the labels name the version of the product and of Node.',
    labelNames: ['version', 'node'],
    aggregator: 'max',
    registers: [registry],
  }).set({ version: manifest.version, node: process.version }, 1)
  return registry
}
