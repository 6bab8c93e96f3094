const key = 'signalpost.return'

/** Keeps the page of this tab, to come back to it after a login. */
export function rememberPlace(): void {
  const path = ownPathOf(location.pathname + location.search)
  if (path !== '/') sessionStorage.setItem(key, path)
}

/** Returns the page that was kept, once; `/` where there is none. */
export function takePlace(): string {
  const kept = sessionStorage.getItem(key)
  sessionStorage.removeItem(key)
  return ownPathOf(kept ?? '')
}

/** Returns a path that leads to a page of the console and nowhere else; `/` for anything else. */
export function ownPathOf(text: string): string {
  const base = 'http://console.invalid'
  const url = URL.parse(text, base)
  if (
    url === null ||
    url.origin !== base ||
    !/^\/(?:w\/|authorize\/|device\/|installation$)/.test(url.pathname)
  )
    return '/'
  return url.pathname + url.search
}
