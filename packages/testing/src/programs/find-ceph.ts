import { findProgram } from './find-program.ts'

export const cephPackages = 'radosgw ceph-mon ceph-osd ceph-common'

const programs = ['radosgw', 'ceph-mon', 'ceph-osd', 'ceph', 'monmaptool']

/** Whether this machine has every Ceph program that `startCeph` runs. */
export function cephAvailable(): boolean {
  return programs.every((program) => findProgram(program) !== undefined)
}
