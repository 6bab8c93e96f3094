import type { TracedProcess, Tracing, TracingSettings } from './tracing.ts'

/** OpenTelemetry is loaded here and nowhere else, so a process without a collector never has it in memory. */
export async function startTracing(settings: TracingSettings, traced: TracedProcess): Promise<Tracing> {
  const { openTracing } = await import('./exporting/open-tracing.ts')
  return openTracing(settings, traced)
}
