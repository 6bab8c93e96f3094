const mostCharacters = 500
const shortestSecret = 4
// The secret as it is and as JSON writes it.
const lineEnd = /\r?\n|\\n/

/** Describes an error in one line for people, without the secrets of a warehouse. */
export function describeCause(error: unknown, secrets: Readonly<Record<string, string>>): string {
  const line = messageOf(error).replaceAll(/\s+/g, ' ').trim()
  return Object.values(secrets)
    .flatMap(partsOf)
    .filter((part) => part.length >= shortestSecret)
    .reduce((text, part) => text.replaceAll(part, '***'), line)
    .slice(0, mostCharacters)
}

/** If every address of a name refuses, the error has no message of its own. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.message !== '') return error.message
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return 'code' in error ? String(error.code) : error.name
}

/** Returns the secret or its lines, and the password of a URL. */
function partsOf(secret: string): string[] {
  if (!URL.canParse(secret)) return secret.split(lineEnd)
  const { password } = new URL(secret)
  return [secret, password, decode(password)]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // A text that is not percent-encoded is already decoded.
    return text
  }
}
