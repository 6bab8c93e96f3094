export type Attributes = Readonly<Record<string, string | number | boolean | undefined>>

type SpanKind = 'internal' | 'server' | 'client' | 'producer' | 'consumer'

export type SpanStart = {
  kind?: SpanKind
  /** The `traceparent` of the span that caused this one. Without a valid one, the span begins a trace. */
  parent?: string | null | undefined
  /** The `traceparent` of related spans of other traces. */
  links?: readonly string[]
  attributes?: Attributes
  /** When it began, by `performance.now()`; now by default. */
  startedAtMs?: number
}

export type Span = {
  /** Names this span to those that it causes, in this process, in others and outside. */
  traceparent: string
  /** Whether it is exported. */
  isSampled: boolean
  set: (attributes: Attributes) => void
  /** Ends it. A failed one gets the kind of the error, never its message, which may quote what we received. */
  end: (failure?: { error: unknown }) => void
}

/** Starts spans. A process without one has no collector, and does nothing for tracing. */
export type Tracer = { startSpan: (name: string, start?: SpanStart) => Span }

/** Runs work in a span, and ends the span with it. Without a tracer, just runs it. */
export async function withinSpan<T>(
  tracer: Tracer | undefined,
  { name, ...start }: SpanStart & { name: string },
  work: (span: Span | undefined) => Promise<T>,
): Promise<T> {
  const span = tracer?.startSpan(name, start)
  try {
    const result = await work(span)
    span?.end()
    return result
  } catch (error) {
    span?.end({ error })
    throw error
  }
}
