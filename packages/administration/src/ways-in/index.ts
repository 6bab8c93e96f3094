export { allowDeviceAct } from '../login/decide-device-login.ts'
export { createWaysIn } from './create-ways-in.ts'
export type { CurrentSession, NewSession, OidcSettings, PolledDevice, Visitor, WaysIn } from './ways-in.ts'
