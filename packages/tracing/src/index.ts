export { startTracing } from './start-tracing.ts'
export { parseTraceparent } from './traceparent.ts'
export { type Attributes, type Span, type SpanStart, type Tracer, withinSpan } from './tracer.ts'
export {
  type ExportFailure,
  samplers,
  type TracedProcess,
  type Tracing,
  type TracingSettings,
} from './tracing.ts'
