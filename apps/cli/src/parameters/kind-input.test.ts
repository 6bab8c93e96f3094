import { resolve } from 'node:path'
import { warehouseKinds } from '@signalpost/warehouses'
import { expect, test } from 'vitest'
import { readKindInput } from './kind-input.ts'

const bucket = { bucket: 'lake', endpoint: 'https://s3.example.com', region: 'eu', accessKey: 'AK' }

test.each(['parquet', 'duckdb'])(
  'resolves a path of %s from the current directory and refuses a blank one',
  async (kind) => {
    await expect(readKindInput(kindNamed(kind), { path: 'here' })).resolves.toMatchObject({
      settings: { path: resolve('here') },
    })
    await expect(readKindInput(kindNamed(kind), { path: '' })).rejects.toThrow('--path: it is empty')
    await expect(readKindInput(kindNamed(kind), { path: ' \t' })).rejects.toThrow('--path: it is empty')
  },
)

test.each([
  ['--bucket: expected a name of 3 to 63 characters', { bucket: 'b' }],
  ['--region: expected the name of a region', { region: '' }],
  ['--access-key: expected the id of a key', { accessKey: '' }],
])('refuses faulty options of a bucket with "%s"', async (message, given) => {
  const place = { ...bucket, secretKey: 'secret', ...given }
  await expect(readKindInput(kindNamed('parquet'), place)).rejects.toThrow(message)
})

function kindNamed(name: string) {
  const found = warehouseKinds.find(({ kind }) => kind === name)
  if (found === undefined) throw new Error(`there is no kind ${name}`)
  return found
}
