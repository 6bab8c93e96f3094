import { findProgram, isExecutable } from './find-program.ts'

export const pgbouncerRemedy = 'Add pgbouncer to run them: apt-get install pgbouncer.'

/** Debian's path for it, which is not on the PATH of ordinary users. */
const usualPlace = '/usr/sbin/pgbouncer'

export function findPgbouncer(): string | undefined {
  return findProgram('pgbouncer') ?? (isExecutable(usualPlace) ? usualPlace : undefined)
}

export function pgbouncerAvailable(): boolean {
  return findPgbouncer() !== undefined
}
