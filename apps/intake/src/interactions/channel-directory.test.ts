import type { LoadedChannel } from '@signalpost/database/rules'
import { expect, test } from 'vitest'
import { createChannelDirectory } from './channel-directory.ts'

const channel: LoadedChannel = {
  channelId: 'chn_1',
  orgId: 'org_acme',
  kind: 'slack',
  settings: {},
  enabled: true,
  secrets: [{ secretId: '1', values: { signingSecret: 'a signing secret' }, validUntil: null }],
  sealedSecretIds: [],
  users: { U1: 'usr_ann' },
}

function directoryOf(...loaded: LoadedChannel[]) {
  const unusable: string[] = []
  const directory = createChannelDirectory({ onUnusable: (channelId) => unusable.push(channelId) })
  directory.replace(loaded)
  return { directory, unusable }
}

test('knows the channels whose senders can be proved, and their users', () => {
  const webhook = {
    ...channel,
    channelId: 'chn_2',
    secrets: [{ secretId: '2', values: {}, validUntil: null }],
  }
  const { directory, unusable } = directoryOf(channel, webhook)
  expect(directory.find('chn_1')).toMatchObject({ orgId: 'org_acme', users: { U1: 'usr_ann' } })
  expect(directory.find('chn_2')).toBeUndefined()
  expect(unusable).toEqual([])
  directory.replace([])
  expect(directory.find('chn_1')).toBeUndefined()
})

test('reports an unusable channel, and continues with the others', () => {
  const short = {
    ...channel,
    channelId: 'chn_2',
    secrets: [{ secretId: '2', values: { signingSecret: 'x' }, validUntil: null }],
  }
  const sealed = { ...channel, channelId: 'chn_3', sealedSecretIds: ['3'] }
  const { directory, unusable } = directoryOf(short, sealed, channel)
  expect(unusable).toEqual(['chn_2', 'chn_3'])
  expect(directory.find('chn_2')).toBeUndefined()
  expect(directory.find('chn_3')).toBeDefined()
  expect(directory.find('chn_1')).toBeDefined()
})
