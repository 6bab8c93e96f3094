import { countAnalysisAct } from './analysis/count-analysis.ts'
import { connectAssistantAct } from './assistant/connect-assistant.ts'
import { disconnectAssistantAct } from './assistant/end-assistant.ts'
import { disableCanaryAct } from './canary/disable-canary.ts'
import { enableCanaryAct } from './canary/enable-canary.ts'
import type { AnyAct } from './define-act.ts'
import { createDemoAdminAct } from './demo/create-demo-admin.ts'
import { keepDemoAct } from './demo/keep-demo.ts'
import { renewDemoCredentialsAct } from './demo/renew-demo-credentials.ts'
import { createLoginLinkAct } from './login/create-login-link.ts'
import { allowDeviceAct } from './login/decide-device-login.ts'
import { endAllAccessAct } from './login/end-all-access.ts'
import { logInByDeviceAct } from './login/log-in-by-device.ts'
import { logInByInvitationAct } from './login/log-in-by-invitation.ts'
import { logInByLinkAct } from './login/log-in-by-link.ts'
import { logInByOidcAct } from './login/log-in-by-oidc.ts'
import { operations } from './operations/index.ts'
import { renameOneselfAct } from './person/rename-person.ts'
import { endOtherSessionsAct, endSessionAct } from './person/sessions/end-sessions.ts'

/** Every act. A test checks that each of them is logged. */
export const acts: readonly AnyAct[] = [
  ...operations.filter((operation) => 'run' in operation || 'around' in operation),
  connectAssistantAct,
  disconnectAssistantAct,
  renewDemoCredentialsAct,
  keepDemoAct,
  countAnalysisAct,
  renameOneselfAct,
  createLoginLinkAct,
  endAllAccessAct,
  logInByLinkAct,
  logInByInvitationAct,
  logInByOidcAct,
  allowDeviceAct,
  logInByDeviceAct,
  endSessionAct,
  endOtherSessionsAct,
  createDemoAdminAct,
  enableCanaryAct,
  disableCanaryAct,
]
