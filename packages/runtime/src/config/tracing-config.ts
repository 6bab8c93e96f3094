import { samplers, type TracingSettings } from '@signalpost/tracing'
import { z } from 'zod'
import { publicUrlSchema, wholeNumberSchema } from './config-schemas.ts'

/** Pairs as in W3C Baggage: values are percent-encoded. */
const pairsSchema = z.string().transform((text, context): Record<string, string> => {
  const pairs = text
    .split(',')
    .map((pair) => /^\s*([^\s=,;"]+)\s*=([^,]*)$/.exec(pair))
    .map((match) => [match?.[1], decode(match?.[2] ?? '')] as const)
  const isPair = (pair: readonly [unknown, unknown]): pair is readonly [string, string] =>
    pair.every((part) => part !== undefined)
  if (pairs.every(isPair)) return Object.fromEntries(pairs)
  context.addIssue('expected pairs separated by commas with percent-encoded values, such as team=core,tier=1')
  return z.NEVER
})

const ratioSchema = z
  .string()
  .refine((text) => /^(?:0(?:\.\d{1,12})?|1(?:\.0{1,12})?)$/.test(text), {
    error: 'expected a number from 0 to 1, such as 0.1',
  })
  .transform(Number)

/** What we support of the variables that OpenTelemetry defines. */
export const tracingVariables = {
  OTEL_EXPORTER_OTLP_ENDPOINT: publicUrlSchema.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: pairsSchema.default({}),
  OTEL_EXPORTER_OTLP_TIMEOUT: wholeNumberSchema({ min: 1, max: 60_000 }).default(10_000),
  OTEL_RESOURCE_ATTRIBUTES: pairsSchema.default({}),
  OTEL_TRACES_SAMPLER: z
    .enum(samplers, { error: `expected one of ${samplers.join(', ')}` })
    .default('parentbased_always_on'),
  OTEL_TRACES_SAMPLER_ARG: ratioSchema.default(1),
}

/** Returns where spans go; undefined without a collector. */
export function tracingOf(
  config: z.infer<z.ZodObject<typeof tracingVariables>>,
): TracingSettings | undefined {
  const endpoint = config.OTEL_EXPORTER_OTLP_ENDPOINT
  if (endpoint === undefined) return undefined
  return {
    endpoint,
    headers: config.OTEL_EXPORTER_OTLP_HEADERS,
    timeoutMs: config.OTEL_EXPORTER_OTLP_TIMEOUT,
    sampler: config.OTEL_TRACES_SAMPLER,
    samplerRatio: config.OTEL_TRACES_SAMPLER_ARG,
    resourceAttributes: config.OTEL_RESOURCE_ATTRIBUTES,
  }
}

function decode(text: string): string | undefined {
  try {
    return decodeURIComponent(text.trim())
  } catch {
    return undefined
  }
}
