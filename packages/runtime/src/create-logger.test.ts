import { describe, expect, it } from 'vitest'
import { createLogger } from './create-logger.ts'

const secret = 'MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw'

function logged(write: (logger: ReturnType<typeof createLogger>) => void): string {
  let text = ''
  write(createLogger({ name: 'test', destination: { write: (line) => (text += line) } }))
  return text
}

describe('createLogger', () => {
  it('writes one line of JSON with the name, the level as a word and ISO time', () => {
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

  it.each([
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
  ])('hides the member %s at any depth', (name) => {
    const line = logged((logger) => {
      logger.info({ [name]: secret, request: { headers: [{ [name]: secret }] } }, 'x')
      logger.info({ [name]: [secret], request: { [name]: { value: secret } } }, 'x')
      logger.child({ [name]: secret }).info('y')
    })
    expect(line).toContain('"y"')
    expect(line).not.toContain(secret)
  })

  it.each([
    `redis://default:${secret}@redis:6379`,
    `https://user:${secret}@example.com/path`,
    `spk_abc123_${secret}`,
    `whsec_${secret}`,
    `Bearer ${secret}`,
  ])('hides %s wherever it stands in a text', (text) => {
    const line = logged((logger) => {
      logger.info({ note: `it was ${text}` }, `message with ${text}`)
      logger.error(new Error(text, { cause: new Error(text) }))
      logger.error({ err: Object.assign(new Error('outer'), { command: { args: [text] } }) }, 'failed')
    })
    expect(line).not.toContain(secret)
    for (const one of line.trim().split('\n')) expect(() => JSON.parse(one)).not.toThrow()
  })

  it('tells an error with its cause', () => {
    const line = logged((logger) =>
      logger.error({ err: new Error('outer', { cause: new Error('inner') }) }, 'x'),
    )
    expect(JSON.parse(line).err).toMatchObject({ message: 'outer', cause: { message: 'inner' } })
  })

  it('survives a circle and writes bytes as their number', () => {
    const circle: Record<string, unknown> = { body: Buffer.from(secret) }
    circle.self = circle
    const line = logged((logger) => logger.info({ circle }, 'x'))
    expect(JSON.parse(line).circle.body).toBe('[32 bytes]')
    expect(line).not.toContain(secret)
  })
})
