import { collectDefaultMetrics, Registry } from 'prom-client'

/** A registry of its own for one process, with the metrics of Node itself; each line is labelled with the process. */
export function createMetricsRegistry(name: string): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ process: name })
  collectDefaultMetrics({ register: registry })
  return registry
}
