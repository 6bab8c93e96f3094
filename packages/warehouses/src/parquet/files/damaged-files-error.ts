import { UnusablePlaceError } from '../../unusable-place-error.ts'

/** Data files exist but cannot be read. */
export class DamagedFilesError extends UnusablePlaceError {
  readonly paths: readonly string[]

  constructor(paths: readonly string[], options?: ErrorOptions) {
    const [first = '', ...others] = paths
    const what =
      others.length === 0 ? `${first} is damaged` : `${first} and ${others.length} more files are damaged`
    super(`${what}; run \`./signalpost warehouse verify --repair\` to write their rows again`, options)
    this.paths = paths
  }
}
