import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import { z } from 'zod'
import { listenLocally } from '../services/listen-locally.ts'

/** A span as a collector receives it. */
export type CollectedSpan = {
  name: string
  /** `service.name` of its process. */
  service: string
  traceId: string
  spanId: string
  /** Undefined for the first span of a trace. */
  parentSpanId: string | undefined
  /** As OTLP numbers them: 1 internal, 2 server, 3 client, 4 producer, 5 consumer. */
  kind: number
  links: { traceId: string; spanId: string }[]
  attributes: Record<string, unknown>
  resource: Record<string, unknown>
  isFailed: boolean
  startMs: number
  endMs: number
}

export type Collector = {
  /** For `OTEL_EXPORTER_OTLP_ENDPOINT`. */
  url: string
  spans: CollectedSpan[]
  requests: { path: string | undefined; headers: IncomingHttpHeaders }[]
  /** Each is used up by one request: a status, or no answer at all. */
  troubles: (number | 'silent')[]
  close: () => Promise<void>
}

/** Starts a server on 127.0.0.1 that takes OTLP over HTTP as JSON, like a collector of OpenTelemetry. */
export async function startCollector(): Promise<Collector> {
  const spans: CollectedSpan[] = []
  const requests: Collector['requests'] = []
  const troubles: Collector['troubles'] = []
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece)
    requests.push({ path: request.url, headers: request.headers })
    const trouble = troubles.shift()
    if (trouble === 'silent') return
    if (trouble === undefined) spans.push(...readSpans(Buffer.concat(pieces).toString('utf8')))
    response.writeHead(trouble ?? 200, { 'content-type': 'application/json' }).end('{}')
  }
  const server = createServer((request, response) => {
    // A process that was killed may have sent half.
    handle(request, response).catch(() => request.socket.destroy())
  })
  const { port, close } = await listenLocally(server)
  return {
    url: `http://127.0.0.1:${port}`,
    spans,
    requests,
    troubles,
    close,
  }
}

const attributesSchema = z
  .array(z.object({ key: z.string(), value: z.record(z.string(), z.unknown()) }))
  .default([])
  .transform((pairs) =>
    Object.fromEntries(pairs.map(({ key, value }) => [key, Object.values(value).at(0)] as const)),
  )
const timeSchema = z.string().transform((nanoseconds) => Number(BigInt(nanoseconds) / 1_000n) / 1_000)
const tracesSchema = z.object({
  resourceSpans: z.array(
    z.object({
      resource: z.object({ attributes: attributesSchema }),
      scopeSpans: z.array(
        z.object({
          spans: z.array(
            z.object({
              name: z.string(),
              traceId: z.hex().length(32),
              spanId: z.hex().length(16),
              parentSpanId: z.string().optional(),
              kind: z.number(),
              links: z.array(z.object({ traceId: z.string(), spanId: z.string() })).default([]),
              attributes: attributesSchema,
              status: z.object({ code: z.number().optional() }).default({}),
              startTimeUnixNano: timeSchema,
              endTimeUnixNano: timeSchema,
            }),
          ),
        }),
      ),
    }),
  ),
})

const failedStatus = 2

function readSpans(text: string): CollectedSpan[] {
  return tracesSchema.parse(JSON.parse(text)).resourceSpans.flatMap(({ resource, scopeSpans }) =>
    scopeSpans
      .flatMap(({ spans }) => spans)
      .map(({ startTimeUnixNano: startMs, endTimeUnixNano: endMs, status, parentSpanId, ...span }) => ({
        ...span,
        parentSpanId: parentSpanId === '' ? undefined : parentSpanId,
        ...{ startMs, endMs },
        isFailed: status.code === failedStatus,
        resource: resource.attributes,
        service: String(resource.attributes['service.name']),
      })),
  )
}
