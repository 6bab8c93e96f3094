import { createHash } from 'node:crypto'
import { z } from 'zod'

export const manifestName = 'manifest.json'
/** The file with the manifest's own checksum. */
export const sealName = 'manifest.sha256'
export const credentialsName = 'credentials.json'
/** Files of the data directory that belong to its database: with them, the credentials of the demo work after a restore. */
export const demoNames = ['demo.json', 'demo-run.json'] as const
/** The folder of the cluster's files in a backup. */
export const clusterFolder = 'data'
export const backupFormat = 1

/** What a backup contains. It follows all other files in the archive, so that it can name them. */
export const manifestSchema = z.object({
  format: z.int(),
  createdAt: z.iso.datetime(),
  signalpostVersion: z.string(),
  /** As the server gives it: `18.4`. */
  postgresqlVersion: z.string(),
  /** The last migration that ran. */
  migration: z.string(),
  files: z.array(z.object({ path: z.string(), size: z.int().min(0), sha256: z.string() })),
})

/** The end of the file, without which it is incomplete: a frame that every reader of zstd skips. */
export const backupEnd: Buffer = skippableFrame('end of the backup')

export type BackupManifest = z.infer<typeof manifestSchema>
export type BackedUpFile = BackupManifest['files'][number]

/** Returns the content of the seal of a manifest, as `sha256sum` writes it. */
export function sealOf(manifest: Buffer): string {
  return `${createHash('sha256').update(manifest).digest('hex')}  ${manifestName}\n`
}

function skippableFrame(content: string): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt32LE(0x184d2a50, 0)
  header.writeUInt32LE(content.length, 4)
  return Buffer.concat([header, Buffer.from(content)])
}
