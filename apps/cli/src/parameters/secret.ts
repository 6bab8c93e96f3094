import { UsageError } from '../command/usage-error.ts'
import { readSecretFile } from './input-file.ts'
import { optional } from './parameter.ts'

/** Two ways to give a secret: in the command line, which others may read, or in a file. */
export function secretOptions(name: string, description: string) {
  return {
    text: optional(`--${name} <text>`, description),
    file: optional(`--${name}-file <file>`, `read --${name} from this file; - reads stdin`),
  }
}

/** Returns the secret if one was given. Throws UsageError if it was given twice or is blank. */
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
