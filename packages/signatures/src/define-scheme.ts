import type { z } from 'zod'

/** Why a request was refused. Only `stale` means that a digest was right. */
export type RefusalReason = 'missing' | 'repeated' | 'malformed' | 'mismatch' | 'stale' | 'no_secret'

export type Refusal = { readonly ok: false; readonly reason: RefusalReason }

/** What well-formed headers claim, before anything is proved. */
export type Claim = {
  readonly ok: true
  /** ASCII text before the body in the signed content. */
  readonly signedPrefix: string
  /** Each exactly 32 bytes. */
  readonly digests: readonly Uint8Array[]
  /** Unix time, for schemes with a tolerance. */
  readonly timestampSeconds?: number
  /** An id that the signature covers. */
  readonly eventIdHint?: string
}

/** Names and values in turn, like Node's `req.rawHeaders`. */
export type RawHeaders = readonly string[]

type ReadClaim = (rawHeaders: RawHeaders) => Claim | Refusal

export type Answer = { readonly status: 200; readonly body: Readonly<Record<string, unknown>> }

export type SignInput = {
  /** The secret's text, as its owner knows it. */
  readonly secret: string
  readonly settings: unknown
  readonly body: Uint8Array
  /** Unix time; ten digits. Schemes without a timestamp ignore it. */
  readonly timestampSeconds: number
  /** The message's id; only schemes that sign one use it. */
  readonly id: string
}

type SharedParts = {
  readonly title: string
  /** Who signs so, for people who choose: without the full stop. */
  readonly summary: string
  /** Converts a secret's text to the bytes of its HMAC key, or says what is wrong with it. */
  readonly secret: z.ZodType<Uint8Array, string>
  /** The sender chooses the secret, so we cannot generate one. */
  readonly ownSecretRequired: boolean
  /** Requests carry a signed timestamp that may be too far from the clock. */
  readonly toleranceApplies: boolean
  /** How a person sets it up at the sender, step by step, once a source has its address. */
  readonly guide: readonly string[]
  /** Whether to refuse a body that is not our envelope; other schemes keep it as `ignored`. */
  readonly envelopeOnly: boolean
  /** Returns the answer to a verified request that only tests the address, and is not kept. */
  readonly respond?: (body: Buffer) => Answer | undefined
}

export type SchemeDefinition<Name extends string, Settings extends object> = SharedParts & {
  readonly name: Name
  readonly settings: z.ZodType<Settings>
  /** The headers that `readClaim` reads, in lower case. */
  readonly headerNames: (settings: Settings) => readonly string[]
  readonly readClaim: (rawHeaders: RawHeaders, settings: Settings) => Claim | Refusal
  readonly sign: (input: Omit<SignInput, 'secret' | 'settings'> & SigningKey<Settings>) => SignatureHeaders
}

type SigningKey<Settings> = { readonly key: Uint8Array; readonly settings: Settings }

export type SignatureHeaders = Readonly<Record<string, string>>

/** How to sign requests and read their signatures; created by `defineScheme`. */
export type Scheme<Name extends string = string> = SharedParts & {
  readonly name: Name
  readonly settings: z.ZodType<object>
  /** Returns the headers that carry the signature, in lower case. Throws `ZodError` on settings of another scheme. */
  readonly headerNames: (settings: unknown) => readonly string[]
  /** Binds a source's settings. Throws `ZodError` when they are not this scheme's. */
  readonly createClaimReader: (settings: unknown) => ReadClaim
  /**
   * Returns the headers, with names in lower case, that make `body` genuine. Throws `ZodError` on a secret or settings
   * that the scheme does not accept, `RangeError` on a timestamp or id that it cannot carry.
   */
  readonly sign: (input: SignInput) => SignatureHeaders
}

/**
 * Builds a scheme from its parts. Settings are checked once, when they are bound, so a list can hold schemes with
 * different settings.
 */
export function defineScheme<const Name extends string, Settings extends object>({
  readClaim,
  sign,
  headerNames,
  ...parts
}: SchemeDefinition<Name, Settings>): Scheme<Name> {
  return {
    ...parts,
    headerNames: (settings) => headerNames(parts.settings.parse(settings)),
    createClaimReader: (input) => {
      const settings = parts.settings.parse(input)
      return (rawHeaders) => readClaim(rawHeaders, settings)
    },
    sign: ({ secret, settings, ...message }) =>
      sign({ ...message, key: parts.secret.parse(secret), settings: parts.settings.parse(settings) }),
  }
}

export function refuse(reason: RefusalReason): Refusal {
  return { ok: false, reason }
}
