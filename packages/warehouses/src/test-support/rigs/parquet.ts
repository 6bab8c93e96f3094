import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { modesFor } from '../../file-modes.ts'
import { parquet } from '../../parquet/parquet.ts'
import { openDirectoryStore } from '../../parquet/stores/directory-store.ts'
import { readParquetPlace } from '../reading/read-parquet-place.ts'
import type { RigStarter, Trouble } from '../warehouse-rig.ts'

/** A directory for each place. */
export const parquetRig: RigStarter = {
  name: 'parquet in a directory',
  kind: 'parquet',
  isHeavy: false,
  start: async () => {
    const directory = await mkdtemp(join(tmpdir(), 'signalpost-parquet-'))
    await writeFile(join(directory, 'text'), 'no directory\n')
    const trouble = (name: string, path: string): Trouble => {
      return { name, settings: { path: join(directory, path) }, secrets: {}, fault: 'configuration' }
    }
    return {
      kind: parquet,
      createPlace: async () => {
        const path = await mkdtemp(join(directory, 'place-'))
        return {
          settings: { path },
          secrets: {},
          ...readParquetPlace({
            openStore: () => openDirectoryStore(path, modesFor('owner')),
            scratch: directory,
          }),
        }
      },
      troubles: [
        trouble('a directory whose parent is not there', 'none/files'),
        trouble('a file in place of the directory', 'text'),
      ],
      absentTexts: null,
      isTransactional: true,
      close: () => rm(directory, { recursive: true, force: true }),
    }
  },
}
