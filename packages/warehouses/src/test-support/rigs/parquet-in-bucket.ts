import { randomBytes } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CreateBucketCommand, S3Client } from '@aws-sdk/client-s3'
import { cephAvailable, cephPackages, startCeph } from '@signalpost/testing'
import { parquet } from '../../parquet/parquet.ts'
import { openBucketStore } from '../../parquet/stores/bucket-store.ts'
import { readParquetPlace } from '../reading/read-parquet-place.ts'
import { type RigStarter, troubleWith } from '../warehouse-rig.ts'

/** A bucket of Ceph; a prefix for each place. */
export const parquetInBucketRig: RigStarter = {
  name: 'parquet in a bucket',
  kind: 'parquet',
  isHeavy: true,
  findRemedy: () => (cephAvailable() ? undefined : `apt-get install ${cephPackages}`),
  start: async () => {
    const { endpoint, region, accessKey, secretKey, stop } = await startCeph()
    const directory = await mkdtemp(join(tmpdir(), 'signalpost-parquet-'))
    const usual = { bucket: 'warehouse', prefix: 'place', endpoint, region, accessKey }
    const credentials = { accessKeyId: accessKey, secretAccessKey: secretKey }
    const client = new S3Client({ endpoint, region, credentials, forcePathStyle: true })
    await client.send(new CreateBucketCommand({ Bucket: usual.bucket }))
    client.destroy()
    const secrets = { secretKey }
    const trouble = troubleWith({ settings: usual, secrets })
    return {
      kind: parquet,
      createPlace: async () => {
        const prefix = `places/${randomBytes(6).toString('hex')}`
        const settings = { ...usual, prefix }
        const openStore = () => openBucketStore({ ...settings, secretKey }, directory)
        return { settings, secrets, ...readParquetPlace({ openStore, scratch: directory }) }
      },
      troubles: [
        trouble('a wrong secret', 'configuration', { secrets: { secretKey: 'wrong' } }),
        trouble('an unknown key', 'configuration', { settings: { ...usual, accessKey: 'nobody' } }),
        trouble('a bucket that is not there', 'configuration', {
          settings: { ...usual, bucket: 'none-of-ours' },
        }),
        trouble('a server that is away', 'retry', { settings: { ...usual, endpoint: 'http://127.0.0.1:1' } }),
      ],
      absentTexts: null,
      isTransactional: true,
      close: async () => {
        await rm(directory, { recursive: true, force: true })
        await stop()
      },
    }
  },
}
