import { expect, test } from 'vitest'
import { commonConfigSchema } from './common-config.ts'
import { readConfig } from './read-config.ts'
import { tracingOf } from './tracing-config.ts'

const endpoint = 'http://127.0.0.1:4318'
const read = (env: Record<string, string>) => tracingOf(readConfig(commonConfigSchema, env))

test('has no tracing without a collector, whatever else is set', () => {
  expect(read({})).toBeUndefined()
  expect(read({ OTEL_TRACES_SAMPLER_ARG: '0.5', OTEL_EXPORTER_OTLP_HEADERS: 'a=b' })).toBeUndefined()
})

test('reads every variable that it supports', () => {
  expect(read({ OTEL_EXPORTER_OTLP_ENDPOINT: `${endpoint}/` })).toEqual({
    ...{ endpoint, headers: {}, timeoutMs: 10_000, resourceAttributes: {} },
    ...{ sampler: 'parentbased_always_on', samplerRatio: 1 },
  })
  expect(
    read({
      OTEL_EXPORTER_OTLP_ENDPOINT: endpoint,
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Basic%20dTpw, x-tenant = one',
      OTEL_EXPORTER_OTLP_TIMEOUT: '500',
      OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test',
      OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    }),
  ).toEqual({
    endpoint,
    headers: { authorization: 'Basic dTpw', 'x-tenant': 'one' },
    timeoutMs: 500,
    sampler: 'parentbased_traceidratio',
    samplerRatio: 0.25,
    resourceAttributes: { 'deployment.environment.name': 'test' },
  })
})

test.for([
  ['OTEL_EXPORTER_OTLP_ENDPOINT', 'localhost:4317', 'expected an http or https URL'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization', 'expected pairs'],
  ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%zz', 'expected pairs'],
  ['OTEL_EXPORTER_OTLP_TIMEOUT', '0', 'expected a whole number from 1 to 60000'],
  ['OTEL_RESOURCE_ATTRIBUTES', 'a=b,,', 'expected pairs'],
  ['OTEL_TRACES_SAMPLER', 'always_on', 'expected one of parentbased_always_on'],
  ['OTEL_TRACES_SAMPLER_ARG', '1.5', 'expected a number from 0 to 1'],
] as const)('refuses %s with the value %s', ([name, value, expected]) => {
  expect(() => read({ [name]: value })).toThrow(expected)
})
