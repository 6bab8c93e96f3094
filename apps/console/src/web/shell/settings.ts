const themes = ['system', 'light', 'dark'] as const
export type Theme = (typeof themes)[number]

const themeKey = 'signalpost.theme'
const keysKey = 'signalpost.keys'
const soundKey = 'signalpost.sound'
const notificationsKey = 'signalpost.notifications'

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

/** Whether an alert that arrives in the inbox makes a sound. */
export function isSoundOn(): boolean {
  return localStorage.getItem(soundKey) === 'on'
}

export function switchSound(on: boolean): void {
  localStorage.setItem(soundKey, on ? 'on' : 'off')
}

/** Whether the browser shows notifications of its own: it was asked for, and the person allowed it. */
export function areNotificationsOn(): boolean {
  return localStorage.getItem(notificationsKey) === 'on' && permissionToNotify() === 'granted'
}

export function switchNotifications(on: boolean): void {
  localStorage.setItem(notificationsKey, on ? 'on' : 'off')
}

export function permissionToNotify(): NotificationPermission | 'unsupported' {
  return 'Notification' in window ? Notification.permission : 'unsupported'
}
