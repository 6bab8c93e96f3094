import { expect, test } from 'vitest'
import { createLogger } from './create-logger.ts'

const secret = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
  let text = ''
  write(createLogger({ name: 'test', destination: { write: (line) => (text += line) } }))
  return text
}

test('createLogger writes one line of JSON with the name, the level as a word and ISO time', () => {
  const line = logged((logger) => logger.info({ deliveryId: 'dlv_1', bytes: 12 }, 'delivery.stored'))
  expect(line).toMatch(/^[^\n]*\n$/)
  expect(JSON.parse(line)).toMatchObject({
    name: 'test',
    level: 'info',
    time: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
    deliveryId: 'dlv_1',
    bytes: 12,
    msg: 'delivery.stored',
  })
})

test.each([
  'authorization',
  'Authorization',
  'cookie',
  'set-cookie',
  'x-service-signature',
  'secret',
  'apiKey',
  'api_key',
  'password',
  'token',
  'masterKey',
  'x-shopify-hmac-sha256',
  'x-hub-signature-256',
  'x-slack-signature',
  'stripe-signature',
  'webhook-signature',
  'SIGNALPOST_SMTP_PASSWORD',
  'routing_key',
  'toke_n',
  'API-KE-Y_',
  'webhookUrl',
])('createLogger hides the member %s at any depth', (name) => {
  const line = logged((logger) => {
    logger.info({ [name]: secret, request: { headers: [{ [name]: secret }] } }, 'x')
    logger.info({ [name]: [secret], request: { [name]: { value: secret } } }, 'x')
    logger.child({ [name]: secret }).info('y')
  })
  expect(line).toContain('"y"')
  expect(line).not.toContain(secret)
})

test.each([
  `redis://default:${secret}@redis:6379`,
  `https://user:${secret}@example.com/path`,
  `spk_abc123_${secret}`,
  `spk_eu_abc123_${secret}`,
  `whsec_${secret}`,
  `Bearer ${secret}`,
  `https://hooks.slack.com/services/T0001/B0001/${secret}`,
  `https://hooks.slack-gov.com/workflows/T0001/A0001/1/${secret}`,
  `xoxb-1234-5678-${secret}`,
  `xoxe.xoxp-1-${secret}`,
  `xapp-1-A1-${secret}`,
  `https://example.com/hook?token=${secret}&x=1`,
  `https://example.com/hook?x=1&access_token=${secret}`,
  `https://example.com/hook?key=${secret}#part`,
  `https://example.com/hook?X-Amz-Signature=${secret}`,
  `host=db.example password=${secret} dbname=x`,
  `postgres://ann:pa/${secret}/ss@db.example/signalpost`,
  `postgres://ann:pa@${secret}/ss@db.example/signalpost`,
  `clickhouse://ann:pa?${secret}#ss@db.example/signalpost`,
  `x-shopify-hmac-sha256: ${secret}`,
  `content-type: x\r\nx-slack-signature: v0=${secret}\r\nhost: y`,
  `detail: Failing row contains (1, "a", (x), ${secret}).`,
  `Key (org_id, lower(name))=(org_acme, ${secret}) already exists.`,
  `COPY signals, line 2, column title: "${secret}"`,
  `unnamed portal with parameters: $1 = 'x', $2 = '${secret}'`,
])('createLogger hides %s wherever it stands in a text', (text) => {
  const line = logged((logger) => {
    logger.info({ note: `it was ${text}` }, `message with ${text}`)
    logger.error(new Error(text, { cause: new Error(text) }))
    logger.error({ err: Object.assign(new Error('outer'), { command: { args: [text] } }) }, 'failed')
  })
  expect(line).not.toContain(secret)
  for (const one of line.trim().split('\n')) expect(() => JSON.parse(one)).not.toThrow()
})

test('createLogger hides a number with the name of a secret', () => {
  const line = logged((logger) => logger.info({ pin_token: 271_828, bytes: 12 }, 'x'))
  expect(JSON.parse(line)).toMatchObject({ pin_token: '[hidden]', bytes: 12 })
})

test('createLogger leaves readable what is no secret', () => {
  const note =
    'GET https://example.com:8080/a/b?page=2 by ann@example.com, postgres://db.example:5432/signalpost, token: expected a string, SQLSTATE code=23505, at async file:///a/node_modules/.pnpm/x@2.9.1_/node_modules/x/index.js:1:2'
  const line = logged((logger) => logger.info({ note, deliveryId: 'dlv_1' }, 'x'))
  expect(JSON.parse(line)).toMatchObject({ note, deliveryId: 'dlv_1' })
})

test('createLogger hides a secret header in a list of names and values', () => {
  const line = logged((logger) =>
    logger.info({ rawHeaders: ['Host', 'example.com', 'X-Shopify-Hmac-Sha256', secret] }, 'x'),
  )
  expect(line).not.toContain(secret)
  expect(line).toContain('example.com')
})

test('createLogger leaves out what a database error quotes of rows and parameters, also as a cause', () => {
  const quoted = {
    code: '23514',
    constraint: 'signals_score',
    detail: `Key is ${secret}`,
    where: `row ${secret}`,
    parameters: [secret],
    internalQuery: `select '${secret}'`,
  }
  const line = logged((logger) => {
    const fault = () => Object.assign(new Error('violates check constraint'), quoted)
    logger.error({ err: fault() }, 'x')
    logger.error({ err: new Error('outer', { cause: new Error('middle', { cause: fault() }) }) }, 'x')
    logger.error({ err: new AggregateError([fault()], 'several') }, 'x')
    logger.error(fault())
  })
  expect(line).not.toContain(secret)
  expect(line.match(/23514/g)?.length).toBeGreaterThanOrEqual(3)
})

test('createLogger tells an error with its cause', () => {
  const line = logged((logger) =>
    logger.error({ err: new Error('outer', { cause: new Error('inner') }) }, 'x'),
  )
  expect(JSON.parse(line).err).toMatchObject({ message: 'outer', cause: { message: 'inner' } })
})

test('createLogger survives a circle and writes bytes as their number', () => {
  const circle: Record<string, unknown> = { body: Buffer.from(secret) }
  circle.self = circle
  const line = logged((logger) => logger.info({ circle }, 'x'))
  expect(JSON.parse(line).circle.body).toBe('[32 bytes]')
  expect(line).not.toContain(secret)
})
