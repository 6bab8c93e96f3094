import { collectDefaultMetrics, Registry } from 'prom-client'

/** Creates a registry for one process with Node's own metrics. Each series has the process as label. */
export function createMetricsRegistry(name: string): Registry {
  const registry = new Registry()
  registry.setDefaultLabels({ process: name })
  collectDefaultMetrics({ register: registry })
  return registry
}
