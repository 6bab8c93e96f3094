import { expect, test } from 'vitest'
import { findSlackInteraction } from './interaction.ts'

const payload = {
  type: 'block_actions',
  team: { id: 'T0ACME', domain: 'acme' },
  user: { id: 'U0ANN', username: 'ann', team_id: 'T0ACME' },
  container: { type: 'message', message_ts: '1795192848.916000', channel_id: 'C0TEST' },
  response_url: 'https://hooks.slack.com/actions/T0ACME/1/secret',
  actions: [{ type: 'button', action_id: 'signalpost_assign', value: 'sig_1', action_ts: '1795192850.1' }],
}
const [action] = payload.actions

function read(changes: object = {}) {
  return findSlackInteraction(
    Buffer.from(new URLSearchParams({ payload: JSON.stringify({ ...payload, ...changes }) }).toString()),
  )
}

test('reads the user, the button and the message of a click', () => {
  expect(read()).toEqual({
    action: 'assign',
    signalId: 'sig_1',
    team: 'T0ACME',
    user: 'U0ANN',
    channel: 'C0TEST',
    messageTs: '1795192848.916000',
    actionTs: '1795192850.1',
    responseUrl: 'https://hooks.slack.com/actions/T0ACME/1/secret',
  })
})

test('reads the team of the user if the app belongs to an organisation', () => {
  expect(read({ team: null })).toMatchObject({ team: 'T0ACME' })
})

test('finds the message even if Slack names it in no container', () => {
  const named = { container: undefined, channel: { id: 'C0TEST' }, message: { ts: '1795192848.916000' } }
  expect(read(named)).toEqual(read())
  expect(read({ container: undefined })).toBeUndefined()
})

test('returns undefined for anything but a click on one of our buttons', () => {
  expect(read({ type: 'view_submission' })).toBeUndefined()
  expect(read({ actions: [] })).toBeUndefined()
  expect(read({ actions: [{ ...action, action_id: 'other' }] })).toBeUndefined()
  expect(read({ actions: [{ ...action, value: 'with space' }] })).toBeUndefined()
  expect(read({ user: { id: 'U1> <!channel' } })).toBeUndefined()
  expect(read({ team: null, user: { id: 'U1' } })).toBeUndefined()
  for (const body of ['', 'ssl_check=1', 'payload=', 'payload=%7B', 'payload=[]', '{"payload":1}']) {
    expect(findSlackInteraction(Buffer.from(body))).toBeUndefined()
  }
})

test('finds our action among others', () => {
  expect(
    read({
      actions: [
        { ...action, action_id: 'other' },
        { ...action, action_id: 'signalpost_bad' },
      ],
    }),
  ).toMatchObject({
    action: 'bad',
  })
})
