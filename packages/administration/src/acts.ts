import { countAnalysisAct } from './analysis/count-analysis.ts'
import { confirmChangeAct } from './assistant/confirm-change.ts'
import { connectAssistantAct } from './assistant/connect-assistant.ts'
import { disconnectAssistantAct } from './assistant/end-assistant.ts'
import { disableCanaryAct } from './canary/disable-canary.ts'
import { enableCanaryAct } from './canary/enable-canary.ts'
import type { AnyAct } from './define-act.ts'
import { createDemoAdminAct } from './demo/create-demo-admin.ts'
import { keepDemoAct } from './demo/keep-demo.ts'
import { removeDemoAct } from './demo/remove-demo.ts'
import { renewDemoCredentialsAct } from './demo/renew-demo-credentials.ts'
import { markInboxReadAct, markInboxWholeReadAct } from './inbox/mark-inbox-read.ts'
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
import { createDealsAct } from './record/create-deals.ts'
import { createNoteAct } from './record/create-note.ts'
import { removeSavedSignalAct } from './record/remove-saved-signal.ts'
import { saveSignalAct } from './record/save-signal.ts'
import { updateDealAct } from './record/update-deal.ts'

/** Every act. A test checks that each of them is logged. */
export const acts: readonly AnyAct[] = [
  ...operations.filter((operation) => 'run' in operation || 'around' in operation),
  connectAssistantAct,
  disconnectAssistantAct,
  confirmChangeAct,
  markInboxReadAct,
  markInboxWholeReadAct,
  renewDemoCredentialsAct,
  keepDemoAct,
  removeDemoAct,
  updateDealAct,
  createDealsAct,
  saveSignalAct,
  removeSavedSignalAct,
  createNoteAct,
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
