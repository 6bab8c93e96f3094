import openapiTypescript, { astToString, type OpenAPI3 } from 'openapi-typescript'
import { expect, test } from 'vitest'
import { routes } from '../routes/routes.ts'
import { describeApi } from './describe-api.ts'

test('the committed client types are those of the API description', async () => {
  // The cast is safe: the document is plain JSON, and the generator validates it.
  const document = JSON.parse(JSON.stringify(describeApi({ routes }))) as OpenAPI3
  delete document.webhooks // a client calls none of them
  const types = astToString(await openapiTypescript(document, { silent: true }))
  await expect(types).toMatchFileSnapshot('../../fixtures/client-types.generated.ts')
})
