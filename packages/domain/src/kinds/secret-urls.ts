import { isLikeToken } from '../input/hide-secrets.ts'
import type { ConfigurableKind } from './kind-options.ts'

type Members = Readonly<Record<string, unknown>>
type Given<Secrets> = { settings: Members; secrets: Secrets }

/** No URL has a space, so nothing is ever sent to what is shown. */
const hiddenPath = '/ [secret]'

/**
 * Moves the URLs among the settings that open their receiver by themselves, such as those of Zapier, Make and Google
 * Chat, to the secrets. The settings then say what may be shown.
 */
export function sealUrls(
  kind: Pick<ConfigurableKind, 'options'>,
  { settings, secrets }: Given<Record<string, string>>,
): { settings: Record<string, unknown>; secrets: Record<string, string> } {
  const opening = urlsOf(kind, settings).filter(([, url]) => showUrl(url) !== url)
  return { settings: showUrls(kind, settings), secrets: { ...secrets, ...Object.fromEntries(opening) } }
}

/** Returns settings and secrets as the kind declares them, with the URLs that are sealed. */
export function openUrls<Secrets extends Members>(
  kind: Pick<ConfigurableKind, 'options'>,
  { settings, secrets }: Given<Secrets>,
): { settings: Record<string, unknown>; secrets: Record<string, unknown> } {
  const members = urlMembersOf(kind)
  const isSealed = ([member]: [string, unknown]) => members.includes(member)
  const entries = Object.entries(secrets)
  return {
    settings: { ...settings, ...Object.fromEntries(entries.filter(isSealed)) },
    secrets: Object.fromEntries(entries.filter((entry) => !isSealed(entry))),
  }
}

/** Returns settings as people and the audit log see them. */
export function showUrls(
  kind: Pick<ConfigurableKind, 'options'> | undefined,
  settings: Members,
): Record<string, unknown> {
  const shown = urlsOf(kind ?? { options: {} }, settings).map(([member, url]) => [member, showUrl(url)])
  return { ...settings, ...Object.fromEntries(shown) }
}

/** Returns the URLs of settings that open their receiver by themselves. */
export function findOpeningUrls(kind: Pick<ConfigurableKind, 'options'>, settings: Members): string[] {
  return urlsOf(kind, settings).flatMap(([, url]) => (showUrl(url) === url ? [] : [url]))
}

/** Returns a URL as it is, or its origin alone where a query or a long part of its path may be what opens it. */
export function showUrl(text: string): string {
  const url = /^https?:/i.test(text) && !isShownUrl(text) ? URL.parse(text) : null
  if (url === null) return text
  const isOpening = url.search !== '' || url.hash !== '' || url.pathname.split('/').some(isLikeToken)
  return isOpening ? `${url.origin}${hiddenPath}` : text
}

/** Whether it is what `showUrl` returns instead of a URL. */
export function isShownUrl(text: string): boolean {
  return text.endsWith(hiddenPath)
}

/** The members of the settings that are URLs. */
export function urlMembersOf({ options }: Pick<ConfigurableKind, 'options'>): string[] {
  return Object.entries(options).flatMap(([member, option]) =>
    option.isUrl === true && !('secret' in option) ? [member] : [],
  )
}

function urlsOf(kind: Pick<ConfigurableKind, 'options'>, settings: Members): [string, string][] {
  return urlMembersOf(kind).flatMap((member) => {
    const url = settings[member]
    return typeof url === 'string' ? [[member, url] satisfies [string, string]] : []
  })
}
