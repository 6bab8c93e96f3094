import type { PendingChange } from '@signalpost/database/dispatches'
import type { Span, Tracer } from '@signalpost/tracing'

/** The spans in which changes are evaluated, each in the trace of the delivery that made its change. */
export type ChangeTraces = {
  /** Returns the changes, each with the name of its new span. */
  begin: (changes: PendingChange[]) => PendingChange[]
  /** Ends the spans; returns the result, or throws the error, with which the work ended. */
  end: <Result>(result: Result) => Result
  fail: (error: unknown) => never
}

/** Changes that no one traces get no span: their messages begin traces of their own. */
export function traceChanges(tracer: Tracer | undefined): ChangeTraces {
  const spans: Span[] = []
  return {
    begin: (changes) =>
      tracer === undefined
        ? changes
        : changes.map((change) => {
            if (change.traceparent === null) return change
            const span = startSpan(tracer, change)
            spans.push(span)
            return { ...change, traceparent: span.traceparent }
          }),
    end: (result) => {
      for (const span of spans) span.end()
      return result
    },
    fail: (error) => {
      for (const span of spans) span.end({ error })
      throw error
    },
  }
}

function startSpan(tracer: Tracer, { orgId, record, recordId, change, traceparent }: PendingChange): Span {
  return tracer.startSpan('announce', {
    parent: traceparent,
    attributes: {
      'signalpost.org_id': orgId,
      'signalpost.record': record,
      'signalpost.record_id': recordId,
      'signalpost.change': change,
    },
  })
}
