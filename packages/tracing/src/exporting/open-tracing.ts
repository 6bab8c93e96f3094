import { randomUUID } from 'node:crypto'
import { setTimeout as delay } from 'node:timers/promises'
import {
  type Context,
  type SpanContext as OpenTelemetryContext,
  type Span as OpenTelemetrySpan,
  type Tracer as OpenTelemetryTracer,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  TraceFlags,
  trace,
} from '@opentelemetry/api'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { defaultResource, resourceFromAttributes } from '@opentelemetry/resources'
import {
  AlwaysOffSampler,
  AlwaysOnSampler,
  BatchSpanProcessor,
  ParentBasedSampler,
  type Sampler,
  TraceIdRatioBasedSampler,
  TracerProvider,
} from '@opentelemetry/sdk-trace'
import { formatTraceparent, parseTraceparent } from '../traceparent.ts'
import type { Span, SpanStart } from '../tracer.ts'
import type { TracedProcess, Tracing, TracingSettings } from '../tracing.ts'
import { reportingFailures } from './reporting-failures.ts'

/** As many as the deliveries that one transaction applies. */
const maxLinks = 1_000
/** Spans that wait for the collector; more are dropped. */
const maxWaiting = 8_192
const maxSentAtOnce = 512
const sendIntervalMs = 1_000
const stopLimitMs = 5_000

/** Builds a tracer that belongs to one process and is not registered globally. */
export function openTracing(settings: TracingSettings, traced: TracedProcess): Tracing {
  const exporter = new OTLPTraceExporter({
    url: `${settings.endpoint}/v1/traces`,
    headers: { ...settings.headers },
    timeoutMillis: settings.timeoutMs,
  })
  const provider = new TracerProvider({
    resource: resourceOf(settings, traced),
    sampler: new ParentBasedSampler({ root: samplerOf(settings) }),
    spanLimits: { linkCountLimit: maxLinks },
    spanProcessors: [
      new BatchSpanProcessor({
        exporter: reportingFailures(exporter, traced.onFailure),
        maxQueueSize: maxWaiting,
        maxExportBatchSize: maxSentAtOnce,
        scheduledDelayMillis: sendIntervalMs,
        exportTimeoutMillis: settings.timeoutMs + sendIntervalMs,
      }),
    ],
  })
  const tracer = provider.getTracer('signalpost', traced.version)
  return {
    tracer: { startSpan: (name, start) => startSpan(tracer, name, start) },
    stop: async () => {
      const limit = new AbortController()
      const sent = provider.shutdown().catch(() => undefined)
      await Promise.race([sent, delay(stopLimitMs, undefined, { signal: limit.signal })])
      limit.abort()
    },
  }
}

function resourceOf(
  { resourceAttributes }: TracingSettings,
  { name, version }: TracedProcess,
): ReturnType<typeof defaultResource> {
  return defaultResource().merge(
    resourceFromAttributes({
      'service.instance.id': randomUUID(),
      'service.version': version,
      ...resourceAttributes,
      'service.name': `signalpost-${name}`,
    }),
  )
}

function samplerOf({ sampler, samplerRatio }: TracingSettings): Sampler {
  if (sampler === 'parentbased_always_off') return new AlwaysOffSampler()
  return sampler === 'parentbased_traceidratio'
    ? new TraceIdRatioBasedSampler(samplerRatio)
    : new AlwaysOnSampler()
}

const kinds = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const

function startSpan(
  tracer: OpenTelemetryTracer,
  name: string,
  { kind = 'internal', parent, links = [], attributes = {}, startedAtMs }: SpanStart = {},
): Span {
  const started = tracer.startSpan(
    name,
    {
      kind: kinds[kind],
      attributes: { ...attributes },
      links: links.flatMap((link) => contextOf(link) ?? []).map((context) => ({ context })),
      ...(startedAtMs !== undefined && { startTime: Date.now() - (performance.now() - startedAtMs) }),
    },
    under(parent),
  )
  const { traceId, spanId, traceFlags } = started.spanContext()
  const isSampled = (traceFlags & TraceFlags.SAMPLED) !== 0
  return {
    traceparent: formatTraceparent({ traceId, spanId, isSampled }),
    isSampled,
    set: (more) => void started.setAttributes({ ...more }),
    end: (failure) => {
      if (failure !== undefined) fail(started, failure.error)
      started.end()
    },
  }
}

function under(parent: string | null | undefined): Context {
  const context = contextOf(parent)
  return context === undefined ? ROOT_CONTEXT : trace.setSpanContext(ROOT_CONTEXT, context)
}

function contextOf(traceparent: string | null | undefined): OpenTelemetryContext | undefined {
  const parsed = parseTraceparent(traceparent)
  if (parsed === undefined) return undefined
  const { traceId, spanId, isSampled } = parsed
  return { traceId, spanId, traceFlags: isSampled ? TraceFlags.SAMPLED : TraceFlags.NONE, isRemote: true }
}

function fail(span: OpenTelemetrySpan, error: unknown): void {
  span.setStatus({ code: SpanStatusCode.ERROR })
  span.setAttribute('error.type', kindOfError(error))
}

function kindOfError(error: unknown): string {
  if (typeof error === 'string') return error
  if (!(error instanceof Error)) return '_OTHER'
  return 'code' in error && typeof error.code === 'string' ? error.code : error.constructor.name
}
