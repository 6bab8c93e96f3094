import { Validator } from '@seriousme/openapi-schema-validator'
import { eventKinds, signalSchema } from '@signalpost/domain'
import { describe, expect, it } from 'vitest'
import { exampleSignal } from '../routes/example-signal.ts'
import { routes } from '../routes/routes.ts'
import { describeApi } from './describe-api.ts'
import { renderDocs } from './render-docs.ts'

const document = describeApi({ routes, publicUrl: 'https://signals.example.com' })

describe('describeApi', () => {
  it('is valid OpenAPI 3.1', async () => {
    const validator = new Validator()
    expect(await validator.validate(JSON.parse(JSON.stringify(document)))).toMatchObject({ valid: true })
    expect(validator.version).toBe('3.1')
    expect(document).toMatchObject({ openapi: '3.1.0', info: { version: '1.0.0' } })
  })

  it('refers to nothing that it does not have', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path)
    expect(references.length).toBeGreaterThan(20)
    for (const reference of references) {
      const found = reference
        ?.split('/')
        .reduce<unknown>(
          (value, step) =>
            typeof value === 'object' && value !== null
              ? Object.entries(value).find(([name]) => name === step)?.[1]
              : undefined,
          document,
        )
      expect(found, reference).toBeDefined()
    }
  })

  it('describes every route with its scope, the errors of all and its own', () => {
    for (const route of routes) {
      const operation = document.paths?.[route.path]?.[route.method]
      expect(operation).toMatchObject({
        operationId: route.operationId,
        security: [{ apiKey: [route.scope] }],
        responses: { [route.success.status]: {}, 400: {}, 401: {}, 403: {}, 429: {}, 500: {}, 503: {} },
      })
    }
    expect(document.paths?.['/v1/results/{id}']?.get?.responses).toHaveProperty('404')
    expect(document.paths?.['/v1/results']?.get?.responses).not.toHaveProperty('404')
  })

  it('describes parameters as they are written in a query', () => {
    const parameters = document.paths?.['/v1/results']?.get?.parameters ?? []
    expect(parameters).toContainEqual(
      expect.objectContaining({
        name: 'limit',
        schema: expect.objectContaining({ type: 'integer', minimum: 1, maximum: 100, default: 25 }),
      }),
    )
    expect(parameters).toContainEqual(
      expect.objectContaining({ name: 'read', in: 'query', schema: { type: 'boolean' } }),
    )
    expect(parameters.every((parameter) => !('required' in parameter) || parameter.required !== true)).toBe(
      true,
    )
  })

  it('describes one webhook for each kind of event', () => {
    expect(Object.keys(document.webhooks ?? {})).toEqual(eventKinds.map((kind) => kind.type))
    expect(document.webhooks?.['signal.created']?.post?.requestBody).toMatchObject({
      content: {
        'application/json': {
          schema: {
            required: ['id', 'type', 'occurredAt', 'orgId', 'data'],
            properties: {
              type: { const: 'signal.created' },
              data: { properties: { signal: { $ref: '#/components/schemas/Signal' } } },
            },
          },
        },
      },
    })
  })

  it('shows an example signal that is one', () => {
    expect(signalSchema.parse(exampleSignal)).toEqual(exampleSignal)
  })

  it('says how the outside reaches it', () => {
    expect(document.servers).toEqual([{ url: 'https://signals.example.com' }])
    expect(describeApi({ routes }).servers).toEqual([{ url: '/' }])
  })
})

describe('renderDocs', () => {
  const html = renderDocs(document)

  it('shows every operation, event and schema', () => {
    for (const route of routes) expect(html).toContain(`<code>GET ${route.path}</code>`)
    for (const { type } of eventKinds) expect(html).toContain(`<code>${type}</code>`)
    for (const name of Object.keys(document.components?.schemas ?? {})) expect(html).toContain(`id="${name}"`)
  })

  it('loads nothing and runs nothing', () => {
    expect(html).not.toMatch(/<(script|link|img|iframe)|src=|javascript:|style=| on\w+=/i)
    expect(html).not.toMatch(/href="https?:/)
  })

  it('takes what the description says for text', () => {
    const hostile = { ...document, info: { title: '<script>alert("1")</script>', version: '&' }, paths: {} }
    const page = renderDocs(hostile)
    expect(page).toContain('&lt;script&gt;alert(&quot;1&quot;)&lt;/script&gt; &amp;')
    expect(page).not.toContain('<script')
  })
})
