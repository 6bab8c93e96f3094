import { type MailServer, startConnectProxy, startMailServer } from '@signalpost/testing'
import { afterEach, expect, test } from 'vitest'
import { createLetterSender } from './letter-sender.ts'
import { MailError } from './send-mail.ts'

const closing: { close: () => unknown }[] = []

afterEach(async () => {
  for (const one of closing.splice(0).reverse()) await one.close()
})

const letter = {
  to: 'ann@example.com',
  subject: 'Hello',
  paragraphs: [],
  link: { label: 'Open', url: 'https://example.com' },
}
const login = { user: 'user', password: 'secret' }

async function stage(): Promise<{
  server: MailServer
  proxy: Awaited<ReturnType<typeof startConnectProxy>>
}> {
  const server = await startMailServer({ login: { user: 'post', password: 'word' } })
  const proxy = await startConnectProxy(server.port, { login })
  closing.push(server, proxy)
  return { server, proxy }
}

function open(options: Parameters<typeof createLetterSender>[0]) {
  const sender = createLetterSender(options)
  closing.push(sender)
  return sender
}

test('sends mails through tunnels of the proxy, and keeps a tunnel between mails', async () => {
  const { server, proxy } = await stage()
  const url = 'smtp://post:word@mail.test:2525'
  const { sendLetter } = open({ url, from: 'post@example.com', proxy })
  await sendLetter(letter)
  await sendLetter(letter)
  expect(server.mails.map(({ to }) => to)).toEqual(['ann@example.com', 'ann@example.com'])
  expect(proxy.asked).toEqual(['mail.test:2525'])
})

test('sends nothing past a proxy that refuses, and says so', async () => {
  const { server, proxy } = await stage()
  const refused = { ...proxy, authorization: undefined }
  const { sendLetter } = open({ url: server.url, from: 'post@example.com', proxy: refused })
  await expect(sendLetter(letter)).rejects.toSatisfy(
    (error: MailError) =>
      error instanceof MailError &&
      error.sentNothing &&
      error.stage === 'connection' &&
      /SIGNALPOST_OUTGOING_PROXY opens no tunnel to 127\.0\.0\.1:\d+: the proxy answered 407/.test(
        String(error.cause),
      ),
  )
  expect(server.connections()).toBe(0)
})

test('reaches a relay in the own network without the proxy', async () => {
  const { server, proxy } = await stage()
  const near = { ...proxy, isNear: () => true }
  const { sendLetter } = open({ url: server.url, from: 'post@example.com', proxy: near })
  await sendLetter(letter)
  expect(server.mails).toHaveLength(1)
  expect(proxy.asked).toEqual([])
})
