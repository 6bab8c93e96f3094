import { createToken, hashToken, type LoginLimits, visitorCaller } from '@signalpost/authorization'
import { createDeviceLogin, findDeviceLogin } from '@signalpost/database/people'
import { RejectedError } from '@signalpost/domain'
import { allowDeviceAct, codeRefused, denyDevice, hashUserCode } from '../login/decide-device-login.ts'
import { logInByDeviceAct, pollSeconds } from '../login/log-in-by-device.ts'
import { createUserCode, showUserCode } from '../login/user-code.ts'
import { performAct } from '../perform-act.ts'
import type { PersonActServices } from '../person/person-services.ts'
import type { Visitor, WaysIn } from './ways-in.ts'

const lastsSeconds = 10 * 60

type Options = { services: PersonActServices; limits: LoginLimits }

/** Logins of command lines, which a person allows in the console. */
export function createDeviceWay({
  services,
  limits,
}: Options): Pick<WaysIn, 'startDevice' | 'pollDevice' | 'inspectDevice' | 'decideDevice'> {
  const { database, nowMs } = services
  const inspectDevice: WaysIn['inspectDevice'] = async (text, { actor }) => {
    const userSha256 = hashUserCode(text)
    const found = userSha256 && (await findDeviceLogin(database, { userSha256, nowMs: nowMs() }))
    if (found !== undefined) return found
    await limits.takeWrongCode(actor.id)
    throw codeRefused()
  }
  const poll = async (deviceCode: string, visitor: Visitor) => {
    const input = { deviceCode, agent: visitor.agent }
    try {
      return await performAct(services, { caller: visitorCaller(visitor), act: logInByDeviceAct, input })
    } catch (error) {
      if (error instanceof RejectedError && error.code === 'unauthorized') {
        return { error: 'invalid_grant' } as const
      }
      throw error
    }
  }
  return {
    startDevice: async (hostName, { address, agent }) => {
      await limits.takeStart(address)
      const [deviceCode, userCode] = [createToken(), createUserCode()]
      const userSha256 = hashUserCode(userCode)
      if (userSha256 === undefined) throw new Error('a new code is a code')
      const startedMs = nowMs()
      await createDeviceLogin(database, {
        ...{ deviceSha256: hashToken(deviceCode), userSha256, hostName, address, agent },
        ...{ nowMs: startedMs, endsMs: startedMs + lastsSeconds * 1_000, intervalSeconds: pollSeconds },
      })
      return {
        ...{ deviceCode, userCode: showUserCode(userCode) },
        ...{ expiresInSeconds: lastsSeconds, intervalSeconds: pollSeconds },
      }
    },
    pollDevice: async (deviceCode, visitor) => {
      const polled = await poll(deviceCode, visitor)
      if ('started' in polled) {
        return { token: polled.started.token, expiresInSeconds: services.sessionTimes.totalMs / 1_000 }
      }
      if (polled.error === 'invalid_grant') await limits.takeFailure(visitor.address)
      return polled
    },
    inspectDevice,
    decideDevice: async ({ userCode, isAllowed }, caller) => {
      // Counts wrong codes.
      await inspectDevice(userCode, caller)
      if (!isAllowed) return denyDevice(services, { userCode })
      return performAct(services, { caller, act: allowDeviceAct, input: { userCode } })
    },
  }
}
