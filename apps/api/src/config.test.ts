import { expect, test } from 'vitest'
import { readApiConfig } from './config.ts'

const env = {
  DATABASE_URL: 'postgres://localhost/signalpost',
  SIGNALPOST_MASTER_KEY: Buffer.alloc(32, 1).toString('base64'),
}

test('crawls no private addresses and has no language model by default', () => {
  const { crawlNetworks, languageModel } = readApiConfig(env)
  expect(['127.0.0.1', '10.0.0.1', '::1'].filter(crawlNetworks.has)).toEqual([])
  expect(languageModel).toBeUndefined()
})

test('crawls private addresses in the networks of SIGNALPOST_CRAWL_PRIVATE_ADDRESSES', () => {
  const { crawlNetworks } = readApiConfig({
    ...env,
    SIGNALPOST_CRAWL_PRIVATE_ADDRESSES: '127.0.0.0/8, ::1',
  })
  expect(['127.9.9.9', '10.0.0.1', '::1', '::2'].filter(crawlNetworks.has)).toEqual(['127.9.9.9', '::1'])
})

test('crawls no private addresses that only channels may reach', () => {
  const { crawlNetworks } = readApiConfig({ ...env, SIGNALPOST_ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8, ::1' })
  expect(['127.0.0.1', '::1'].filter(crawlNetworks.has)).toEqual([])
})

test('has a language model when both its URL and its key are set', () => {
  const url = 'https://models.example.com/v1'
  expect(readApiConfig({ ...env, SIGNALPOST_LLM_URL: url }).languageModel).toBeUndefined()
  expect(readApiConfig({ ...env, SIGNALPOST_LLM_KEY: 'key' }).languageModel).toBeUndefined()
  const whole = {
    ...env,
    SIGNALPOST_LLM_URL: `${url}/`,
    SIGNALPOST_LLM_KEY: 'key',
    SIGNALPOST_LLM_MODEL: 'small',
  }
  expect(readApiConfig(whole).languageModel).toEqual({
    ...{ url, key: 'key', model: 'small', dailyCalls: 200 },
  })
})
