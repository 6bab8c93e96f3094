import { parseInput } from '@signalpost/domain'
import type { Scheme } from '@signalpost/signatures'
import { UsageError } from '../../command/usage-error.ts'
import { readSecretFile } from '../../parameters/input-file.ts'

/** Returns the sender's own secret if a file was given. Throws UsageError if the scheme does not accept it. */
export async function readOwnSecret(scheme: Scheme, file: string | undefined): Promise<string | undefined> {
  if (file === undefined) {
    if (!scheme.ownSecretRequired) return undefined
    throw new UsageError(
      `--secret-file is needed: with the scheme ${scheme.name} the sender chooses the secret`,
    )
  }
  const secret = await readSecretFile(file)
  const parsed = parseInput(scheme.secret, secret)
  if (parsed.ok) return secret
  throw new UsageError(`--secret-file: ${parsed.issues[0]?.message ?? 'not a secret of this scheme'}`)
}
