import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { commonConfigSchema, secretVariables } from '@signalpost/runtime'
import { expect, test } from 'vitest'

const schemaPath = join(import.meta.dirname, '../infra/helm/signalpost/values.schema.json')

test('the chart knows every variable of the product, as a secret, as configuration, or as its own', () => {
  // The cast: the test checks what it reads of the schema.
  const schema = JSON.parse(readFileSync(schemaPath, 'utf8')) as {
    properties: { secretKeys: { properties: object } }
    $defs: {
      config: { properties: object }
      extraEnv: { items: { properties: { name: { not: { enum: string[] } } } } }
    }
  }
  const { config, extraEnv } = schema.$defs
  const secrets = Object.keys(schema.properties.secretKeys.properties)
  expect(secrets.toSorted()).toEqual(secretVariables.toSorted())
  expect(extraEnv.items.properties.name.not.enum.toSorted()).toEqual(secretVariables.toSorted())

  const own = ['SIGNALPOST_DRAIN_SECONDS', 'SIGNALPOST_DATA_DIR', 'SIGNALPOST_HOST']
  const ports = ['INTAKE', 'API', 'WORKER', 'SEARCHER', 'CONSOLE'].map((name) => `SIGNALPOST_${name}_PORT`)
  const known = [...secrets, ...Object.keys(config.properties), ...own, ...ports]
  expect(known.toSorted()).toEqual(Object.keys(commonConfigSchema.shape).toSorted())
})
