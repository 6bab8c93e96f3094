import { existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'

export const cephPackages = 'radosgw ceph-mon ceph-osd ceph-common'

const programs = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph', 'monmaptool']

/** Whether this machine has all of Ceph that `startCeph` runs. */
export function cephAvailable(): boolean {
  const directories = (process.env.PATH ?? '').split(delimiter)
  return programs.every((program) => directories.some((directory) => existsSync(join(directory, program))))
}
