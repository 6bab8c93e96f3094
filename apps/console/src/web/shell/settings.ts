const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const themeKey = 'signalpost.theme'
const keysKey = 'signalpost.keys'

/** Nothing but how this browser shows the pages is kept in it. */
export function readTheme(): Theme {
  const stored = localStorage.getItem(themeKey)
  return themes.find((theme) => theme === stored) ?? 'system'
}

export function applyTheme(theme: Theme): void {
  localStorage.setItem(themeKey, theme)
  showTheme(theme)
}

export function showTheme(theme: Theme): void {
  document.documentElement.dataset.theme = theme
}

/** Whether single keys do something; speech input may need them off. */
export function areKeysOn(): boolean {
  return localStorage.getItem(keysKey) !== 'off'
}

export function switchKeys(on: boolean): void {
  localStorage.setItem(keysKey, on ? 'on' : 'off')
}
