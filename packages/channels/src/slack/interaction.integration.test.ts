import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { findScheme, prepareVerifier } from '@signalpost/signatures'
import { startSlackServer } from '@signalpost/testing'
import { afterAll, expect, test } from 'vitest'
import { alertOf, fullSignal } from '../test-support/sample-alert.ts'
import { slackActions } from './actions.ts'
import { findSlackInteraction } from './interaction.ts'
import { findSlackMessage } from './render-message.ts'

const slackServer = await startSlackServer()
const app = createServer().listen(0, '127.0.0.1')
await once(app, 'listening')
afterAll(async () => {
  app.close()
  await slackServer.close()
})

function getAppUrl(): string {
  const address = app.address()
  if (address === null || typeof address === 'string') throw new Error('a listening server has no port')
  return `http://127.0.0.1:${address.port}`
}

test('reads the value of the button from a click with Slack’s signature', async () => {
  const message = findSlackMessage({ alert: alertOf([fullSignal]) }, { hasButtons: true })
  const posting = { method: 'POST', body: JSON.stringify({ ...message, channel: 'C0TEST' }) }
  const headers = { authorization: 'Bearer xoxb-test' }
  await fetch(`${slackServer.apiUrl}/chat.postMessage`, { ...posting, headers })
  const [posted] = slackServer.messages
  if (posted === undefined) throw new Error('the message was not posted')

  const signingSecret = 'signing-secret'
  const clicking = slackServer.click({
    interactionsUrl: getAppUrl(),
    signingSecret,
    message: posted,
    actionId: slackActions.good,
    user: 'U0BOB',
  })
  // The server's event gives these.
  const [request, response] = (await once(app, 'request')) as [IncomingMessage, ServerResponse]
  const body = await buffer(request)
  response.end()
  await clicking

  const scheme = findScheme('slack')
  if (scheme === undefined) throw new Error('there is no scheme of Slack')
  const secrets = [{ id: 'only', text: signingSecret }]
  const verifier = prepareVerifier({ scheme, settings: {}, secrets, toleranceSeconds: 300 })
  const { rawHeaders } = request
  expect(verifier.verify({ rawHeaders, body, nowMs: Date.now() })).toMatchObject({ ok: true })
  expect(findSlackInteraction(body)).toMatchObject({
    action: 'good',
    signalId: 'sig_1',
    user: 'U0BOB',
    channel: 'C0TEST',
    messageTs: posted.ts,
  })
})
