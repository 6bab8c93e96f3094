import { readFileSync, writeFileSync } from 'node:fs'
import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { expect, test } from 'vitest'
import { routes } from '../routes/routes.ts'
import { describeApi } from './describe-api.ts'

const path = new URL('../test-support/client-types.generated.ts', import.meta.url)

test('the client of the tests has the types that the description makes; renewed with UPDATE_CLIENT=1', async () => {
  // The cast: the document is plain JSON, which the generator checks by itself.
  const document = JSON.parse(JSON.stringify(describeApi({ routes }))) as OpenAPI3
  delete document.webhooks // a client calls none of them
  const types = astToString(await openapiTypescript(document, { silent: true }))
  if (process.env.UPDATE_CLIENT) writeFileSync(path, types)
  expect(types).toBe(readFileSync(path, 'utf8'))
})
