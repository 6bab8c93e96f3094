export { createSessionPool, openSession } from './create-session-pool.ts'
export {
  checkSession,
  checkSettings,
  refusedSettings,
  refusedSettingsSql,
  sessionSettings,
} from './session-settings.ts'
export { SharedSessionError } from './shared-session-error.ts'
export { strictTypes } from './strict-types.ts'
