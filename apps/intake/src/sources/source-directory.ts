import type { IncomingMessage } from 'node:http'
import type { LoadedSource } from '@signalpost/database/access'
import {
  type Diagnosis,
  diagnoseHeaders,
  findScheme,
  prepareDummyVerifier,
  prepareVerifier,
  type RawHeaders,
  type Scheme,
  schemes,
  type Verifier,
} from '@signalpost/signatures'

/** A source as the intake holds it: everything needed to judge a request, prepared. */
export type KnownSource = {
  sourceId: string
  orgId: string
  enabled: boolean
  ratePerMinute: number | null
  scheme: Scheme
  verifier: Verifier
  /** The headers that carry the signature. */
  signatureHeadersOf: (request: IncomingMessage) => Record<string, string>
  /** What the headers of a refused request explain by themselves. */
  diagnoseHeaders: (rawHeaders: RawHeaders) => Diagnosis | undefined
}

export type SourceDirectory = {
  find: (sourceId: string) => KnownSource | undefined
  /** Stands in for a source that does not exist, so that its refusal costs as much. */
  dummy: { verifier: Verifier }
  /** Replaces all sources; reports to `onUnusable` those that are unusable, or lack one of their secrets. */
  replace: (loaded: LoadedSource[]) => void
}

export const sealedUnderAnotherKey =
  'A secret cannot be opened: it was sealed under another SIGNALPOST_MASTER_KEY.'

export function createSourceDirectory({
  onUnusable,
}: {
  onUnusable: (sourceId: string, error: unknown) => void
}): SourceDirectory {
  let sources = new Map<string, KnownSource>()
  return {
    find: (sourceId) => sources.get(sourceId),
    dummy: { verifier: prepareDummyVerifier() },
    replace: (loaded) => {
      const prepared = new Map<string, KnownSource>()
      for (const source of loaded) {
        if (source.sealedSecretIds.length > 0) onUnusable(source.sourceId, new Error(sealedUnderAnotherKey))
        try {
          prepared.set(source.sourceId, prepareSource(source))
        } catch (error) {
          onUnusable(source.sourceId, error)
        }
      }
      sources = prepared
    },
  }
}

/** Throws if the source cannot be used as it is. */
export function prepareSource({
  sourceId,
  orgId,
  ratePerMinute,
  enabled,
  ...source
}: LoadedSource): KnownSource {
  const scheme = findScheme(source.scheme)
  if (scheme === undefined) throw new Error('The signature scheme of the source is not known.')
  const secrets = source.secrets.map(({ secretId, text, validUntil }) => ({
    id: secretId,
    text,
    ...(validUntil !== null && { validUntilMs: validUntil.getTime() }),
  }))
  const verifier = prepareVerifier({
    scheme,
    settings: source.settings,
    // A disabled source has no secret that could match, but refusing costs the same.
    secrets: enabled ? secrets : [],
    toleranceSeconds: source.toleranceSeconds,
  })
  const names = scheme.headerNames(source.settings)
  const signatureHeadersOf = pickHeaders(names)
  return {
    ...{ sourceId, orgId, enabled, ratePerMinute, scheme, verifier, signatureHeadersOf },
    diagnoseHeaders: (rawHeaders) =>
      diagnoseHeaders({ scheme, settings: source.settings, secrets, knownSchemes: schemes, rawHeaders }),
  }
}

function pickHeaders(names: readonly string[]): (request: IncomingMessage) => Record<string, string> {
  return ({ headers }) => {
    const picked: Record<string, string> = {}
    for (const name of names) {
      const value = headers[name]
      if (value !== undefined) picked[name] = String(value)
    }
    return picked
  }
}
