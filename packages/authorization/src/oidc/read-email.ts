/** An address that counts, or why none does. */
export type ReadEmail = {
  /** Null unless the provider verified the address, or the operator trusts it without a word. */
  verifiedEmail: string | null
  emailFault?: 'missing' | 'unverified' | 'unsaid'
}

type Claims = { [claim: string]: unknown }

/**
 * Reads the address out of what a provider says of a person: the ID token, then the profile. Some send whether it is
 * verified as text, some in one of the two only. A word against it in either counts.
 */
export function readEmail(said: readonly Claims[], { trustsEmail }: { trustsEmail: boolean }): ReadEmail {
  const naming = said.filter(({ email }) => typeof email === 'string' && email !== '')
  const email = naming.at(-1)?.email
  if (typeof email !== 'string') return { verifiedEmail: null, emailFault: 'missing' }
  // A word about another address says nothing about this one.
  const about = said.filter((claims) => claims.email === undefined || claims.email === email)
  const words = about.flatMap(({ email_verified: word }) =>
    word === undefined || word === null ? [] : [word],
  )
  if (words.some((word) => word !== true && word !== 'true')) {
    return { verifiedEmail: null, emailFault: 'unverified' }
  }
  if (words.length === 0 && !trustsEmail) return { verifiedEmail: null, emailFault: 'unsaid' }
  return { verifiedEmail: email }
}
