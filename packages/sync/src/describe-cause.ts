const mostCharacters = 500
const shortestSecret = 4
// As it is, and as JSON spells it.
const lineEnd = /\r?\n|\\n/

/** An error in one line for people, without the secrets of a warehouse. */
export function describeCause(error: unknown, secrets: Readonly<Record<string, string>>): string {
  const line = messageOf(error).replaceAll(/\s+/g, ' ').trim()
  return Object.values(secrets)
    .flatMap(partsOf)
    .filter((part) => part.length >= shortestSecret)
    .reduce((text, part) => text.replaceAll(part, '***'), line)
    .slice(0, mostCharacters)
}

/** Refusals by every address of a name come as one error without a message. */
function messageOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  if (error.message !== '') return error.message
  if (error instanceof AggregateError) return error.errors.map(messageOf).join('; ')
  return 'code' in error ? String(error.code) : error.name
}

/** A secret as it is, or the lines of one that has some, and the password within it where it is a URL. */
function partsOf(secret: string): string[] {
  if (!URL.canParse(secret)) return secret.split(lineEnd)
  const { password } = new URL(secret)
  return [secret, password, decode(password)]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    // What is no encoding stands for itself.
    return text
  }
}
