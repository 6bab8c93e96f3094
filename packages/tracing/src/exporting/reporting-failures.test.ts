import type { ReadableSpan, SpanExporter } from '@opentelemetry/sdk-trace'
import { expect, test } from 'vitest'
import type { ExportFailure } from '../tracing.ts'
import { reportingFailures } from './reporting-failures.ts'

const refused = new Error('refused')

/** Exports a batch of `count` spans; the collector refuses it if there is an error. */
function exportOf(exporter: SpanExporter, count: number): number | undefined {
  let result: number | undefined
  // The cast: nothing looks into the spans.
  exporter.export(Array<ReadableSpan>(count), ({ code }) => {
    result = code
  })
  return result
}

test('reports at most once a minute what a collector did not take, and continues', () => {
  let nowMs = 0
  let error: Error | undefined = refused
  const failures: ExportFailure[] = []
  const exporter = reportingFailures(
    {
      export: (_spans, onResult) => onResult(error === undefined ? { code: 0 } : { code: 1, error }),
      shutdown: async () => undefined,
    },
    (failure) => failures.push(failure),
    () => nowMs,
  )
  expect([exportOf(exporter, 3), exportOf(exporter, 4), exportOf(exporter, 5)]).toEqual([0, 0, 0])
  expect(failures).toEqual([{ spans: 3, error: refused }])
  nowMs = 59_999
  exportOf(exporter, 6)
  expect(failures).toHaveLength(1)
  nowMs = 60_000
  exportOf(exporter, 7)
  expect(failures.slice(1)).toEqual([{ spans: 4 + 5 + 6 + 7, error: refused }])
  error = undefined
  nowMs = 180_000
  exportOf(exporter, 8)
  expect(failures).toHaveLength(2)
})
