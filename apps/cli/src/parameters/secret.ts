import { UsageError } from '../command/usage-error.ts'
import { readSecretFile } from './input-file.ts'
import { optional } from './parameter.ts'

/** The two ways to give a secret: as it is, where others may read the command line, or in a file. */
export function secretOptions(name: string, description: string) {
  return {
    text: optional(`--${name} <text>`, description),
    file: optional(`--${name}-file <file>`, `a file with it, - for stdin`),
  }
}

/** The secret, where it was given. Throws UsageError where it was given twice or is blank. */
export async function readSecret(
  name: string,
  { text, file }: { text: string | undefined; file: string | undefined },
): Promise<string | undefined> {
  if (text !== undefined && file !== undefined) {
    throw new UsageError(`--${name}: give it or --${name}-file, not both`)
  }
  const secret = file === undefined ? text : await readSecretFile(file)
  if (secret?.trim() === '')
    throw new UsageError(`--${name}${file === undefined ? '' : '-file'}: it is empty`)
  return secret
}
