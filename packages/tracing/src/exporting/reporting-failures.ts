import type { SpanExporter } from '@opentelemetry/sdk-trace'
import type { TracedProcess } from '../tracing.ts'

const reportIntervalMs = 60_000

/** Reports what a collector refuses or misses, at most once a minute. To the SDK, everything then counts as sent. */
export function reportingFailures(
  exporter: SpanExporter,
  onFailure: TracedProcess['onFailure'],
  nowMs: () => number = () => performance.now(),
): SpanExporter {
  let reportedAtMs = Number.NEGATIVE_INFINITY
  let lostSpans = 0
  return {
    export: (spans, onResult) =>
      exporter.export(spans, ({ code, error }) => {
        if (code !== sent) {
          lostSpans += spans.length
          if (nowMs() - reportedAtMs >= reportIntervalMs) {
            reportedAtMs = nowMs()
            onFailure({ spans: lostSpans, error })
            lostSpans = 0
          }
        }
        onResult({ code: sent })
      }),
    shutdown: () => exporter.shutdown(),
    ...(exporter.forceFlush && { forceFlush: () => exporter.forceFlush?.() ?? Promise.resolve() }),
  }
}

/** `ExportResultCode.SUCCESS` of `@opentelemetry/core`. */
const sent = 0
