import { test } from '@signalpost/testing/test'
import { afterAll } from 'vitest'
import { callForJson } from './call-cli.ts'
import { type CliStore, openCliStore } from './open-cli-store.ts'

type Json = { [name: string]: unknown }
export type Items = { items: Json[] }

export const ours = ['--workspace', 'org_acme']
export const theirs = ['--workspace', 'org_other']

export type AlertSettingsStage = {
  store: CliStore
  call: CliStore['call']
  json: <Document = Json>(args: string[]) => Promise<Document>
  /** Returns the exit code and the error of a refused call. */
  refusal: (args: string[]) => Promise<Json>
  createWebhook: (options?: string[]) => Promise<Json>
}

/** Sets the scene for the tests of a file: a store with two workspaces. Its members are there once the tests run. */
export function stageAlertSettings(): AlertSettingsStage {
  const call: CliStore['call'] = (args) => stage.store.call(args)
  const stage = { call, json, refusal, createWebhook } as AlertSettingsStage // the store follows below

  test.beforeAll(async ({ testDatabase }) => {
    stage.store = openCliStore(testDatabase.url, { SIGNALPOST_INTAKE_URL: 'https://hooks.example.com' })
    for (const orgId of ['org_acme', 'org_other']) {
      await json(['workspace', 'create', '--id', orgId, '--name', orgId])
    }
  })

  afterAll(() => stage.store.close())

  function json<Document = Json>(args: string[]): Promise<Document> {
    return callForJson<Document>(call, args)
  }

  async function refusal(args: string[]): Promise<Json> {
    const { exitCode, stdout, stderr } = await call([...args, '--json'])
    return exitCode === 2 ? { exitCode, stdout, line: stderr } : { exitCode, ...(JSON.parse(stdout) as Json) }
  }

  function createWebhook(options = ours): Promise<Json> {
    return json([
      'channel',
      'create',
      'webhook',
      '--name',
      'Hook',
      '--url',
      'https://example.com/',
      ...options,
    ])
  }

  return stage
}
