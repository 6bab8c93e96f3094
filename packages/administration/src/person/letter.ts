import type { ActServices } from '../define-act.ts'

/** A mail to a person with one link to open. */
export type Letter = {
  to: string
  subject: string
  paragraphs: string[]
  link: { label: string; url: string }
}

/** What acts need that let people in. */
export type PersonActServices = ActServices & {
  /** How people reach the console; without a slash at its end. */
  readonly consoleUrl: string
  /** Undefined where no mail server is configured. */
  readonly sendLetter: ((letter: Letter) => Promise<void>) | undefined
}

/** Where the token stands, neither logs nor proxies nor referrers see it. */
export function loginUrlOf({ consoleUrl }: Pick<PersonActServices, 'consoleUrl'>, token: string): string {
  return `${consoleUrl}/login#${token}`
}
