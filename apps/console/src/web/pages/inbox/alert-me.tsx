import { type ReactNode, useState } from 'react'
import { CheckField } from '../../parts/controls/check-field.tsx'
import { Button } from '../../parts/form/button.tsx'
import { playSound } from '../../shell/bell/play-sound.ts'
import {
  areNotificationsOn,
  isSoundOn,
  permissionToNotify,
  switchNotifications,
  switchSound,
} from '../../shell/settings.ts'

/** How this browser tells of an arrival, besides the bell. */
export function AlertMe(): ReactNode {
  const [isSound, setSound] = useState(isSoundOn)
  return (
    <section className="card" aria-label="In this browser">
      <h2>In this browser</h2>
      <Notifications />
      <CheckField
        label="Play a sound when an alert arrives"
        isChecked={isSound}
        onChange={(on) => {
          switchSound(on)
          setSound(on)
          if (on) playSound()
        }}
      />
    </section>
  )
}

function Notifications(): ReactNode {
  const [permission, setPermission] = useState(permissionToNotify)
  const [isOn, setOn] = useState(areNotificationsOn)
  const change = (on: boolean): void => {
    switchNotifications(on)
    setOn(areNotificationsOn())
  }
  const ask = async (): Promise<void> => {
    const answer = await Notification.requestPermission()
    setPermission(answer)
    change(answer === 'granted')
  }
  if (permission === 'granted') {
    return (
      <CheckField
        label="Show notifications while a tab of the console is open"
        isChecked={isOn}
        onChange={change}
      />
    )
  }
  if (permission === 'default') {
    return (
      <div className="acts" aria-live="polite">
        <Button onClick={() => void ask()}>Allow notifications</Button>
        <span className="quiet">Your browser then asks you, and shows them while a tab is open.</span>
      </div>
    )
  }
  return (
    <p aria-live="polite">
      {permission === 'denied'
        ? 'Your browser refuses notifications from this site. Allow them in the settings of the site, then reload this page.'
        : 'This browser shows no notifications to sites at this address.'}
    </p>
  )
}
